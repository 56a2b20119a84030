import { join } from 'node:path'
import { type HostHooks, STOP_TIMEOUT_S, TIMEOUT_S } from '../install/hooks.ts'

/** Maximum time that Codex waits for the hook on its last event. */
const END_TIMEOUT_S = 3

function timeoutOf(event: string): number {
  if (event === 'SessionEnd') return END_TIMEOUT_S
  return event === 'Stop' || event === 'SubagentStop' ? STOP_TIMEOUT_S : TIMEOUT_S
}

/**
 * Codex keeps hooks in a separate file and rejects unknown keys in it. It runs a hook only after a person has approved it at
 * its position in that file. Ours come last, so that no other hook moves.
 */
export const codexHooks: HostHooks = {
  host: 'codex',
  title: 'Codex',
  program: 'codex',
  package: '@openai/codex',
  ownScope: 'user',
  folder: ({ person, env }) => env['CODEX_HOME'] || join(person, '.codex'),
  file(scope, place) {
    if (scope === 'local') return null
    return join(scope === 'user' ? this.folder(place) : join(place.project, '.codex'), 'hooks.json')
  },
  events: [
    'SessionStart',
    'SessionEnd',
    'UserPromptSubmit',
    'PreToolUse',
    'PermissionRequest',
    'PostToolUse',
    'SubagentStart',
    'SubagentStop',
    'Stop',
    'PreCompact',
    'PostCompact',
  ],
  moments: {
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    before: 'PreToolUse',
    after: 'PostToolUse',
    stop: 'Stop',
  },
  group: (event, command) => ({ hooks: [{ type: 'command', command, timeout: timeoutOf(event) }] }),
  timeoutUnit: 's',
}
