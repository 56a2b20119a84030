import { GAPS_ARE_FREE } from '../../claims/messages.ts'
import { sha256 } from '../../ledger/digest.ts'
import { builtInPolicy } from '../../policy/built-in.ts'
import { fact } from '../../session/facts.ts'
import { type Answer, GO_ON } from '../answer.ts'
import type { HostEvent } from '../event.ts'
import { Departed } from './gate-error.ts'
import { failureNotice } from './notices.ts'
import { requirePolicy } from './require-policy.ts'
import { blockedBy, recorded } from './verdict-answer.ts'
import type { GateWorld } from './world.ts'

/** If the gate fails, blocks the turn once, if the policy blocks at all. After that, lets the turn end and says so. */
export function answerFailure(world: GateWorld, event: HostEvent, error: unknown): Answer {
  const code = codeOf(error)
  const { stream } = event
  const count = world.blocks.read(stream)
  // The active policy must not decide about a session that began under another.
  const budget = error instanceof Departed ? builtInPolicy().blockBudget : budgetFor(world, event)
  const isFirst = count.failures === 0 && count.blocks < budget
  const reason = `Not permitted: ending the turn while claims cannot be checked. [${code}]\n${GAPS_ARE_FREE}`
  const next = { blocks: count.blocks + 1, failures: count.failures + 1, reason: sha256(reason) }
  const isBlocked = isFirst && world.blocks.keep(stream, next)
  const answer: Answer = isBlocked ? { kind: 'block', reason } : GO_ON
  const detail = error instanceof Error ? error.message : String(error)
  const body = { verdict: isBlocked ? 'blocked' : 'unsupervised', failed: code, detail: detail.slice(0, 500) }
  const facts = [fact('stop.judged', body), ...blockedBy(isBlocked ? reason : null)]
  return recorded(world, event, facts, { ...answer, notice: failureNotice(code, isBlocked) })
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error ? (error as { code?: unknown }).code : null
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : 'GATE_FAILED'
}

/** The policy's block budget, 0 if it blocks nothing; the built-in policy's if the policy cannot be read. */
function budgetFor(world: GateWorld, event: HostEvent): number {
  try {
    const found = requirePolicy(world, event)
    if (found.kind !== 'found') return builtInPolicy().blockBudget
    const { policy } = found.active
    return Object.values(policy.modes).includes('block') ? policy.blockBudget : 0
  } catch {
    // The caller reports the failure.
  }
  return builtInPolicy().blockBudget
}
