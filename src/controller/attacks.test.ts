import { describe, expect, it } from 'vitest'
import { atOnce } from '../../test/helpers/at-once.ts'
import { Cells, dying, entriesOf, factsOf, openCells, type Setup, set } from '../../test/helpers/controllers.ts'
import { openMemoryStore } from '../ledger/stores/memory.ts'
import type { Ledger } from './drivers/record.ts'
import { replayController } from './drivers/replaying.ts'
import { resolveEffect, unresolvedEffects } from './drivers/resolving.ts'
import { repeatedIn } from './repeated.ts'

/** Attempts to make an effect happen twice, or without permission. Each one succeeded once. */

const DECISIONS = [set('a'), set('b')]
const unsure = async () => 'unknown' as const

/** A controller that died while it carried out its first effect, which nobody can tell about. */
async function interrupted(setup: Setup = {}) {
  const [ledger, cells] = [openMemoryStore(), new Cells()]
  cells.behave.probe = unsure
  const first = await openCells({ ledger: dying(ledger), cells, decisions: DECISIONS, ...setup })
  await expect(first.controller.cycle()).rejects.toThrow('died')
  expect(cells.applied).toEqual(['resource:cell:a'])
  const again = (more: Setup = {}) =>
    openCells({ ledger, cells, decisions: DECISIONS, ...more, options: { ...more.options, takeOver: true } })
  return { ledger, cells, again }
}

const differencesIn = async (ledger: Parameters<typeof replayController>[0]): Promise<string[]> =>
  (await replayController(ledger, 'controller/cells')).flatMap(({ differences }) => differences)

describe('an effect whose process died', () => {
  it.each<[string, Setup]>([
    ['the bundle no longer allows it', { allow: ['state:env.snapshot', 'artifact:proposed.plan', 'resource:cell:b'] }],
    ['the policy no longer approves it', { approve: [] }],
  ])('is unknown and stays blocked if %s', async (_, setup) => {
    const { ledger, cells, again } = await interrupted()
    const { controller } = await again(setup)
    expect((await controller.cycle()).end).toBe('partial')
    await controller.close()
    // A new state gives a new plan, with a new key for the same target.
    cells.values['resource:cell:z'] = { changed: true }
    const { controller: later } = await again()
    const { report } = await later.cycle()
    expect(report?.errors.join()).toContain('UNRESOLVED')
    expect(cells.applied).toEqual(['resource:cell:a'])
    expect(await unresolvedEffects(ledger, 'controller/cells')).toHaveLength(1)
    expect(await differencesIn(ledger)).toEqual([])
  })

  it('is settled first, even if the run that goes on is stopped at once', async () => {
    const { cells, again } = await interrupted()
    const { controller } = await again()
    expect((await controller.cycle({ signal: AbortSignal.abort() })).end).toBe('partial')
    expect((await controller.cycle()).report?.errors.join()).toContain('UNRESOLVED')
    expect(cells.applied).toEqual(['resource:cell:a'])
  })

  it('is not forgotten after a hundred dry runs', async () => {
    const { ledger, cells, again } = await interrupted()
    const { controller } = await again()
    for (let i = 0; i < 101; i++) await controller.cycle({ dryRun: true })
    expect(await controller.cycle()).toMatchObject({ cycle: 1, isResumed: true, end: 'partial' })
    expect(cells.applied).toEqual(['resource:cell:a'])
    expect(await differencesIn(ledger)).toEqual([])
  })

  it('is not probed in another folder, nor is the rest of its plan carried out there', async () => {
    const { cells, again } = await interrupted()
    cells.behave.probe = () => Promise.reject(new Error('probed'))
    const { controller } = await again({ options: { cwd: '/elsewhere' } })
    const { end, report } = await controller.cycle()
    expect(end).toBe('partial')
    expect(report?.errors.join()).toContain('the folder have changed since')
    expect(cells.applied).toEqual(['resource:cell:a'])
  })

  it('is not probed if checks do not permit it', async () => {
    const { cells, again } = await interrupted()
    cells.behave.probe = () => Promise.reject(new Error('probed'))
    const check = async () => ({ denied: 'Not permitted (RULED).', facts: [] })
    const { controller } = await again({ options: { check } })
    expect((await controller.cycle()).report?.errors.join()).toContain('Not probed: Not permitted (RULED).')
  })
})

it('counts a driver that is still running after its limit as unknown, whatever a probe finds', async () => {
  const cells = new Cells()
  cells.behave = { apply: () => new Promise(() => {}), probe: async () => 'not-done' }
  const { controller } = await openCells({ cells, decisions: [set('a')], timeoutSeconds: 1, maxAttempts: 3 })
  const { report } = await atOnce(() => controller.cycle())
  expect(report?.artifact_refs).toEqual({ 'resource:cell:a': { status: 'unknown' } })
  expect(cells.applied).toHaveLength(1)
})

describe('an approval', () => {
  const approving = { approve: async () => ({ kind: 'approve', by: 'me' }) as const }

  it('does not cover another folder or driver', async () => {
    const [ledger, cells] = [openMemoryStore(), new Cells()]
    cells.behave.apply = async () => ({ outcome: 'not-done', why: 'refused', response: {}, output: {} })
    cells.behave.probe = async () => 'not-done'
    const first = await openCells({ ledger, cells, approve: [], decisions: [set('a')], options: approving })
    expect((await first.controller.cycle()).end).toBe('failed')
    await first.controller.close()
    cells.behave = {}
    let wasShown: boolean | undefined
    const approve = async (view: { wasShown: boolean }) => {
      wasShown = view.wasShown
      return { kind: 'later' } as const
    }
    const options = { approve, cwd: '/elsewhere' }
    const { controller } = await openCells({ ledger, cells, approve: [], decisions: [set('a')], options })
    expect((await controller.cycle()).end).toBe('awaiting-approval')
    expect(wasShown).toBe(false)
    expect(cells.applied).toHaveLength(1)
  })

  it('is needed for each effect when it runs, even if it was blocked when the plan began', async () => {
    const cells = new Cells()
    const ledger = openMemoryStore()
    cells.behave = { apply: () => Promise.reject(new Error('lost')), probe: unsure }
    const approve = ['resource:cell:x']
    const first = await openCells({ ledger, cells, approve, decisions: [set('a')], options: approving })
    await first.controller.cycle()
    await first.controller.close()
    cells.values['resource:cell:z'] = { changed: true }
    cells.behave = {
      apply: async ({ effect_ref, target_state }) => {
        cells.values[effect_ref] = target_state
        await resolveEffect(ledger, 'controller/cells', 'resource:cell:a', { outcome: 'not-done', reason: 'looked' })
        return { outcome: 'done', why: null, response: {}, output: {} }
      },
    }
    const { controller } = await openCells({ ledger, cells, approve, decisions: [set('x'), set('a')] })
    const { report } = await controller.cycle()
    expect(report?.errors).toContain('resource:cell:a needs approval first')
    expect(cells.applied).toEqual(['resource:cell:a', 'resource:cell:x'])
    expect(await differencesIn(ledger)).toEqual([])
  })

  it('does not count if the state changed while the plan was shown', async () => {
    const cells = new Cells()
    const { controller } = await openCells({
      cells,
      approve: [],
      decisions: [set('a')],
      options: {
        approve: async () => {
          cells.values['resource:cell:a'] = { edited: 'by somebody else' }
          return { kind: 'approve', by: 'me' }
        },
      },
    })
    expect(await controller.cycle()).toMatchObject({
      end: 'awaiting-approval',
      why: expect.stringContaining('changed'),
    })
    expect(cells.applied).toEqual([])
  })

  it('of one plan carries out no other, even one that the policy approves', async () => {
    const { controller, cells } = await openCells({ decisions: [set('a')] })
    expect((await controller.cycle({ only: 'plan-other' })).end).toBe('awaiting-approval')
    expect(cells.applied).toEqual([])
  })

  it('that was refused is not replaced by a policy that approves the target', async () => {
    const ledger = openMemoryStore()
    const options = { approve: async () => ({ kind: 'reject', by: 'me' }) as const }
    const first = await openCells({ ledger, approve: [], decisions: [set('a')], options })
    await first.controller.cycle()
    await first.controller.close()
    const { controller, cells } = await openCells({ ledger, decisions: [set('a')] })
    expect((await controller.cycle()).report?.errors.join()).toContain('NOT_APPROVED')
    expect(cells.applied).toEqual([])
  })
})

it('shows nothing of a target that checks do not permit to touch', async () => {
  const cells = new Cells()
  cells.behave.preview = () => Promise.reject(new Error('previewed'))
  const check = async () => ({ denied: 'Not permitted (HOST_UNLISTED).', facts: [] })
  const { controller, ledger } = await openCells({ cells, decisions: [set('a')], options: { check } })
  const { view } = await controller.cycle({ dryRun: true })
  expect(view?.changes).toMatchObject([{ verdict: { allowed: false }, by: 'check', preview: null }])
  expect(await differencesIn(ledger)).toEqual([])
})

describe('the record', () => {
  it('keeps what happened if a driver fails afterwards', async () => {
    const cells = new Cells()
    cells.behave.callsOf = ({ effect_ref }) => {
      if (effect_ref.endsWith('b')) throw new Error('no calls')
      return []
    }
    const { controller, ledger } = await openCells({ cells, decisions: DECISIONS })
    const { end, report } = await controller.cycle()
    expect(end).toBe('partial')
    expect(report?.errors.join()).toContain('the driver failed: no calls')
    expect((await factsOf(ledger, 'effect.ended')).map(({ outcome }) => outcome)).toEqual(['done'])
  })

  it.each([
    ['-0', { n: -0 }],
    ['half a character', { text: '\ud800' }],
    ['a megabyte', { text: 'x'.repeat(1 << 20) }],
  ])('leaves out a response with %s, not the outcome', async (_, response) => {
    const cells = new Cells()
    cells.behave.apply = async ({ effect_ref, target_state }) => {
      cells.values[effect_ref] = target_state
      return { outcome: 'done', why: null, response, output: {} }
    }
    const { controller, ledger } = await openCells({ cells, decisions: [set('a')] })
    expect((await controller.cycle()).end).toBe('succeeded')
    expect(await factsOf(ledger, 'effect.ended')).toMatchObject([{ outcome: 'done' }])
  })

  it('says the same before and after secrets were removed from it', async () => {
    const cells = new Cells()
    const token = `ghp_${'a1B2'.repeat(9)}`
    const why = `login failed with ${token}`
    cells.behave.apply = async () => ({ outcome: 'not-done', why, response: {}, output: {} })
    const check = async () => ({ denied: null, facts: [] })
    const { controller, ledger } = await openCells({ cells, decisions: [set('a')], options: { check } })
    const { report } = await controller.cycle()
    expect(JSON.stringify(report)).not.toContain(token)
    expect(report?.errors.join()).toContain('login failed with [redacted')
    expect(await differencesIn(ledger)).toEqual([])
  })

  it('ends a denied cycle once', async () => {
    const { controller, ledger } = await openCells({ allow: [] })
    await controller.cycle()
    expect(await factsOf(ledger, 'cycle.ended')).toHaveLength(1)
  })
})

it.each([
  ['a date', new Date()],
  ['NaN', Number.NaN],
  ['nothing', undefined],
])('ends a cycle as an error if an agent adds %s as evidence', async (_, payload) => {
  const { controller } = await openCells({
    decisions: async (_snapshot, { addEvidence }) => {
      addEvidence('mine', payload as never)
      return { decisions: [] }
    },
  })
  expect(await controller.cycle()).toMatchObject({ end: 'error', code: 'AGENT_FAILED' })
})

it.each([undefined, null, 'nothing', {}])('does not take %j for a plan', async (proposed) => {
  const { controller } = await openCells({ decisions: async () => proposed as never })
  expect(await controller.cycle()).toMatchObject({ end: 'error', code: 'PLAN_INVALID' })
})

/** Something to wait for. */
function signal(): { given: Promise<void>; give: () => void } {
  let give = (): void => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

describe('two cycles of one controller at once', () => {
  /** A controller whose effect has begun and waits to be let go on. */
  async function acting() {
    const cells = new Cells()
    const [begun, end] = [signal(), signal()]
    cells.behave.apply = async ({ effect_ref, target_state }) => {
      begun.give()
      await end.given
      cells.values[effect_ref] = target_state
      return { outcome: 'done', why: null, response: {}, output: {} }
    }
    const opened = await openCells({ cells, decisions: [set('a')], idempotency: 'non-idempotent' })
    const first = opened.controller.cycle()
    await begun.given
    return { ...opened, first, end: end.give }
  }

  it('are refused: the effect of the first is not repeated', async () => {
    const { controller, cells, ledger, first, end } = await acting()
    for (let i = 0; i < 3; i++) await expect(controller.cycle()).rejects.toMatchObject({ code: 'CYCLE_RUNNING' })
    end()
    expect(await first).toMatchObject({ end: 'succeeded' })
    expect(cells.applied).toEqual(['resource:cell:a'])
    expect(await factsOf(ledger, 'effect.intended')).toHaveLength(1)
    expect((await controller.cycle()).cycle).toBe(2)
  })

  it('are refused if they are asked for in the same breath', async () => {
    const { controller, cells } = await openCells({ decisions: [set('a')], idempotency: 'non-idempotent' })
    const all = await Promise.allSettled([controller.cycle(), controller.cycle(), controller.cycle()])
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(cells.applied).toEqual(['resource:cell:a'])
  })

  it('do not come from closing in between: the next holder waits for the effect in hand', async () => {
    const { controller, cells, ledger, first, end } = await acting()
    const closed = controller.close()
    await expect(openCells({ cells, ledger })).rejects.toMatchObject({ code: 'CONTROLLER_BUSY' })
    // A timer that fires at once when the cycle ends comes before the release.
    const late = first.then(() => controller.cycle())
    end()
    await expect(late).rejects.toThrow('was closed')
    await closed
    expect(await first).toMatchObject({ end: 'succeeded' })
    const next = await openCells({ cells, ledger })
    await next.controller.cycle()
    expect(cells.applied).toEqual(['resource:cell:a'])
    await expect(controller.cycle()).rejects.toMatchObject({ code: 'CONTROLLER_BUSY' })
  })

  it('cannot be run after it was closed', async () => {
    const { controller } = await openCells()
    await controller.close()
    await expect(controller.cycle()).rejects.toThrow('was closed')
  })
})

describe('an effect does not start', () => {
  it('if its intent cannot be read back', async () => {
    const [store, cells] = [openMemoryStore(), new Cells()]
    const forgetful: Ledger = {
      append: (stream, drafts) => store.append(stream, drafts),
      async *read(stream, range) {
        for await (const entry of store.read(stream, range)) if (entry.kind !== 'effect.intended') yield entry
      },
      putArtifact: (label, source) => store.putArtifact(label, source),
      getArtifact: (sha256, range) => store.getArtifact(sha256, range),
    }
    const { controller } = await openCells({ ledger: forgetful, cells, decisions: [set('a')] })
    await expect(controller.cycle()).rejects.toMatchObject({ code: 'INTENT_LOST' })
    expect(cells.applied).toEqual([])
  })

  it.each(['before', 'after'])('if somebody records an intent for its key right %s it', async (when) => {
    const [store, cells] = [openMemoryStore(), new Cells()]
    const raced: Ledger = {
      append: async (stream, drafts) => {
        const intents = drafts.filter(({ kind }) => kind === 'effect.intended')
        if (when === 'before' && intents.length > 0) await store.append(stream, intents)
        const appended = await store.append(stream, drafts)
        if (when === 'after' && intents.length > 0) await store.append(stream, intents)
        return appended
      },
      read: (stream, range) => store.read(stream, range),
      putArtifact: (label, source) => store.putArtifact(label, source),
      getArtifact: (sha256, range) => store.getArtifact(sha256, range),
    }
    const { controller } = await openCells({ ledger: raced, cells, decisions: [set('a')] })
    await expect(controller.cycle()).rejects.toMatchObject({ code: 'CONTROLLER_BUSY' })
    expect(cells.applied).toEqual([])
    expect((await differencesIn(store)).join()).toContain('attempted again')
  })
})

describe('an effect that was attempted again', () => {
  /** A controller's entries, and a second intent for its effect after these. */
  async function repeated(setup: Setup = {}) {
    const store = openMemoryStore()
    const { controller } = await openCells({ ledger: store, decisions: [set('a')], ...setup })
    await controller.cycle()
    const entries = await entriesOf(store)
    const intent = entries.find(({ kind }) => kind === 'effect.intended')
    return { entries, intent: { ...intent, seq: entries.length + 1 } as (typeof entries)[number] }
  }

  it('is found, whatever became of it the first time', async () => {
    const { entries, intent } = await repeated()
    const upTo = (kind: string) => entries.slice(0, entries.findIndex((one) => one.kind === kind) + 1)
    expect(repeatedIn('controller/cells', entries)).toEqual([])
    for (const before of [entries, upTo('effect.intended'), upTo('effect.ended')])
      expect(repeatedIn('controller/cells', [...before, intent])).toMatchObject([
        { seq: intent.seq, detail: expect.stringContaining('resource:cell:a was attempted again') },
      ])
  })

  it('is permitted after an attempt that certainly failed, and no finding', async () => {
    const cells = new Cells()
    cells.behave.apply = async () => ({ outcome: 'not-done', why: 'no', response: {}, output: {} })
    const { entries, intent } = await repeated({ cells })
    expect(repeatedIn('controller/cells', [...entries, intent])).toEqual([])
  })

  it('is no finding if its process had lost the controller: it never started', async () => {
    const { entries, intent } = await repeated()
    const lost = { ...intent, body: { ...(intent.body as object), hold: 999 } } as typeof intent
    expect(repeatedIn('controller/cells', [...entries, lost])).toEqual([])
  })
})
