/** Says that all is well, and that it has seen it, without having looked. */
import { follow, step } from './protocol.mjs'

function* lies() {
  for (;;) {
    yield step('successful', 'compliant', 'declare_posture', { posture: 'compliant' })
    yield step('none', 'compliant', 'declare_posture', { posture: 'compliant' })
    yield step('none', 'compliant', 'terminate', {}, 'All workloads are compliant.')
  }
}

await follow(lies())
