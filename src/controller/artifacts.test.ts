import { isDeepStrictEqual } from 'node:util'
import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaled, seed } from '../../test/helpers/scale.ts'
import { canonical } from '../ledger/canonical.ts'
import { sha256 } from '../ledger/digest.ts'
import type { Json, JsonObject } from '../ledger/kinds.ts'
import { type ArtifactType, artifactJsonSchema, BODIES } from './artifacts.ts'
import { checkArtifact } from './check-artifact.ts'
import { sealArtifact } from './envelope.ts'
import { dataHash, digest, executionHash, idempotencyKey, planId, snapshotId } from './ids.ts'

const AT = { at: '2026-01-31T12:00:00.000Z', by: 'test' }

/** JSON values without the few that have no canonical form. */
const json = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll('-0', '0')) as Json)
const object = fc.dictionary(fc.string({ maxLength: 8 }), json, { maxKeys: 5 }) as fc.Arbitrary<JsonObject>
const ref = fc.constantFrom('resource:config:a', 'resource:config:b', 'resource:issue:7', 'resource:db:main')

const snapshotOf = (environment: JsonObject, constraints: JsonObject[] = []) => {
  const data_hash = dataHash(environment, constraints)
  const snapshot_id = snapshotId(data_hash)
  const body = { snapshot_id, timestamp: AT.at, environment, constraints, data_hash }
  return sealArtifact('environment_snapshot', snapshot_id, body, AT)
}

const planOf = (states: [string, JsonObject][]) => {
  const decisions = states.map(([effect_ref, target_state]) => ({ effect_ref, target_state }))
  const about = { intent_id: 'intent.test', snapshot_id: 'snap-1' }
  const plan_id = planId({ ...about, decisions })
  const body = {
    plan_id,
    ...about,
    decisions: decisions.map((one) => ({ ...one, idempotency_key: idempotencyKey(plan_id, one.effect_ref) })),
    llm_metadata: { model: 'm', prompt_hash: '0'.repeat(64), determinism_hint: 'replayable' as const },
    summary: 'A plan.',
    policy_requirements: decisions.map(({ effect_ref }) => effect_ref),
  }
  return sealArtifact('proposed_change_plan', plan_id, body, AT)
}

const reportOf = (states: [string, JsonObject][]) => {
  const plan_id = `plan-${'1'.repeat(64)}`
  const artifact_refs = Object.fromEntries(
    states.map(([effect_ref, state]) => [effect_ref, { status: 'applied', state }]),
  )
  const policy_decisions = states.map(([effect_ref]) => ({
    effect_ref,
    allowed: true,
    reason: 'allowed by policy',
    idempotency_key: idempotencyKey(plan_id, effect_ref),
  }))
  const status = 'succeeded' as const
  const execution_hash = executionHash({ artifact_refs, policy_decisions, status })
  const body = {
    report_id: plan_id,
    artifact_refs,
    status,
    policy_decisions,
    errors: [],
    artifacts: {},
    execution_hash,
  }
  return sealArtifact('execution_report', plan_id, body, AT)
}

/** The same value with its keys in another order. */
function shuffled(value: Json, seed: number): Json {
  if (Array.isArray(value)) return value.map((one) => shuffled(one, seed))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => [key, shuffled(part, seed)] as const)
  return Object.fromEntries(seed % 2 === 0 ? entries.reverse() : [...entries.slice(1), ...entries.slice(0, 1)])
}

describe('hashes and ids', () => {
  it('reproduce the three golden vectors of the origin', () => {
    const environment = { state: { phase: 'mock' } }
    const constraints = [{ type: 'guard', rule: 'mock-observe', description: 'Mock observation constraints' }]
    const data_hash = dataHash(environment, constraints)
    expect(data_hash).toBe('470c1573330392561196d22aa236d29e7c041a93e5cd50de2bb879d2e527d59c')
    const body = { snapshot_id: 'env-mock', timestamp: '2025-01-01T00:00:00Z', environment, constraints, data_hash }
    expect(digest(body)).toBe('5921474e45ff8a4b2ab0c6a3cbffe0af689e6f6a18c6cb486a9c73053210ac8a')
    const effect_ref = 'resource:inventory:update'
    const report = {
      artifact_refs: { [effect_ref]: { count: 1, status: 'applied' } },
      policy_decisions: [
        {
          allowed: true,
          effect_ref,
          idempotency_key: `intent.controller.mock:env-mock:${effect_ref}`,
          reason: 'allowlist',
        },
      ],
      status: 'succeeded',
    }
    expect(executionHash(report)).toBe('41ddf70186675e86c31d2433e33712679b9bb5a939937bc010ef99e3c02bc4ba')
  })

  it('do not depend on key order', () => {
    fc.assert(
      fc.property(object, fc.array(object, { maxLength: 3 }), fc.nat(9), (environment, constraints, seed) => {
        const other = shuffled({ environment, constraints }, seed) as {
          environment: JsonObject
          constraints: JsonObject[]
        }
        expect(dataHash(other.environment, other.constraints)).toBe(dataHash(environment, constraints))
      }),
    )
  })

  it('do not depend on locale and time zone', () => {
    const before = process.env['TZ']
    const environment = { ä: 1, z: 'Z', Z: 'z', '10': 2, '9': 3, at: '2026-01-31T12:00:00Z', n: 1234567.5 }
    const seen = new Set<string>()
    try {
      for (const zone of ['UTC', 'Pacific/Chatham', 'America/St_Johns']) {
        process.env['TZ'] = zone
        new Date().getTimezoneOffset()
        seen.add(dataHash(environment, []))
      }
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
    const theirs = canonicalize({ constraints: [], environment }) ?? ''
    expect([...seen]).toEqual([sha256(theirs)])
  })

  it('change with the content of strings, white space included', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(' ', '\n', '\r\n', '\t', 'x'), (text, more) => {
        expect(dataHash({ text }, [])).not.toBe(dataHash({ text: text + more }, []))
      }),
    )
    expect(dataHash({ text: 'a\r\nb' }, [])).not.toBe(dataHash({ text: 'a\nb' }, []))
  })

  it('leave the time of the observation out', () => {
    const { body } = snapshotOf({ a: 1 })
    expect(
      checkArtifact(
        sealArtifact('environment_snapshot', body.snapshot_id, { ...body, timestamp: '2030-01-01T00:00:00Z' }, AT),
      ).ok,
    ).toBe(true)
  })

  it('derive the plan from snapshot, intent and decisions, and the key from plan and target', () => {
    const decisions = [{ effect_ref: 'resource:a', target_state: { x: 1 } }]
    const id = planId({ intent_id: 'i', snapshot_id: 's', decisions })
    expect(planId({ intent_id: 'j', snapshot_id: 's', decisions })).not.toBe(id)
    expect(planId({ intent_id: 'i', snapshot_id: 't', decisions })).not.toBe(id)
    expect(planId({ intent_id: 'i', snapshot_id: 's', decisions: [] })).not.toBe(id)
    expect(idempotencyKey(id, 'resource:a')).not.toBe(idempotencyKey(id, 'resource:b'))
  })
})

const artifact = fc.oneof(
  fc
    .tuple(object, fc.array(object, { maxLength: 2 }))
    .map(([environment, constraints]) => snapshotOf(environment, constraints) as Json),
  fc
    .uniqueArray(fc.tuple(ref, object), { maxLength: 3, selector: ([one]) => one })
    .map((states) => planOf(states) as Json),
  fc
    .uniqueArray(fc.tuple(ref, object), { maxLength: 3, selector: ([one]) => one })
    .map((states) => reportOf(states) as Json),
)

describe('checkArtifact', () => {
  it('accepts what the harness writes, whatever it contains', () => {
    fc.assert(
      fc.property(artifact, (document) => {
        expect(checkArtifact(document)).toMatchObject({ ok: true })
        expect(checkArtifact(shuffled(document, 2))).toMatchObject({ ok: true })
      }),
    )
  })

  it('finds any changed byte of any artifact', () => {
    fc.assert(
      fc.property(artifact, fc.nat(), fc.integer({ min: 1, max: 255 }), (document, at, change) => {
        const bytes = Buffer.from(canonical(document))
        const i = at % bytes.length
        bytes[i] = (bytes[i] as number) ^ change
        const text = bytes.toString('utf8')
        let value: unknown
        try {
          value = JSON.parse(text)
        } catch {
          return
        }
        // Another form of the same number, such as e0303 for e+303, is no change of content.
        if (isDeepStrictEqual(value, JSON.parse(canonical(document)))) return
        expect(checkArtifact(value).ok).toBe(false)
      }),
      { seed: seed(), numRuns: scaled(4_000) },
    )
  })

  it('names what differs, what it should be, and where', () => {
    const plan = structuredClone(planOf([['resource:config:a', { content: 'x' }]]))
    const [first] = plan.body.decisions
    if (first === undefined) throw new Error('no decision')
    const was = plan.body.plan_id
    first.target_state = { content: 'y' }
    const checked = checkArtifact(plan)
    if (checked.ok) throw new Error('accepted')
    const paths = checked.findings.map(({ path }) => path)
    expect(paths).toEqual(['envelope.body_hash', 'body.plan_id', 'body.decisions.0.idempotency_key'])
    expect(checked.findings[1]).toMatchObject({ found: was })
  })

  it.each([
    ['not an object', 7, 'envelope and body'],
    ['no envelope', { body: {} }, 'envelope'],
    [
      'an unknown type',
      { ...snapshotOf({}), envelope: { ...snapshotOf({}).envelope, artifact_type: 'poem' } },
      'artifact_type',
    ],
    ['another field', { ...snapshotOf({}), more: 1 }, 'more'],
    ['an unknown field in the body', { ...snapshotOf({}), body: { ...snapshotOf({}).body, more: 1 } }, 'more'],
    ['a hash that is none', { ...snapshotOf({}), body: { ...snapshotOf({}).body, data_hash: 'abc' } }, 'data_hash'],
  ])('refuses %s', (_, document, part) => {
    const checked = checkArtifact(document)
    if (checked.ok) throw new Error('accepted')
    expect(checked.problems.join()).toContain(part)
  })

  it('survives keys that are special in JavaScript', () => {
    const environment = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as JsonObject
    const document = JSON.parse(canonical(snapshotOf(environment) as Json)) as Json
    expect(checkArtifact(document).ok).toBe(true)
  })
})

it('has a JSON Schema for every artifact type', () => {
  for (const type of Object.keys(BODIES) as ArtifactType[])
    expect(artifactJsonSchema(type)).toMatchObject({ type: 'object', required: ['envelope', 'body'] })
})
