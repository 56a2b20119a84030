import type { ArtifactRef, Draft, Json, JsonObject } from '../../ledger/kinds.ts'
import { accountOf } from '../account.ts'
import { type EnvSnapshot, type ExecutionReport, type ProposedChangePlan, planSchema } from '../artifacts.ts'
import { stepFor } from '../bundle.ts'
import type { CycleEnd } from '../facts.ts'
import { RESULT_REF } from '../refs.ts'
import { reportOf } from '../report.ts'
import type { Notes } from './notes.ts'
import type { ControllerRecord } from './record.ts'
import type { CycleWorld } from './world.ts'

/** Reads a stored plan. */
export async function planIn(record: ControllerRecord, artifact: ArtifactRef): Promise<ProposedChangePlan> {
  const document = (await record.get(artifact)) as { body: Json }
  return planSchema.parse(document.body)
}

/**
 * Writes the report of a cycle and ends the cycle. A cycle that attempted nothing, and whose plan has a report that says the
 * same, is idle: it ends without another report.
 */
export async function writeReport(
  world: CycleWorld,
  notes: Notes,
  { snapshot }: { snapshot: EnvSnapshot | null },
  plan: ProposedChangePlan | null,
  stopped: string | null,
): Promise<{ report: ExecutionReport; end: CycleEnd }> {
  const { record } = world
  await record.catchUp()
  for (;;) {
    const made = makeReport(world, notes, snapshot, plan, stopped)
    const drafts = await draftsOf(world, notes, made, plan)
    const { seq } = record.state
    // A person may have resolved an effect while the artifacts were written: then the report says something else.
    await record.catchUp()
    if (record.state.seq !== seq && makeReport(world, notes, snapshot, plan, stopped).hash !== made.hash) continue
    await record.append(drafts)
    return { report: made.report, end: made.end }
  }
}

type Made = { report: ExecutionReport; hash: string; end: CycleEnd; isDry: boolean; hasNews: boolean }

function makeReport(
  { record }: CycleWorld,
  notes: Notes,
  snapshot: EnvSnapshot | null,
  plan: ProposedChangePlan | null,
  stopped: string | null,
): Made {
  const cycle = record.state.cycles.findLast((one) => one.cycle === notes.cycle)
  if (cycle === undefined) throw new Error('A report belongs to a cycle.')
  const report = reportOf(accountOf(record.state, cycle, plan, snapshot, stopped))
  const { report_id, execution_hash, status } = report
  const isDry = cycle.dryRun
  const before = record.state.reports.get(report_id)
  const hasNews = isDry || cycle.begun.size > 0 || before?.execution_hash !== execution_hash
  return { report, hash: execution_hash, end: isDry ? 'dry-run' : hasNews ? status : 'idle', isDry, hasNews }
}

/** The entries that a report adds. An idle cycle only ends. */
async function draftsOf(
  { record, bundle }: CycleWorld,
  notes: Notes,
  { report, end, isDry, hasNews }: Made,
  plan: ProposedChangePlan | null,
): Promise<Draft[]> {
  const { report_id, execution_hash, status, errors } = report
  if (!hasNews) return notes.ended(end, null, errors[0] ?? null, plan)
  const meta: JsonObject = { agent_id: stepFor(bundle, 'act').agent.agent_id, ...(isDry && { dry_run: true }) }
  const artifact = await record.seal('execution_report', report_id, report, { meta })
  const executed = Object.values(report.artifact_refs).some((one) => (one as JsonObject)['status'] === 'applied')
  const result = { [RESULT_REF]: { status, report_id, execution_hash } }
  return [
    notes.evidence('act', 'builtin.act.report', result, [artifact]),
    notes.note('report.written', { report_id, execution_hash, status, executed, dry_run: isDry }, [artifact]),
    ...(await notes.ended(end, null, errors[0] ?? null, plan, errors)),
  ]
}
