import type { Host } from '../host.ts'
import { phrase } from './answer.ts'
import { canary } from './canary.ts'
import { claudeCodeHooks } from './install.ts'
import { NAME, parse } from './parse.ts'
import { places } from './places.ts'
import { plugin } from './plugin.ts'
import { switches } from './switches.ts'
import { tools } from './tools.ts'
import { seenIn } from './transcript.ts'

/** Values of CLAUDE_CODE_ENTRYPOINT when a person is present. */
const ATTENDED: ReadonlySet<string> = new Set(['cli', 'claude-vscode', 'claude-desktop'])

export const claudeCode: Host = {
  name: NAME,
  parse,
  phrase,
  notify: (text) => ({ systemMessage: text }),
  seenIn,
  askingAlone: 'denies',
  // Without a terminal the value is `sdk-…`, and Claude Code treats a question as a denial.
  canAsk: (env, { rest }) => ATTENDED.has(env['CLAUDE_CODE_ENTRYPOINT'] ?? '') && rest['permission_mode'] !== 'dontAsk',
  sessionIn: (env) => (env['CLAUDECODE'] === '1' ? { session: env['CLAUDE_CODE_SESSION_ID'] ?? null } : null),
  tools,
  places,
  install: claudeCodeHooks,
  plugin,
  switches,
  canary,
}
