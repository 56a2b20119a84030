import { activePolicyIn } from '../machine/active-policy.ts'
import { gathererIn } from '../machine/gatherer.ts'
import { askerIn } from '../machine/model-asker.ts'
import { evidenceFrom } from '../machine/reused-evidence.ts'
import { changesIn, lookIn } from '../machine/workspace.ts'
import { optimise } from '../process/engine.ts'
import { GO_ON } from '../supervisor/answer.ts'
import { recordPlain } from '../supervisor/record/plain.ts'
import type { GateWorld } from '../supervisor/stop/world.ts'
import { stopGate } from '../supervisor/stop.ts'
import { hookWith, type Receive } from './run.ts'
import { worldIn } from './world.ts'

/** Up to this many bytes of a message, a stop ends before optimised code would pay. */
const SHORT_BYTES = 2_000

/** Receives the end of a turn, or of a subagent's work. `gatherer` makes what runs the checks. */
export const receiveStop =
  (gatherer: typeof gathererIn): Receive =>
  (world, event, around) => {
    const { home, opened, folder } = around
    const { report } = event
    // Hosts use these events for more than the end of a turn.
    if (report.kind !== 'stop') {
      recordPlain(world, event)
      return GO_ON
    }
    const look = opened === null ? null : lookIn(opened)
    const gateWorld: GateWorld = {
      ...worldIn(world, around),
      // Checked against the ledger: here an agent gains most by removing an approval or restoring an older one.
      activePolicy: activePolicyIn(opened, 'ledger'),
      changes: changesIn(opened, look),
      askModel: askerIn(folder),
      gather: evidenceFrom(opened, look, gatherer(folder, home.dir)),
    }
    optimise(Buffer.byteLength(report.message ?? '') > SHORT_BYTES)
    return stopGate(gateWorld, event, report).finally(() => optimise(true))
  }

export const hook = hookWith(receiveStop(gathererIn))
