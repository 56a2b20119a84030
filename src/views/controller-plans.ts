import type { ProposedChangePlan } from '../controller/artifacts.ts'
import { type Ledger, readJson } from '../controller/drivers/record.ts'
import { factOf } from '../controller/facts.ts'
import type { ArtifactRef, Json } from '../ledger/kinds.ts'

type Source = Pick<Ledger, 'read' | 'getArtifact'>

/** Reads a plan that a controller proposed; null if it never did. */
export async function readPlan(ledger: Source, stream: string, plan_id: string): Promise<ProposedChangePlan | null> {
  let found: ArtifactRef | undefined
  for await (const entry of ledger.read(stream)) {
    const fact = factOf(entry)
    if (fact?.kind === 'plan.proposed' && fact.body.plan_id === plan_id) found = entry.artifacts[0]
  }
  if (found === undefined) return null
  const { body } = (await readJson(ledger, found)) as { body: Json }
  return body as ProposedChangePlan
}

/** The ids of a controller's snapshots that start with the given text. */
export async function snapshotsLike(ledger: Source, stream: string, given: string): Promise<string[]> {
  const ids = new Set<string>()
  for await (const entry of ledger.read(stream)) {
    const fact = factOf(entry)
    if (fact?.kind === 'snapshot.taken' && fact.body.snapshot_id.startsWith(given)) ids.add(fact.body.snapshot_id)
  }
  return ids.has(given) ? [given] : [...ids]
}
