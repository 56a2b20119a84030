import type { ArtifactRef } from '../../ledger/kinds.ts'
import type { EnvSnapshot, ProposedChangePlan } from '../artifacts.ts'
import { stepFor } from '../bundle.ts'
import { ControllerError } from '../errors.ts'
import { factOf } from '../facts.ts'
import { decideContext } from './decide-context.ts'
import { proposePlan } from './deciding.ts'
import { requireHeld } from './hold.ts'
import { limited } from './limit.ts'
import { Notes } from './notes.ts'
import { snapshotIn } from './observing.ts'
import { messageOf } from './reason.ts'
import { planIn } from './reporting.ts'
import type { CycleWorld } from './world.ts'

/** The plan of the past, if there was one, and the plan that the same agent makes now. */
export type ComparedPlans = { snapshot: EnvSnapshot; before: ProposedChangePlan | null; after: ProposedChangePlan }

/** Asks the decide agent about a recorded snapshot. The new plan is recorded beside the old one and never carried out. */
export async function decideAgain(
  world: CycleWorld,
  snapshot_id: string,
  signal: AbortSignal | undefined,
): Promise<ComparedPlans> {
  const { record, bundle, decide } = world
  await record.catchUp()
  requireHeld(world)
  const found = await findSnapshot(world, snapshot_id)
  const snapshot = await snapshotIn(record, found.snapshot)
  const before = found.plan === null ? null : await planIn(record, found.plan)
  const notes = new Notes(world, (record.state.cycles.at(-1)?.cycle ?? 0) + 1)
  await record.append([await notes.started(true, false)])
  const { step } = stepFor(bundle, 'decide')
  const evidence = notes.collector('decide')
  const context = (limit: AbortSignal) => decideContext(world, notes, snapshot, limit, evidence.add)
  const decided = await limited(step.timeoutSeconds * 1000, (limit) => decide.decide(snapshot, context(limit)), signal)
  if (!decided.ok) {
    await record.append(await notes.ended('error', decided.code ?? 'AGENT_FAILED', decided.why, null))
    throw new ControllerError('AGENT_FAILED', decided.why)
  }
  const { plan, artifact } = await proposePlan(world, snapshot, decided.value).catch(async (error: unknown) => {
    const code = error instanceof ControllerError ? error.code : 'AGENT_FAILED'
    await record.append(await notes.ended('error', code, messageOf(error), null))
    throw error
  })
  const body = { plan_id: plan.plan_id, snapshot_id, with: before?.plan_id ?? null }
  await record.append([
    notes.note('plan.compared', body, [artifact]),
    ...evidence.drafts(),
    ...(await notes.ended('dry-run', null, null, null)),
  ])
  return { snapshot, before, after: plan }
}

/** Finds a recorded snapshot and the last plan that was made for it. */
async function findSnapshot(
  { record }: CycleWorld,
  snapshot_id: string,
): Promise<{ snapshot: ArtifactRef; plan: ArtifactRef | null }> {
  let snapshot: ArtifactRef | undefined
  let plan: ArtifactRef | null = null
  for await (const entry of record.ledger.read(record.stream)) {
    const fact = factOf(entry)
    if (fact?.kind !== 'snapshot.taken' && fact?.kind !== 'plan.proposed') continue
    if (fact.body.snapshot_id !== snapshot_id) continue
    if (fact.kind === 'snapshot.taken') snapshot = entry.artifacts[0]
    else plan = entry.artifacts[0] ?? null
  }
  if (snapshot === undefined)
    throw new ControllerError('CYCLE_UNKNOWN', `${record.stream} has no snapshot ${snapshot_id}.`)
  return { snapshot, plan }
}
