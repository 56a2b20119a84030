import { join } from 'node:path'
import { geminiHooks } from '../../../src/hosts/gemini/install.ts'
import { type Host, writeSettings } from '../session.ts'

const TIMEOUT_MS = 30_000

export const gemini: Host = {
  name: 'gemini',
  events: geminiHooks.events,
  prepare({ home, project }, { hooks, url }) {
    writeSettings(join(project, '.gemini', 'settings.json'), {
      hooks: Object.fromEntries(
        hooks.map(({ event, command, name = 'bailiff' }) => [
          event,
          [{ matcher: '*', hooks: [{ name, type: 'command', command, timeout: TIMEOUT_MS }] }],
        ]),
      ),
    })
    writeSettings(join(home, '.gemini', 'settings.json'), {
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      telemetry: { enabled: false },
    })
    return {
      GEMINI_API_KEY: 'no-key',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      // Otherwise it starts itself a second time with more memory, and loads everything twice.
      GEMINI_CLI_NO_RELAUNCH: 'true',
    }
  },
  shortcuts: ['GEMINI_CLI_NO_RELAUNCH'],
  args: (prompt, turn) => [
    ...['--prompt', prompt, '--model', 'gemini-2.5-flash', '--yolo', '--output-format', 'json'],
    ...(turn === 'next' ? ['--resume', 'latest'] : []),
  ],
}
