import type { Host } from '../host.ts'
import { phrase } from './answer.ts'
import { NAME, parse } from './parse.ts'
import { complete, seenIn } from './transcript.ts'

export const gemini: Host = {
  name: NAME,
  parse,
  complete,
  phrase,
  seenIn,
  askingAlone: 'hangs',
  sessionIn: (env) => (env['GEMINI_CLI'] === '1' ? { session: null } : null),
}
