import { describe, expect, it } from 'vitest'
import { atOnce } from '../../test/helpers/at-once.ts'
import { Cells, dying, entriesOf, factsOf, openCells, set } from '../../test/helpers/controllers.ts'
import type { ArtifactRef, JsonObject } from '../ledger/kinds.ts'
import type { Store } from '../ledger/store.ts'
import { openMemoryStore } from '../ledger/stores/memory.ts'
import type { EnvSnapshot } from './artifacts.ts'
import { checkArtifact } from './check-artifact.ts'
import { openController } from './drivers/controller.ts'
import { readJson } from './drivers/record.ts'
import { replayController } from './drivers/replaying.ts'
import { idempotencyKey, planId } from './ids.ts'

/** The defects of the system that controllers come from, and its tests, as cases that hold here. */

const INVENTORY = `
body:
  bundle_id: inventory
  agents:
    - { agent_id: inventory:observe, role: observe }
    - { agent_id: inventory:decide, role: decide }
    - agent_id: inventory:act
      runtime: { kind: builtin.act }
      contract:
        outputs: [{ ref: "resource:inventory:update", mode: mutate }]
        effects:
          - name: update the inventory
            target: resource:inventory:update
            idempotency: { type: keyed, key_fields: [idempotency_key] }
            driver: { kind: inventory }
  plan:
    - { step: observe, agent_id: inventory:observe, outputs: ["state:env.snapshot"] }
    - { step: decide, agent_id: inventory:decide, inputs: ["state:env.snapshot"], outputs: ["artifact:proposed.plan"] }
    - { step: act, agent_id: inventory:act, inputs: ["artifact:proposed.plan"] }
  meta:
    policy:
      allow: [state:env.snapshot, artifact:proposed.plan, resource:inventory:update]
      approve: [resource:inventory:update]
`

type Inventory = {
  ledger: Store
  observed: () => number
  count: () => number
  open: () => ReturnType<typeof openController>
}

function inventory(bundle = INVENTORY): Inventory {
  const ledger = openMemoryStore()
  let observed = 0
  let count = 0
  const open = (): ReturnType<typeof openController> =>
    openController(ledger, bundle, {
      agents: {
        'inventory:observe': {
          observe: async () => {
            observed++
            return { environment: { state: { phase: 'mock', count } } }
          },
        },
        'inventory:decide': {
          decide: async () => ({
            decisions: count === 0 ? [{ effect_ref: 'resource:inventory:update', target_state: { count: 1 } }] : [],
            summary: 'Count the inventory.',
          }),
        },
      },
      drivers: {
        inventory: {
          faultOf: () => null,
          callsOf: () => [],
          preview: async ({ target_state }) => ({ before: { count }, after: target_state }),
          apply: async () => {
            count++
            return { outcome: 'done', why: null, response: { count }, output: { stdout: 'counted\n' } }
          },
          probe: async () => (count > 0 ? 'done' : 'not-done'),
        },
      },
    })
  return { ledger, observed: () => observed, count: () => count, open }
}

describe('the ten defects of the origin', () => {
  it('1: a plan id depends on snapshot, intent and decisions; a key on all of these and on the target', () => {
    const decisions = [{ effect_ref: 'resource:a', target_state: { x: 1 } }]
    const ids = [
      planId({ intent_id: 'i', snapshot_id: 's1', decisions }),
      planId({ intent_id: 'i', snapshot_id: 's2', decisions }),
      planId({ intent_id: 'j', snapshot_id: 's1', decisions }),
      planId({ intent_id: 'i', snapshot_id: 's1', decisions: [] }),
    ]
    expect(new Set(ids).size).toBe(4)
    const keys = ids.flatMap((id) => [idempotencyKey(id, 'resource:a'), idempotencyKey(id, 'resource:b')])
    expect(new Set(keys).size).toBe(8)
  })

  it('2 and 3: the demo passes lint, runs, and every artifact it writes fits its own schema', async () => {
    const { ledger, open } = inventory()
    const controller = await open()
    expect((await controller.cycle()).end).toBe('succeeded')
    const artifacts = new Map<string, ArtifactRef>()
    for (const entry of await entriesOf(ledger, 'controller/inventory'))
      for (const one of entry.artifacts) artifacts.set(one.name, one)
    const names = ['env_snapshot.json', 'proposed_change_plan.json', 'execution_report.json']
    for (const name of names)
      expect(checkArtifact(await readJson(ledger, artifacts.get(name) as ArtifactRef))).toMatchObject({ ok: true })
  })

  it('4: a result names its policy decisions', async () => {
    const controller = await inventory().open()
    const { report } = await controller.cycle()
    expect(report?.policy_decisions).toMatchObject([
      { effect_ref: 'state:env.snapshot', allowed: true },
      { effect_ref: 'artifact:proposed.plan', allowed: true },
      { effect_ref: 'resource:inventory:update', allowed: true },
    ])
  })

  it('5: a denial is in a report, with the files for people', async () => {
    const { ledger, open, count } = inventory(
      INVENTORY.replaceAll('resource:inventory:update]', ']').replace(', ]', ']'),
    )
    const controller = await open()
    const { report, end } = await controller.cycle()
    expect(end).toBe('failed')
    expect(report?.errors.join()).toContain('policy guard denied resource:inventory:update')
    expect(count()).toBe(0)
    const names = (await entriesOf(ledger, 'controller/inventory')).flatMap(({ artifacts }) =>
      artifacts.map(({ name }) => name),
    )
    expect(names).toEqual(expect.arrayContaining(['execution_report.json', 'gap_map.json', 'backlog.json']))
  })

  it('6: snapshot and plan are stored and verified before anything is changed', async () => {
    const { ledger, open } = inventory()
    await (await open()).cycle()
    const kinds = (await entriesOf(ledger, 'controller/inventory')).map(({ kind }) => kind)
    const intended = kinds.indexOf('effect.intended')
    expect(kinds.indexOf('snapshot.taken')).toBeLessThan(intended)
    expect(kinds.indexOf('plan.proposed')).toBeLessThan(intended)
    expect(intended).toBeLessThan(kinds.indexOf('effect.ended'))
  })

  it('7: replay observes nothing, decides nothing and changes nothing', async () => {
    const { ledger, open, observed, count } = inventory()
    const controller = await open()
    const { report } = await controller.cycle()
    const before = [observed(), count()]
    const [cycle] = await replayController(ledger, controller.stream)
    expect([observed(), count()]).toEqual(before)
    expect(cycle).toMatchObject({ recorded: report?.execution_hash, replayed: report?.execution_hash, differences: [] })
  })

  it('8: a key is enforced for each effect, whichever process comes next', async () => {
    const ledger = openMemoryStore()
    const cells = new Cells()
    const first = await openCells({ ledger: dying(ledger), cells, decisions: [set('a'), set('b')] })
    await expect(first.controller.cycle()).rejects.toThrow('died')
    const second = await openCells({ ledger, cells, decisions: [set('a'), set('b')], options: { takeOver: true } })
    expect(await second.controller.cycle()).toMatchObject({ end: 'succeeded', isResumed: true })
    expect(cells.applied).toEqual(['resource:cell:a', 'resource:cell:b'])
  })

  it('9: nothing approves a plan by default', async () => {
    const { open, count } = inventory(INVENTORY.replace('approve: [resource:inventory:update]', 'approve: []'))
    const controller = await open()
    expect((await controller.cycle()).end).toBe('awaiting-approval')
    expect(count()).toBe(0)
  })

  it('10: the last report is part of the next snapshot', async () => {
    const { open } = inventory()
    const controller = await open()
    const { report, snapshot: first } = await controller.cycle()
    const { snapshot } = await controller.cycle()
    expect(lastReport(first)).toBe(undefined)
    expect(lastReport(snapshot)).toEqual({ report_id: report?.report_id, execution_hash: report?.execution_hash })
  })
})

const lastReport = (snapshot: EnvSnapshot | null): unknown =>
  (snapshot?.environment as JsonObject | undefined)?.['last_report']

describe("the origin's own tests", () => {
  it('a run leaves its evidence and its result', async () => {
    const { ledger, open } = inventory()
    await (await open()).cycle()
    const evidence = (await entriesOf(ledger, 'controller/inventory')).filter(
      ({ kind }) => kind === 'evidence.recorded',
    )
    expect(evidence.map(({ body }) => [body['agent'], body['kind']])).toEqual([
      ['observe', 'builtin.observer.snapshot'],
      ['decide', 'builtin.decide.plan'],
      ['act', 'builtin.act.report'],
    ])
    expect(evidence.at(-1)?.body['payload']).toMatchObject({ 'state:act.result': { status: 'succeeded' } })
    const ended = (await entriesOf(ledger, 'controller/inventory')).find(({ kind }) => kind === 'effect.ended')
    expect(ended?.body).toMatchObject({ response: { count: 1 }, output: { stdout: 'counted\n' } })
  })

  it('a bundle without a policy denies everything', async () => {
    const bundle = INVENTORY.slice(0, INVENTORY.indexOf('  meta:'))
    const { open, observed } = inventory(bundle)
    const controller = await open()
    const { end, report } = await controller.cycle()
    expect(end).toBe('failed')
    expect(report?.errors).toEqual(['policy guard denied state:env.snapshot: NOT_ALLOWED: target not allowlisted'])
    expect(observed()).toBe(0)
  })

  it('agents add evidence of their own', async () => {
    const { controller, ledger } = await openCells({
      decisions: async (_, { addEvidence }) => {
        addEvidence('my.reasons', { because: 'it is Tuesday' })
        return { decisions: [] }
      },
    })
    await controller.cycle()
    expect(await factsOf(ledger, 'evidence.recorded')).toContainEqual(
      expect.objectContaining({ agent: 'decide', kind: 'my.reasons', payload: { because: 'it is Tuesday' } }),
    )
  })

  it.each([
    ['no snapshot', { 'cells:observe': { observe: async () => undefined as never } }, 'SNAPSHOT_INVALID'],
    [
      'an environment that is not JSON',
      { 'cells:observe': { observe: async () => ({ environment: { f: () => 1 } as never }) } },
      'SNAPSHOT_INVALID',
    ],
    [
      'a snapshot that forges the last report',
      { 'cells:observe': { observe: async () => ({ environment: { last_report: 1 } }) } },
      'SNAPSHOT_INVALID',
    ],
    ['no plan', { 'cells:decide': { decide: async () => ({ decisions: 7 }) as never } }, 'PLAN_INVALID'],
    [
      'a target twice',
      { 'cells:decide': { decide: async () => ({ decisions: [set('a'), set('a', { value: 2 })] }) } },
      'PLAN_INVALID',
    ],
    [
      'a decision that is none',
      { 'cells:decide': { decide: async () => ({ decisions: [null] }) as never } },
      'PLAN_INVALID',
    ],
    [
      'a state that is not JSON',
      { 'cells:decide': { decide: async () => ({ decisions: [set('a', { n: Number.NaN })] }) } },
      'PLAN_INVALID',
    ],
    [
      'a secret in a plan',
      { 'cells:decide': { decide: async () => ({ decisions: [set('a', { password: 'hunter2-hunter2' })] }) } },
      'PLAN_INVALID',
    ],
    ['an error', { 'cells:observe': { observe: () => Promise.reject(new Error('sensor broken')) } }, 'AGENT_FAILED'],
  ])('an agent that gives %s ends the cycle with a code, on record', async (_, agents, code) => {
    const { controller, cells, ledger } = await openCells({ agents })
    expect(await controller.cycle()).toMatchObject({ end: 'error', code })
    expect(await factsOf(ledger, 'cycle.ended')).toMatchObject([{ end: 'error', code }])
    expect(cells.applied).toEqual([])
    // The next cycle starts afresh.
    expect((await controller.cycle()).cycle).toBe(2)
  })

  it('an agent that hangs ends at its time limit', async () => {
    const { controller } = await openCells({
      timeoutSeconds: 1,
      agents: { 'cells:observe': { observe: () => new Promise(() => {}) } },
    })
    const ended = await atOnce(() => controller.cycle())
    expect(ended).toMatchObject({ end: 'error', why: 'It did not finish within 1 seconds.' })
  })

  it('an unknown agent is refused when the controller is opened', async () => {
    await expect(openController(openMemoryStore(), INVENTORY, { drivers: {} })).rejects.toMatchObject({
      code: 'BUNDLE_INVALID',
    })
    const custom = INVENTORY.replace('driver: { kind: inventory }', 'driver: { kind: file, path: x }')
    await expect(openController(openMemoryStore(), custom)).rejects.toMatchObject({ code: 'AGENT_UNKNOWN' })
  })
})
