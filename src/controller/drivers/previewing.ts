import type { Decision, EnvSnapshot, ProposedChangePlan } from '../artifacts.ts'
import { check, guard } from './judging.ts'
import { limited } from './limit.ts'
import { means } from './means.ts'
import type { CycleWorld, PlanView, PreviewedChange } from './world.ts'

/** Shows what a plan would change, against the state as it is now. Changes nothing. */
export async function previewOf(world: CycleWorld, plan: ProposedChangePlan, snapshot: EnvSnapshot): Promise<PlanView> {
  const changes: PreviewedChange[] = []
  for (const decision of plan.decisions) changes.push(await previewed(world, plan, decision))
  return { plan, snapshot, changes }
}

async function previewed(world: CycleWorld, plan: ProposedChangePlan, decision: Decision): Promise<PreviewedChange> {
  const guarded = guard(world, plan, decision)
  if (!guarded.verdict.allowed) return { decision, verdict: guarded.verdict, preview: null }
  const { verdict } = await check(world, decision, guarded)
  const { driver, request, timeoutMs } = means(world, decision)
  const shown = await limited(timeoutMs, (signal) => driver.preview(request, signal))
  return { decision, verdict, preview: shown.ok ? shown.value : null }
}
