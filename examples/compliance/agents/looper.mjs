/** Tries the same thing for ever. It is allowed to: bad ideas are. Its budget is not endless. */
import { follow, step } from './protocol.mjs'

function* again() {
  for (;;) yield step('none', 'unknown', 'apply_policy')
}

await follow(again())
