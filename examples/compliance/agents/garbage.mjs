/** Emits what is no step, in every way it can think of. */
import { heard } from './protocol.mjs'

const GARBAGE = [
  'All done!',
  '{"belief":',
  '[]',
  'null',
  '{}',
  '{"belief":{"posture":"sure"}}',
  '\u0000',
  '['.repeat(5000),
]

let n = 0
for await (const { kind } of heard()) {
  if (kind === 'end') break
  process.stdout.write(`${GARBAGE[n++ % GARBAGE.length]}\n`)
}
