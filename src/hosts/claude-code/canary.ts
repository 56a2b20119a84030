import { readTextIfThere } from '../../ledger/stores/files/disk.ts'
import { type Canary, NO_KEY } from '../canary.ts'
import { MANAGED_SETTINGS } from './places.ts'

/**
 * Variables in settings override the environment, so ours are passed as settings on the command line. Those override all
 * settings but an administrator's.
 */
export const canary: Canary = {
  shell: {
    tool: 'Bash',
    printed: (text) => ({ stdout: text, stderr: '', interrupted: false }),
    offered: { tool: 'Bash', command: 'command' },
  },
  payloads: { PostToolBatch: { tool_calls: [] } },
  whenSilent:
    'Look for "disableAllHooks" in all Claude Code settings. Type /hooks in Claude Code to list the hooks it has loaded.',
  obstacle: () =>
    /"(?:ANTHROPIC_|CLAUDE_CODE_USE_|apiKeyHelper|HTTPS?_PROXY)/i.test(readTextIfThere(MANAGED_SETTINGS) ?? '')
      ? `${MANAGED_SETTINGS} sets the model, and nothing can override it`
      : null,
  start({ prompt, url, session }) {
    const env = {
      HTTP_PROXY: url,
      HTTPS_PROXY: url,
      NO_PROXY: '127.0.0.1,localhost',
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: NO_KEY,
      ANTHROPIC_AUTH_TOKEN: '',
      CLAUDE_CODE_USE_BEDROCK: '',
      CLAUDE_CODE_USE_VERTEX: '',
      CLAUDE_CODE_USE_FOUNDRY: '',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_TELEMETRY: '1',
    }
    return {
      args: [
        ...['--print', '--output-format', 'json', '--model', 'claude-sonnet-4-5'],
        ...['--session-id', session, '--no-session-persistence', '--strict-mcp-config'],
        ...['--settings', JSON.stringify({ env, apiKeyHelper: `echo ${NO_KEY}` }), '--allowedTools', 'Bash'],
        ...['--', prompt],
      ],
      env,
    }
  },
  isEndedByHook: (printed) => printed.includes('"terminal_reason":"stop_hook_prevented"'),
  session: ({ session }) => session,
}
