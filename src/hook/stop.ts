import { activePolicyIn } from '../machine/active-policy.ts'
import { blocksIn } from '../machine/blocks.ts'
import { gathererIn } from '../machine/gatherer.ts'
import { guardOf } from '../machine/guard.ts'
import { reusedEvidence } from '../machine/reused-evidence.ts'
import { GO_ON } from '../supervisor/answer.ts'
import { recordPlain } from '../supervisor/record/plain.ts'
import type { AskedEvidence } from '../supervisor/stop/world.ts'
import { stopGate } from '../supervisor/stop.ts'
import { hookWith } from './run.ts'

/** The hook for the end of a turn, or of a subagent's work. */
export const hook = hookWith((world, event, { home, opened, folder }) => {
  const { report } = event
  // Hosts use these events for more than the end of a turn.
  if (report.kind !== 'stop') {
    recordPlain(world, event)
    return GO_ON
  }
  const gateWorld = {
    ...world,
    guard: guardOf(home, process.env),
    // Checked against the ledger: here an agent gains most by removing an approval or restoring an older one.
    activePolicy: (workspace: string) => activePolicyIn(opened, workspace, 'ledger'),
    blocks: blocksIn(home),
    gather: async (asked: AskedEvidence) => {
      const began = process.uptime()
      const reused = await reusedEvidence(opened, world.recorder, asked)
      const left = Math.max(1, Math.floor(asked.seconds - (process.uptime() - began)))
      return reused ?? gathererIn(folder, home)({ ...asked, seconds: left })
    },
  }
  return stopGate(gateWorld, event, report)
})
