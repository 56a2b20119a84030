import type { Decision, EnvSnapshot, ProposedChangePlan } from '../artifacts.ts'
import { check, guard } from './judging.ts'
import { limited } from './limit.ts'
import { means } from './means.ts'
import type { CycleWorld, PlanView, PreviewedChange } from './world.ts'

/** Shows what a plan would change, against the state as it is now. Changes nothing. */
export async function previewOf(
  world: CycleWorld,
  plan: ProposedChangePlan,
  snapshot: EnvSnapshot,
  wasShown: boolean,
): Promise<PlanView> {
  const changes: PreviewedChange[] = []
  for (const decision of plan.decisions) changes.push(await previewed(world, plan, decision))
  return { plan, snapshot, changes, wasShown }
}

async function previewed(world: CycleWorld, plan: ProposedChangePlan, decision: Decision): Promise<PreviewedChange> {
  const { verdict, by, unresolved } = await check(world, decision, guard(world, plan, decision))
  const judged = { decision, verdict, by, unresolved }
  if (!verdict.allowed) return { ...judged, preview: null }
  const { driver, request, timeoutMs } = means(world, decision)
  const shown = await limited(timeoutMs, (signal) => driver.preview(request, signal))
  return { ...judged, preview: shown.ok ? shown.value : null }
}
