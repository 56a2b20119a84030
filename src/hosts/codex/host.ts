import { phrase } from '../claude-code/answer.ts'
import type { Host } from '../host.ts'
import { NAME, parse } from './parse.ts'
import { complete, seenIn } from './rollout.ts'

export const codex: Host = {
  name: NAME,
  parse,
  complete,
  // A question is ignored and the command runs: better to have no such answer.
  phrase: (event, answer) => (answer.kind === 'ask' ? null : phrase(event, answer)),
  seenIn,
  askingAlone: 'is ignored',
  sessionIn: (env) => (env['CODEX_CI'] === '1' ? { session: env['CODEX_SESSION_ID'] ?? null } : null),
}
