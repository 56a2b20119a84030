import { join } from 'node:path'
import { claudeCodeHooks } from '../../../src/hosts/claude-code/install.ts'
import { type Host, writeSettings } from '../session.ts'

const TIMEOUT_S = 30

const MODEL = ['--model', 'claude-sonnet-4-5', '--permission-mode', 'acceptEdits', '--allowedTools', 'Bash', 'Agent']

export const claudeCode: Host = {
  name: 'claude-code',
  events: claudeCodeHooks.events,
  prepare({ home, project }, { hooks, url }) {
    writeSettings(join(project, '.claude', 'settings.json'), {
      hooks: Object.fromEntries(
        hooks.map(({ event, command }) => [event, [{ hooks: [{ type: 'command', command, timeout: TIMEOUT_S }] }]]),
      ),
    })
    const config = join(home, '.claude')
    writeSettings(join(config, '.claude.json'), {
      hasCompletedOnboarding: true,
      customApiKeyResponses: { approved: ['no-key'], rejected: [] },
      projects: { [project]: { hasTrustDialogAccepted: true } },
    })
    return {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'no-key',
      CLAUDE_CONFIG_DIR: config,
      CLAUDE_CODE_TMPDIR: join(home, 'tmp'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_TELEMETRY: '1',
    }
  },
  args: (prompt, turn) => [
    ...['--print', '--output-format', 'json', ...MODEL],
    ...(turn === 'next' ? ['--continue'] : []),
    ...['--', prompt],
  ],
  talks: {
    // Without a person, a line of a hook is shown only if hook output is requested.
    args: [
      ...['--print', '--verbose', '--include-hook-events'],
      ...['--input-format', 'stream-json', '--output-format', 'stream-json', ...MODEL],
    ],
    ask: (prompt) => JSON.stringify({ type: 'user', message: { role: 'user', content: prompt } }),
    ends: /^\{"type":"result"/,
    anew: '/clear',
  },
}
