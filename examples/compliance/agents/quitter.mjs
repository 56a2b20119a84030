/** Writes something, asks to stop, and walks away. */
import { follow, step } from './protocol.mjs'

await follow([
  step('none', 'unknown', 'write_policy', { content: 'match: workload\n' }),
  step('attempted', 'unknown', 'terminate', {}, 'This should do.'),
])
