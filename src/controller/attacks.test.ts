import { describe, expect, it } from 'vitest'
import { Cells, dying, factsOf, openCells, type Setup, set } from '../../test/helpers/controllers.ts'
import { openMemoryStore } from '../ledger/stores/memory.ts'
import { replayController } from './drivers/replaying.ts'
import { resolveEffect, unresolvedEffects } from './drivers/resolving.ts'

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
  expect((await controller.cycle()).report?.artifact_refs).toEqual({ 'resource:cell:a': { status: 'unknown' } })
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
