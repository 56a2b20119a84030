import { attemptOf } from '../../dispatch/attempt.ts'
import { toolsOf } from '../../hosts/calls.ts'
import { seenIn } from '../../supervisor/dispatch/seen-call.ts'
import type { Call } from '../../trust/call.ts'
import type { ScoredCall } from '../../views/scored-calls.ts'

/** A recorded call as scorers see it; null if its input is no longer there or was too long to be kept in its entry. */
export function recordedCall({ host, proposal }: Pick<ScoredCall, 'host' | 'proposal'>): Call | null {
  if (proposal === null || proposal.input === null) return null
  const { tool, input } = proposal
  const act = toolsOf(host).actOf({ tool, input, call: null, command: null })
  return seenIn({ tool, input, command: act.kind === 'shell' ? act.command : null }, attemptOf(act))
}
