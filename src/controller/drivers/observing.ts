import { canonical } from '../../ledger/canonical.ts'
import { type ArtifactRef, isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import { redactJson } from '../../ledger/redact.ts'
import { type EnvSnapshot, snapshotSchema } from '../artifacts.ts'
import { type Bundle, stepFor } from '../bundle.ts'
import { ControllerError } from '../errors.ts'
import { dataHash, snapshotId } from '../ids.ts'
import type { ControllerRecord } from './record.ts'

const MAX_SNAPSHOT_BYTES = 8 << 20

/** The field of the environment that names the last report. */
const LAST_REPORT = 'last_report'

/**
 * Makes a snapshot of what was observed, and stores it. Secrets are removed before anything is hashed. The last report that
 * changed anything is part of the environment, so a fault that occurs again gives a new snapshot.
 */
export async function takeSnapshot(
  record: ControllerRecord,
  bundle: Bundle,
  observed: unknown,
): Promise<{ snapshot: EnvSnapshot; artifact: ArtifactRef }> {
  const { environment, constraints } = parsed(observed)
  if (Object.hasOwn(environment, LAST_REPORT))
    throw new ControllerError('SNAPSHOT_INVALID', `An observe agent must not set "${LAST_REPORT}": the harness does.`)
  const { lastReport } = record.state
  const whole = redactJson({
    environment: { ...environment, ...(lastReport && { [LAST_REPORT]: lastReport }) },
    constraints,
  })
  const clean = whole.value as { environment: JsonObject; constraints: JsonObject[] }
  requireSize(clean)
  const data_hash = dataHash(clean.environment, clean.constraints)
  const at = record.now()
  const snapshot: EnvSnapshot = { snapshot_id: snapshotId(data_hash), timestamp: at, ...clean, data_hash }
  const last = record.state.cycles.findLast((one) => one.snapshot !== null)?.snapshot
  // Nothing has changed since: the artifact of that time says the same.
  if (last?.snapshot_id === snapshot.snapshot_id) return { snapshot, artifact: last.artifact }
  const { agent } = stepFor(bundle, 'observe')
  const meta = { agent_id: agent.agent_id }
  const artifact = await record.seal('environment_snapshot', snapshot.snapshot_id, snapshot, { at, meta })
  if (artifact.redacted !== undefined)
    throw new ControllerError('SNAPSHOT_INVALID', 'The snapshot contains a secret that cannot be removed from it.')
  return { snapshot, artifact }
}

function parsed(observed: unknown): { environment: JsonObject; constraints: JsonObject[] } {
  const { environment, constraints = [] } = isObject(observed) ? observed : {}
  const isUsable = isObject(environment) && Array.isArray(constraints) && constraints.every(isObject)
  if (!isUsable)
    throw new ControllerError('SNAPSHOT_INVALID', 'An observe agent must return {environment, constraints?}.')
  return { environment: environment as JsonObject, constraints: constraints as JsonObject[] }
}

function requireSize(value: Json): void {
  let text: string
  try {
    text = canonical(value)
  } catch (error) {
    throw new ControllerError('SNAPSHOT_INVALID', `The environment is not JSON data: ${(error as Error).message}`)
  }
  if (Buffer.byteLength(text) > MAX_SNAPSHOT_BYTES)
    throw new ControllerError(
      'SNAPSHOT_INVALID',
      `The environment is larger than ${MAX_SNAPSHOT_BYTES >> 20} MiB. Observe less of it.`,
    )
}

/** Reads a stored snapshot. */
export async function snapshotIn(record: ControllerRecord, artifact: ArtifactRef): Promise<EnvSnapshot> {
  const document = (await record.get(artifact)) as { body: Json }
  return snapshotSchema.parse(document.body)
}
