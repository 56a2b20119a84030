import type { CheckedCall } from '../../dispatch/call.ts'
import { type DispatchVerdict, findingsOf, type Ruled, ruleOn } from '../../dispatch/call-verdict.ts'
import { askMessage, denyMessage } from '../../dispatch/messages.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'
import { builtInDispatch } from '../../policy/dispatch.ts'
import { type Fact, fact } from '../../session/facts.ts'
import { type Answer, GO_ON } from '../answer.ts'
import type { Dispatch, HostEvent } from '../event.ts'
import type { GuardedWorld } from '../guard.ts'
import { findPolicy } from '../session-policy.ts'
import { type Named, namedBy } from './named-files.ts'
import { callOf, denied, detailOf, type ReadCall } from './protect.ts'
import { type RiskFound, scoreCall } from './risk.ts'

/** The facts to record about a call, the answer to it, and the files it names; null if the project is unknown. */
export type Weighed = { facts: Fact[]; answer: Answer; named: Named | null }

/**
 * Checks a tool call that touches no protected place against the active policy: its form, its scope, its changes and its
 * risk. If the check itself fails, the call is let through and the ledger says so.
 */
export function weigh(world: GuardedWorld, event: HostEvent, dispatch: Dispatch, seen: ReadCall): Weighed {
  try {
    const active = policyOf(world, event)
    const policy = active?.policy.dispatch ?? builtInDispatch()
    const { attempt, aims, real, world: around } = seen
    const call: CheckedCall = {
      tool: dispatch.tool,
      input: dispatch.input,
      shape: world.guard.tools(event.host).shapeOf(dispatch.tool),
      role: event.agent?.type || 'main',
      attempt,
      aims,
      real,
      world: around,
      project: active?.project ?? null,
      policy,
      read: world.guard.textOf,
    }
    const checked = findingsOf(call)
    const scored = scoredSafely(dispatch, () =>
      scoreCall(world.trust, dispatch, attempt, active?.project ?? null, policy),
    )
    const findings = [...checked, ...scored.findings]
    const { facts, answer } = weighed(
      dispatch,
      ruleOn(findings, policy, () => world.guard.canAsk(event)),
    )
    const project = active?.project ?? event.cwd
    const named = project === null || answer.kind === 'deny' ? null : namedBy(seen, project, policy)
    return { facts: [...scored.facts, ...facts], answer, named }
  } catch (error) {
    return { ...NOTHING, facts: [failed(dispatch, error)] }
  }
}

/** If the ledger is unreadable, uses the policy of the folder that the host names, so that no check is disabled. */
function policyOf(world: GuardedWorld, event: HostEvent): ActivePolicy | null {
  try {
    const found = findPolicy(world, event)
    return found.kind === 'found' ? found.active : null
  } catch {
    return event.cwd === null ? null : world.activePolicy(event.cwd)
  }
}

/** A score that fails must not switch off the checks. */
function scoredSafely(dispatch: Dispatch, score: () => RiskFound): RiskFound {
  try {
    return score()
  } catch (error) {
    return { facts: [failed(dispatch, error)], findings: [] }
  }
}

const failed = (dispatch: Dispatch, error: unknown): Fact =>
  fact('check.failed', { ...callOf(dispatch), code: 'INTERNAL', detail: detailOf(error) })

const NOTHING: Weighed = { facts: [], answer: GO_ON, named: null }

function weighed(
  dispatch: Dispatch,
  { answer, findings, isUnasked }: DispatchVerdict,
): Pick<Weighed, 'facts' | 'answer'> {
  const [worst] = findings
  if (worst === undefined) return NOTHING
  const flagged = fact('dispatch.flagged', {
    ...callOf(dispatch),
    tool: dispatch.tool,
    answer,
    ...(isUnasked && { unasked: true as const }),
    findings: findings.map((one) => ({ code: one.code, said: shown(one) })),
  })
  switch (answer) {
    case 'allow':
    case 'flag':
      return { facts: [flagged], answer: GO_ON }
    case 'ask':
      return { facts: [flagged], answer: { kind: 'ask', reason: askMessage(worst.code, worst.said) } }
    case 'deny':
      return {
        facts: [flagged, denied(dispatch, worst.code, worst.said)],
        answer: { kind: 'deny', reason: denyMessage(worst.code, worst.said) },
      }
  }
}

const MAX_CHARS = 300

const shown = ({ said }: Ruled): string => (said.length > MAX_CHARS ? `${said.slice(0, MAX_CHARS)}...` : said)
