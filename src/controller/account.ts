import type { JsonObject } from '../ledger/kinds.ts'
import type { EnvSnapshot, ProposedChangePlan } from './artifacts.ts'
import type { Account } from './report.ts'
import type { ControllerState, CycleState } from './state.ts'

/** An account of a cycle, from the state that its entries give. */
export function accountOf(
  state: ControllerState,
  cycle: CycleState,
  plan: ProposedChangePlan | null,
  snapshot: EnvSnapshot | null,
  stopped: string | null,
): Account {
  const outcomes: Account['outcomes'] = new Map(
    (plan?.decisions ?? []).flatMap(({ idempotency_key }) => {
      const effect = state.effects.get(idempotency_key)
      return effect === undefined || effect.outcome === null || cycle.dryRun
        ? []
        : [[idempotency_key, { outcome: effect.outcome, why: effect.why }]]
    }),
  )
  return {
    plan,
    verdicts: cycle.verdicts.map(({ verdict }) => verdict),
    outcomes,
    stopped,
    isDryRun: cycle.dryRun,
    artifacts: evidenceOf(state, plan, snapshot),
  }
}

/** Points to the evidence of each agent. */
function evidenceOf(state: ControllerState, plan: ProposedChangePlan | null, snapshot: EnvSnapshot | null): JsonObject {
  return {
    ...(snapshot && { ObserveAgent: { snapshot_id: snapshot.snapshot_id, data_hash: snapshot.data_hash } }),
    ...(plan && {
      DecideAgent: {
        plan_id: plan.plan_id,
        model: plan.llm_metadata.model,
        prompt_hash: plan.llm_metadata.prompt_hash,
      },
      ActAgent: {
        effects: plan.decisions.flatMap(({ effect_ref, idempotency_key }) => {
          const effect = state.effects.get(idempotency_key)
          if (effect === undefined) return []
          const { attempts, outcome, seq } = effect
          return [{ effect_ref, idempotency_key, attempts, outcome, seq }]
        }),
      },
    }),
  }
}
