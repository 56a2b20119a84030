import type { Host } from '../host.ts'
import { phrase } from './answer.ts'
import { canary } from './canary.ts'
import { geminiHooks } from './install.ts'
import { NAME, parse } from './parse.ts'
import { places } from './places.ts'
import { switches } from './switches.ts'
import { tools } from './tools.ts'
import { complete, seenIn } from './transcript.ts'

export const gemini: Host = {
  name: NAME,
  parse,
  complete,
  phrase,
  notify: (text) => ({ systemMessage: text }),
  seenIn,
  askingAlone: 'hangs',
  sessionIn: (env) => (env['GEMINI_CLI'] === '1' ? { session: null } : null),
  tools,
  places,
  install: geminiHooks,
  switches,
  canary,
}
