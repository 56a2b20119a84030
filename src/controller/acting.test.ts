import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../test/helpers/at-once.ts'
import { Cells, entriesOf, factsOf, openCells, set } from '../../test/helpers/controllers.ts'
import { scaled, seed } from '../../test/helpers/scale.ts'
import { openMemoryStore } from '../ledger/stores/memory.ts'
import { replayController } from './drivers/replaying.ts'
import { resolveEffect, unresolvedEffects } from './drivers/resolving.ts'
import type { Approval } from './drivers/world.ts'

const OUTPUTS = ['state:env.snapshot', 'artifact:proposed.plan']

const never = new Promise<never>(() => {})

describe('the guard', () => {
  it('denies an effect that the plan does not declare, and reports it', async () => {
    const { controller, cells } = await openCells({
      decisions: async () => ({ decisions: [set('a'), set('b')], policy_requirements: ['resource:cell:a'] }),
    })
    const { end, report } = await controller.cycle()
    expect(end).toBe('partial')
    expect(cells.applied).toEqual(['resource:cell:a'])
    expect(report?.policy_decisions.at(-1)).toMatchObject({ effect_ref: 'resource:cell:b', allowed: false })
    expect(report?.policy_decisions.at(-1)?.reason).toContain('NOT_DECLARED')
    expect(report?.errors.join()).toContain('policy guard denied resource:cell:b')
  })

  it('denies an effect outside the contract, even if it is allowlisted', async () => {
    const { controller, cells } = await openCells({
      allow: [...OUTPUTS, 'resource:*:*'],
      decisions: [{ effect_ref: 'resource:other:a', target_state: {} }],
    })
    const { end, report } = await controller.cycle()
    expect(end).toBe('failed')
    expect(report?.errors.join()).toContain('NOT_IN_CONTRACT')
    expect(cells.applied).toEqual([])
  })

  it.each([
    ['observe', ['artifact:proposed.plan', 'resource:cell:*'], 'state:env.snapshot'],
    ['decide', ['state:env.snapshot', 'resource:cell:*'], 'artifact:proposed.plan'],
    ['act', OUTPUTS, 'resource:cell:a'],
  ])('denies what %s may not do, before it does it, in a report', async (_, allow, ref) => {
    let decided = 0
    const { controller, cells, ledger } = await openCells({
      allow,
      approve: [],
      decisions: async () => {
        decided++
        return { decisions: [set('a')] }
      },
      options: { approve: async () => ({ kind: 'approve', by: 'test' }) },
    })
    const { end, report } = await controller.cycle()
    expect(end).toBe('failed')
    expect(report?.status).toBe('failed')
    expect(report?.policy_decisions.filter(({ allowed }) => !allowed)).toMatchObject([{ effect_ref: ref }])
    expect(cells.applied).toEqual([])
    expect(decided).toBe(ref === 'resource:cell:a' ? 1 : 0)
    expect(await factsOf(ledger, 'report.written')).toHaveLength(1)
    const artifacts = (await entriesOf(ledger)).flatMap(({ artifacts }) => artifacts.map(({ name }) => name))
    expect(artifacts).toEqual(expect.arrayContaining(['execution_report.json', 'gap_map.json', 'backlog.json']))
  })

  it('never lets a denied effect run and always reports it, whatever the policy and the plan', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd')
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { maxLength: 4 }),
        fc.subarray(['a', 'b', 'c', 'd']),
        fc.subarray(['a', 'b', 'c', 'd']),
        async (wanted, allowed, declared) => {
          const { controller, cells } = await openCells({
            allow: [...OUTPUTS, ...allowed.map((one) => `resource:cell:${one}`)],
            decisions: async () => ({
              decisions: wanted.map((one) => set(one)),
              policy_requirements: declared.map((one) => `resource:cell:${one}`),
            }),
          })
          const { report } = await controller.cycle()
          const isPermitted = (one: string): boolean => allowed.includes(one) && declared.includes(one)
          const firstDenied = wanted.findIndex((one) => !isPermitted(one))
          const reached = firstDenied === -1 ? wanted : wanted.slice(0, firstDenied)
          expect(cells.applied).toEqual(reached.map((one) => `resource:cell:${one}`))
          const denied = report?.policy_decisions.filter((one) => !one.allowed).map(({ effect_ref }) => effect_ref)
          expect(denied).toEqual(firstDenied === -1 ? [] : [`resource:cell:${wanted[firstDenied]}`])
          expect(report?.status).toBe(firstDenied === -1 ? 'succeeded' : reached.length > 0 ? 'partial' : 'failed')
        },
      ),
      { seed: seed(), numRuns: scaled(400) },
    )
  })

  it('passes the denial of a dispatch check on, and records its facts', async () => {
    const fact = { kind: 'dispatch.denied', actor: 'harness' as const, body: { code: 'PROTECTED' } }
    const { controller, cells, ledger } = await openCells({
      decisions: [set('a')],
      options: { check: async () => ({ denied: 'Not permitted: protected (PROTECTED).', facts: [fact] }) },
    })
    const { end, report } = await controller.cycle()
    expect(end).toBe('failed')
    expect(report?.errors.join()).toContain('CHECK_DENIED: Not permitted: protected (PROTECTED).')
    expect(cells.applied).toEqual([])
    expect((await entriesOf(ledger)).map(({ kind }) => kind)).toContain('dispatch.denied')
    const replayed = await replayController(ledger, controller.stream)
    expect(replayed.flatMap(({ differences }) => differences)).toEqual([])
  })
})

describe('drivers that do not behave', () => {
  it('that throw leave the effect to its probe', async () => {
    const cells = new Cells()
    cells.behave.apply = async ({ effect_ref, target_state }) => {
      cells.values[effect_ref] = target_state
      throw new Error('connection lost')
    }
    const { controller } = await openCells({ cells, decisions: [set('a')] })
    expect((await controller.cycle()).end).toBe('succeeded')
  })

  it('that hang end at the time limit; without a probe the outcome is unknown', async () => {
    const cells = new Cells()
    cells.behave = { apply: () => never, probe: async () => 'unknown' }
    const { controller, ledger } = await openCells({ cells, decisions: [set('a'), set('b')], timeoutSeconds: 1 })
    const { end, report } = await atOnce(() => controller.cycle())
    expect(end).toBe('partial')
    expect(report?.artifact_refs).toEqual({ 'resource:cell:a': { status: 'unknown' } })
    expect(report?.errors).toEqual([
      'resource:cell:a: outcome unknown: It did not finish within 1 seconds.',
      'not attempted: resource:cell:b',
    ])
    expect(cells.applied).toEqual(['resource:cell:a'])
    expect(await unresolvedEffects(ledger, controller.stream)).toHaveLength(1)
  })

  it.each([
    ['keyed', 'failed', []],
    ['non-idempotent', 'partial', ['resource:cell:a']],
  ])('that claim success without effect are contradicted by their probe (%s)', async (idempotency, status, unknown) => {
    const cells = new Cells()
    cells.behave.apply = async () => ({ outcome: 'done', why: null, response: {}, output: {} })
    const { controller, ledger } = await openCells({ cells, decisions: [set('a')], idempotency })
    const { end, report } = await controller.cycle()
    expect(end).toBe(status)
    expect(report?.errors.join()).toContain('reported success, but its probe finds the target in another state')
    const unresolved = await unresolvedEffects(ledger, controller.stream)
    expect(unresolved.map(({ effect_ref }) => effect_ref)).toEqual(unknown)
  })

  it('that deny an effect which took place are contradicted too', async () => {
    const cells = new Cells()
    cells.behave.apply = async ({ effect_ref, target_state }) => {
      cells.values[effect_ref] = target_state
      return { outcome: 'not-done', why: 'nothing changed', response: {}, output: {} }
    }
    const { controller } = await openCells({ cells, decisions: [set('a')] })
    expect((await controller.cycle()).end).toBe('succeeded')
  })

  it.each([
    ['nothing', undefined],
    ['an unknown outcome', { outcome: 'maybe', why: null, response: {}, output: {} }],
    ['a function', { outcome: 'done', why: null, response: { f: () => 1 }, output: {} }],
  ])('that answer with %s count as unknown', async (_, answer) => {
    const cells = new Cells()
    cells.behave = { apply: async () => answer as never, probe: async () => 'maybe' as never }
    const { controller } = await openCells({ cells, decisions: [set('a')] })
    expect((await controller.cycle()).report?.artifact_refs).toEqual({ 'resource:cell:a': { status: 'unknown' } })
  })

  it('that fault a target state end the cycle before anything is attempted', async () => {
    const cells = new Cells()
    cells.behave.faultOf = () => 'value must be even'
    const { controller } = await openCells({ cells, decisions: [set('a')] })
    expect(await controller.cycle()).toMatchObject({ end: 'error', code: 'PLAN_INVALID' })
    expect(cells.applied).toEqual([])
  })
})

describe('at most once', () => {
  it('does not carry out a plan again while nothing has changed', async () => {
    const { controller, cells, ledger } = await openCells({
      decisions: async ({ environment }) => ({ decisions: environment['last_report'] ? [] : [set('a')] }),
    })
    for (let i = 0; i < 4; i++) await controller.cycle()
    expect(cells.applied).toEqual(['resource:cell:a'])
    expect((await factsOf(ledger, 'plan.proposed')).map(({ reused }) => reused)).toEqual([false, false, true, true])
  })

  it('attempts again what certainly did not happen', async () => {
    const cells = new Cells()
    cells.behave.apply = async () => ({ outcome: 'not-done', why: 'refused', response: {}, output: {} })
    const { controller } = await openCells({ cells, decisions: [set('a')] })
    expect((await controller.cycle()).end).toBe('failed')
    cells.behave = {}
    expect(await controller.cycle()).toMatchObject({ end: 'succeeded', isPlanReused: true })
    expect(cells.applied).toEqual(['resource:cell:a', 'resource:cell:a'])
  })

  it('retries within a cycle only effects that are declared idempotent', async () => {
    for (const [idempotency, attempts] of [
      ['non-idempotent', 1],
      ['keyed', 3],
      ['reentrant', 3],
    ] as const) {
      const cells = new Cells()
      cells.behave.apply = async () => ({ outcome: 'not-done', why: 'busy', response: {}, output: {} })
      const { controller } = await openCells({ cells, decisions: [set('a')], idempotency, maxAttempts: 3 })
      await controller.cycle()
      expect(cells.applied).toHaveLength(attempts)
    }
  })

  it('never retries an unknown outcome, whatever is declared', async () => {
    const cells = new Cells()
    cells.behave = { apply: () => Promise.reject(new Error('lost')), probe: async () => 'unknown' }
    const { controller } = await openCells({ cells, decisions: [set('a')], idempotency: 'reentrant', maxAttempts: 5 })
    expect((await controller.cycle()).end).toBe('partial')
    expect(cells.applied).toHaveLength(1)
  })

  it('blocks a target whose outcome is unknown until a person resolves it, even for a new plan', async () => {
    const cells = new Cells()
    cells.behave = { apply: () => Promise.reject(new Error('lost')), probe: async () => 'unknown' }
    let value = 1
    const { controller, ledger } = await openCells({
      cells,
      decisions: async () => ({ decisions: [set('a', { value })] }),
    })
    expect((await controller.cycle()).end).toBe('partial')
    expect((await controller.cycle()).end).toBe('idle')
    // The environment changes, so there is a new plan with a new key for the same target.
    cells.values['resource:cell:z'] = { changed: true }
    value = 2
    cells.behave = {}
    const blocked = await controller.cycle()
    expect(blocked.end).toBe('failed')
    expect(blocked.report?.errors.join()).toContain('UNRESOLVED')
    expect(cells.applied).toHaveLength(1)
    await resolveEffect(ledger, controller.stream, 'resource:cell:a', { outcome: 'not-done', reason: 'looked' })
    expect((await controller.cycle()).end).toBe('succeeded')
    expect(cells.values['resource:cell:a']).toEqual({ value: 2 })
    const replayed = await replayController(ledger, controller.stream)
    expect(replayed.flatMap(({ differences }) => differences)).toEqual([])
  })

  it('takes a person’s word only for effects whose outcome is unknown', async () => {
    const { controller, ledger } = await openCells({ decisions: [set('a')] })
    await controller.cycle()
    const resolution = { outcome: 'not-done' as const, reason: 'again, please' }
    await expect(resolveEffect(ledger, controller.stream, 'resource:cell:a', resolution)).rejects.toMatchObject({
      code: 'EFFECT_UNKNOWN',
    })
  })
})

describe('two controllers on one stream', () => {
  it('never both run it', async () => {
    const ledger = openMemoryStore()
    const opened = await Promise.allSettled([openCells({ ledger }), openCells({ ledger }), openCells({ ledger })])
    expect(opened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    const failed = opened.filter((one) => one.status === 'rejected')
    for (const { reason } of failed as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: 'CONTROLLER_BUSY' })
  })

  it('one after the other may', async () => {
    const ledger = openMemoryStore()
    const first = await openCells({ ledger })
    await first.controller.cycle()
    await first.controller.close()
    const second = await openCells({ ledger })
    expect((await second.controller.cycle()).cycle).toBe(2)
  })

  it('the one that lost the controller carries out nothing more', async () => {
    const ledger = openMemoryStore()
    const cells = new Cells()
    const first = await openCells({ ledger, cells, decisions: [set('a'), set('b')] })
    cells.behave.apply = async ({ effect_ref, target_state }) => {
      cells.values[effect_ref] = target_state
      await openCells({ ledger, options: { takeOver: true } })
      return { outcome: 'done', why: null, response: {}, output: {} }
    }
    await expect(first.controller.cycle()).rejects.toMatchObject({ code: 'CONTROLLER_BUSY' })
    expect(cells.applied).toEqual(['resource:cell:a'])
  })
})

describe('stopping', () => {
  it('finishes the effect in hand, reports it, and attempts no other', async () => {
    const stop = new AbortController()
    const cells = new Cells()
    cells.behave.apply = async ({ effect_ref, target_state }) => {
      stop.abort()
      cells.values[effect_ref] = target_state
      return { outcome: 'done', why: null, response: {}, output: {} }
    }
    const { controller } = await openCells({ cells, decisions: [set('a'), set('b')] })
    const { end, report } = await controller.cycle({ signal: stop.signal })
    expect(end).toBe('partial')
    expect(report?.errors).toEqual(['not attempted: resource:cell:b', 'stopped before the next effect'])
    expect(cells.applied).toEqual(['resource:cell:a'])
  })

  it('ends a decision at once', async () => {
    const stop = new AbortController()
    const { controller, ledger } = await openCells({
      decisions: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')))
          stop.abort()
        }),
    })
    expect((await controller.cycle({ signal: stop.signal })).end).toBe('cancelled')
    expect((await factsOf(ledger, 'cycle.ended')).map(({ end }) => end)).toEqual(['cancelled'])
  })
})

describe('approval', () => {
  it('is bound to the exact plan: a new state needs a new one', async () => {
    const ledger = openMemoryStore()
    const cells = new Cells()
    const asked: string[] = []
    const { controller } = await openCells({
      ledger,
      cells,
      approve: [],
      decisions: async ({ environment }) => ({ decisions: environment['last_report'] ? [] : [set('a')] }),
      options: {
        approve: async ({ plan }) => {
          asked.push(plan.plan_id)
          return asked.length === 1 ? { kind: 'later' } : { kind: 'approve', by: 'me' }
        },
      },
    })
    expect((await controller.cycle()).end).toBe('awaiting-approval')
    expect(cells.applied).toEqual([])
    cells.values['resource:cell:z'] = { changed: true }
    expect((await controller.cycle()).end).toBe('succeeded')
    expect(new Set(asked).size).toBe(2)
    expect(await factsOf(ledger, 'plan.approved')).toMatchObject([{ plan_id: asked[1], by: 'me' }])
  })

  it('that is refused is reported; the plan stays rejected until somebody approves it', async () => {
    const answers: Approval[] = [{ kind: 'reject', by: 'me' }, { kind: 'later' }, { kind: 'approve', by: 'me' }]
    const { controller, cells } = await openCells({
      approve: [],
      decisions: [set('a')],
      options: { approve: async () => answers.shift() ?? { kind: 'later' } },
    })
    const { end, report } = await controller.cycle()
    expect(end).toBe('failed')
    expect(report?.errors.join()).toContain('NOT_APPROVED')
    expect((await controller.cycle()).end).toBe('idle')
    expect(cells.applied).toEqual([])
    expect((await controller.cycle()).end).toBe('succeeded')
  })

  it('is not needed for what the policy approves', async () => {
    const { controller } = await openCells({
      decisions: [set('a')],
      options: { approve: () => Promise.reject(new Error('asked')) },
    })
    expect((await controller.cycle()).end).toBe('succeeded')
  })
})

it('changes nothing in a dry run, and shows what would change', async () => {
  const { controller, cells, ledger } = await openCells({ decisions: [set('a')], approve: [] })
  const { end, view, report } = await controller.cycle({ dryRun: true })
  expect(end).toBe('dry-run')
  expect(view?.changes).toMatchObject([{ verdict: { allowed: true }, preview: { before: null, after: { value: 1 } } }])
  expect(report?.status).toBe('succeeded')
  expect(cells.applied).toEqual([])
  expect(await factsOf(ledger, 'effect.intended')).toEqual([])
  // A dry run is no report of the plan.
  expect((await controller.cycle()).end).toBe('awaiting-approval')
})
