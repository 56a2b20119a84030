import type { z } from 'zod'
import { LedgerError } from '../ledger/errors.ts'
import { isObject, type Json } from '../ledger/kinds.ts'
import {
  type ArtifactType,
  BODIES,
  type BodyOf,
  type ControllerArtifact,
  type EnvSnapshot,
  type ExecutionReport,
  envelopeSchema,
  type ProposedChangePlan,
} from './artifacts.ts'
import { envelopeHash } from './envelope.ts'
import { dataHash, digest, executionHash, idempotencyKey, planId, snapshotId } from './ids.ts'

/** A value in an artifact that is not what its content implies. */
export type ArtifactFinding = { path: string; found: string; expected: string }

export type CheckedArtifact =
  | { ok: true; artifact: ControllerArtifact }
  | { ok: false; problems: readonly string[]; findings: readonly ArtifactFinding[] }

/** Checks a document: its form first, then every hash and id in it. */
export function checkArtifact(value: unknown): CheckedArtifact {
  if (!isObject(value)) return unusable(['An artifact has the fields envelope and body.'])
  const envelope = envelopeSchema.safeParse(value['envelope'])
  if (!envelope.success) return unusable(problemsIn(envelope.error, 'envelope'))
  const others = Object.keys(value).filter((key) => key !== 'envelope' && key !== 'body')
  if (others.length > 0) return unusable(others.map((key) => `${key}: unknown field`))
  const body = BODIES[envelope.data.artifact_type].safeParse(value['body'])
  if (!body.success) return unusable(problemsIn(body.error, 'body'))
  // The body as it is written: what a schema adds or leaves out must not change a hash.
  const artifact = { envelope: envelope.data, body: value['body'] } as ControllerArtifact
  const findings = findingsOf(artifact)
  return findings.length === 0
    ? { ok: true, artifact: { envelope: envelope.data, body: body.data } as ControllerArtifact }
    : { ok: false, problems: [], findings }
}

const unusable = (problems: readonly string[]): CheckedArtifact => ({ ok: false, problems, findings: [] })

const problemsIn = (error: z.ZodError, part: string): string[] =>
  error.issues.map(({ path, message }) => `${[part, ...path.map(String)].join('.')}: ${message}`)

function findingsOf({ envelope, body }: ControllerArtifact): ArtifactFinding[] {
  const type = envelope.artifact_type
  // The type of the envelope chose the schema of the body.
  const { id, expected } = IDS[type](body as never)
  const all: Expected[] = [
    { path: 'envelope.body_hash', found: envelope.body_hash, make: () => digest(body as Json) },
    { path: 'envelope.envelope_hash', found: envelope.envelope_hash, make: () => envelopeHash(envelope) },
    ...expected,
    ...(id === null
      ? []
      : [{ path: 'envelope.artifact_id', found: envelope.artifact_id, make: () => `${type}/${id}` }]),
  ]
  return all.flatMap(({ path, found, make }) => {
    const value = computed(make)
    return value === found ? [] : [{ path, found, expected: value }]
  })
}

type Expected = { path: string; found: string; make: () => string }

/** A value that has no canonical form, such as a lone surrogate, has no hash. */
function computed(make: () => string): string {
  try {
    return make()
  } catch (error) {
    if (error instanceof LedgerError) return `none: ${error.message}`
    throw error
  }
}

/** The id of a body, if it has one, and every id and hash in it. */
const IDS: { readonly [Type in ArtifactType]: (body: BodyOf<Type>) => { id: string | null; expected: Expected[] } } = {
  environment_snapshot: (body) => ({ id: body.snapshot_id, expected: ofSnapshot(body) }),
  proposed_change_plan: (body) => ({ id: body.plan_id, expected: ofPlan(body) }),
  execution_report: (body) => ({ id: body.report_id, expected: ofReport(body) }),
  gap_map: () => ({ id: null, expected: [] }),
  backlog: () => ({ id: null, expected: [] }),
}

const ofSnapshot = ({ environment, constraints = [], data_hash, snapshot_id }: EnvSnapshot): Expected[] => [
  { path: 'body.data_hash', found: data_hash, make: () => dataHash(environment, constraints) },
  { path: 'body.snapshot_id', found: snapshot_id, make: () => snapshotId(dataHash(environment, constraints)) },
]

const ofPlan = (plan: ProposedChangePlan): Expected[] => [
  { path: 'body.plan_id', found: plan.plan_id, make: () => planId(plan) },
  ...plan.decisions.map(({ idempotency_key, effect_ref }, i) => ({
    path: `body.decisions.${i}.idempotency_key`,
    found: idempotency_key,
    make: () => idempotencyKey(planId(plan), effect_ref),
  })),
]

const ofReport = (report: ExecutionReport): Expected[] => [
  { path: 'body.execution_hash', found: report.execution_hash, make: () => executionHash(report) },
  ...report.policy_decisions.flatMap(({ idempotency_key, effect_ref }, i) =>
    idempotency_key === undefined
      ? []
      : [
          {
            path: `body.policy_decisions.${i}.idempotency_key`,
            found: idempotency_key,
            make: () => idempotencyKey(report.report_id, effect_ref),
          },
        ],
  ),
]
