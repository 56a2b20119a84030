import { describe, expect, it } from 'vitest'
import { Cells, dying, entriesOf, openCells, set } from '../../test/helpers/controllers.ts'
import type { Entry, JsonObject } from '../ledger/kinds.ts'
import { openMemoryStore } from '../ledger/stores/memory.ts'
import { readText } from './drivers/record.ts'
import { replayController } from './drivers/replaying.ts'

/** Promises of docs/controller.md that no other test covers. */

const observing = (environment: JsonObject) => ({ 'cells:observe': { observe: async () => ({ environment }) } })

describe('an interrupted plan', () => {
  const DECISIONS = [set('a'), set('b')]

  it('keeps its approval', async () => {
    const [ledger, cells] = [openMemoryStore(), new Cells()]
    const approved = { approve: async () => ({ kind: 'approve', by: 'me' }) as const }
    const first = await openCells({
      ledger: dying(ledger),
      cells,
      approve: [],
      decisions: DECISIONS,
      options: approved,
    })
    await expect(first.controller.cycle()).rejects.toThrow('died')
    const asked = { approve: () => Promise.reject(new Error('asked again')), takeOver: true }
    const second = await openCells({ ledger, cells, approve: [], decisions: DECISIONS, options: asked })
    expect(await second.controller.cycle()).toMatchObject({ end: 'succeeded', isResumed: true })
    expect(cells.applied).toEqual(['resource:cell:a', 'resource:cell:b'])
  })

  it('is judged by the bundle as it is now, and still replays', async () => {
    const [ledger, cells] = [openMemoryStore(), new Cells()]
    const first = await openCells({ ledger: dying(ledger), cells, decisions: DECISIONS })
    await expect(first.controller.cycle()).rejects.toThrow('died')
    const allow = ['state:env.snapshot', 'artifact:proposed.plan', 'resource:cell:a']
    const second = await openCells({ ledger, cells, allow, decisions: DECISIONS, options: { takeOver: true } })
    const { end, report } = await second.controller.cycle()
    expect(end).toBe('partial')
    expect(report?.errors.join()).toContain('policy guard denied resource:cell:b: NOT_ALLOWED')
    expect(cells.applied).toEqual(['resource:cell:a'])
    const replayed = await replayController(ledger, 'controller/cells')
    expect(replayed.flatMap(({ differences }) => differences)).toEqual([])
  })
})

describe('a snapshot', () => {
  it('contains no secret, and its id does not depend on one', async () => {
    const ids: string[] = []
    for (const password of ['hunter2-hunter2', 'correct-horse-battery']) {
      const { controller, ledger } = await openCells({ agents: observing({ db: { password, port: 1 } }) })
      const { snapshot } = await controller.cycle()
      ids.push(snapshot?.snapshot_id ?? '')
      expect(snapshot?.environment).toMatchObject({ db: { port: 1 } })
      expect(JSON.stringify(snapshot)).not.toContain(password)
      for (const { artifacts } of await entriesOf(ledger))
        for (const one of artifacts) expect(await readText(ledger, one)).not.toContain(password)
    }
    expect(new Set(ids).size).toBe(1)
  })

  it('has at most 8 MiB', async () => {
    const { controller } = await openCells({ agents: observing({ text: 'x'.repeat(8 << 20) }) })
    expect(await controller.cycle()).toMatchObject({ end: 'error', code: 'SNAPSHOT_INVALID' })
  })

  it('contains the constraints of the observe agent', async () => {
    const observe = async () => ({ environment: {}, constraints: [{ rule: 'no changes on Fridays' }] })
    const { controller } = await openCells({ agents: { 'cells:observe': { observe } } })
    expect((await controller.cycle()).snapshot?.constraints).toEqual([{ rule: 'no changes on Fridays' }])
  })
})

it('a plan has at most 1,000 decisions', async () => {
  const { controller, cells } = await openCells({ decisions: Array.from({ length: 1001 }, (_, i) => set(`c${i}`)) })
  expect(await controller.cycle()).toMatchObject({ end: 'error', code: 'PLAN_INVALID' })
  expect(cells.applied).toEqual([])
})

it.each(['observe', 'decide'])('%s is attempted again if it fails, as often as the bundle says', async (role) => {
  let calls = 0
  const flaky = async <Value>(value: Value): Promise<Value> => {
    if (++calls < 3) throw new Error('busy')
    return value
  }
  const agents = {
    observe: { 'cells:observe': { observe: () => flaky({ environment: {} }) } },
    decide: { 'cells:decide': { decide: () => flaky({ decisions: [] }) } },
  }[role]
  const { controller } = await openCells({ maxAttempts: 3, agents: agents ?? {} })
  expect((await controller.cycle()).end).toBe('succeeded')
  expect(calls).toBe(3)
})

describe('a replay', () => {
  /** The differences that a replay finds if one entry of a kind had another body. */
  async function differencesWith(kind: string, change: (body: JsonObject) => JsonObject): Promise<string> {
    const { controller, ledger } = await openCells({ decisions: [set('a'), set('b')] })
    await controller.cycle()
    let changed = 0
    const forged = {
      getArtifact: ledger.getArtifact.bind(ledger),
      async *read(stream: string): AsyncGenerator<Entry> {
        for await (const entry of ledger.read(stream)) {
          const isLast = entry.kind === kind && (kind !== 'effect.judged' || JSON.stringify(entry).includes('cell:b'))
          if (isLast) changed++
          yield isLast ? { ...entry, body: change(entry.body) } : entry
        }
      },
    }
    const cycles = await replayController(forged, controller.stream)
    expect(changed).toBeGreaterThan(0)
    return cycles.flatMap(({ differences }) => differences).join('\n')
  }

  it.each<[string, (body: JsonObject) => JsonObject, string]>([
    ['cycle.started', (body) => ({ ...body, bundle_hash: '0'.repeat(64) }), 'bundle_hash'],
    ['snapshot.taken', (body) => ({ ...body, snapshot_id: 'snap-other' }), 'snapshot_id'],
    ['plan.proposed', (body) => ({ ...body, plan_id: 'plan-other' }), 'plan_id'],
    [
      'effect.judged',
      (body) => ({ ...body, decision: { ...(body['decision'] as JsonObject), allowed: false } }),
      'the verdict on resource:cell:b',
    ],
    ['effect.ended', (body) => ({ ...body, outcome: 'not-done' }), 'execution_hash'],
    ['report.written', (body) => ({ ...body, execution_hash: '0'.repeat(64) }), 'execution_hash'],
  ])('finds another body of %s', async (kind, change, difference) => {
    expect(await differencesWith(kind, change)).toContain(difference)
  })
})
