import { phrase } from '../claude-code/answer.ts'
import type { Host } from '../host.ts'
import { approvals } from './approvals.ts'
import { canary } from './canary.ts'
import { codexHooks } from './install.ts'
import { NAME, parse } from './parse.ts'
import { places } from './places.ts'
import { complete, seenIn } from './rollout.ts'
import { switches } from './switches.ts'
import { tools } from './tools.ts'

export const codex: Host = {
  name: NAME,
  parse,
  complete,
  // Codex ignores a question and runs the command, so it is never sent one.
  phrase: (event, answer) => (answer.kind === 'ask' ? null : phrase(event, answer)),
  notify: (text) => ({ systemMessage: text }),
  seenIn,
  askingAlone: 'is ignored',
  sessionIn: (env) => (env['CODEX_CI'] === '1' ? { session: env['CODEX_SESSION_ID'] ?? null } : null),
  tools,
  places,
  install: codexHooks,
  approvals,
  switches,
  canary,
}
