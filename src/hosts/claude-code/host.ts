import type { Host } from '../host.ts'
import { phrase } from './answer.ts'
import { NAME, parse } from './parse.ts'
import { seenIn } from './transcript.ts'

export const claudeCode: Host = {
  name: NAME,
  parse,
  phrase,
  seenIn,
  askingAlone: 'denies',
  sessionIn: (env) => (env['CLAUDECODE'] === '1' ? { session: env['CLAUDE_CODE_SESSION_ID'] ?? null } : null),
}
