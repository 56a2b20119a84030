import { join } from 'node:path'
import { type HostHooks, STOP_TIMEOUT_S, TIMEOUT_S } from '../install/hooks.ts'

const NAME = 'bailiff'

/** Gemini CLI gives time limits in milliseconds and names its hooks. A project has one settings file, which everyone shares. */
export const geminiHooks: HostHooks = {
  host: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  package: '@google/gemini-cli',
  ownScope: 'user',
  folder: ({ person, env }) => join(env['GEMINI_CLI_HOME'] || person, '.gemini'),
  file(scope, place) {
    return join(scope === 'user' ? this.folder(place) : join(place.project, '.gemini'), 'settings.json')
  },
  // Leaves out the events around model calls: the agent does nothing in them.
  events: ['SessionStart', 'SessionEnd', 'BeforeAgent', 'AfterAgent', 'BeforeTool', 'AfterTool', 'Notification'],
  moments: {
    start: 'SessionStart',
    prompt: 'BeforeAgent',
    before: 'BeforeTool',
    after: 'AfterTool',
    stop: 'AfterAgent',
  },
  group: (event, command) => ({
    matcher: '*',
    hooks: [
      {
        name: NAME,
        type: 'command',
        command,
        timeout: (event === 'AfterAgent' ? STOP_TIMEOUT_S : TIMEOUT_S) * 1000,
      },
    ],
  }),
  timeoutUnit: 'ms',
  name: NAME,
}
