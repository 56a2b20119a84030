import type { ArtifactRef, Json, JsonObject } from '../../ledger/kinds.ts'
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
  const { record, bundle } = world
  const cycle = record.state.cycles.findLast((one) => one.cycle === notes.cycle)
  if (cycle === undefined) throw new Error('A report belongs to a cycle.')
  const report = reportOf(accountOf(record.state, cycle, plan, snapshot, stopped))
  const { report_id, execution_hash, status, errors } = report
  const dry_run = cycle.dryRun
  const before = record.state.reports.get(report_id)
  const hasNews = dry_run || cycle.begun.size > 0 || before?.execution_hash !== execution_hash
  const end: CycleEnd = dry_run ? 'dry-run' : hasNews ? status : 'idle'
  if (!hasNews) {
    await record.append(await notes.ended(end, null, errors[0] ?? null, plan))
    return { report, end }
  }
  const meta: JsonObject = { agent_id: stepFor(bundle, 'act').agent.agent_id, ...(dry_run && { dry_run: true }) }
  const artifact = await record.seal('execution_report', report_id, report, { meta })
  const executed = Object.values(report.artifact_refs).some((one) => (one as JsonObject)['status'] === 'applied')
  const result = { [RESULT_REF]: { status, report_id, execution_hash } }
  await record.append([
    notes.evidence('act', 'builtin.act.report', result, [artifact]),
    notes.note('report.written', { report_id, execution_hash, status, executed, dry_run }, [artifact]),
    ...(await notes.ended(end, null, errors[0] ?? null, plan, errors)),
  ])
  return { report, end }
}
