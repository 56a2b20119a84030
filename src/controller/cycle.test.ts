import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { SPECIFIED } from '../../test/helpers/bundles.ts'
import { bundleOf } from '../../test/helpers/controller-commands.ts'
import { entriesOf } from '../../test/helpers/controllers.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { openMemoryStore } from '../ledger/stores/memory.ts'
import { type ControllerOptions, openController } from './drivers/controller.ts'
import { replayController } from './drivers/replaying.ts'

const DRIFT = bundleOf()

let cwd: string
beforeEach(() => {
  cwd = tempDir()
  mkdirSync(join(cwd, 'config'))
})

const yes: ControllerOptions['approve'] = async () => ({ kind: 'approve', by: 'test' })

describe('a cycle', () => {
  it('runs the example of the specification unchanged: it succeeds, with zero resource effects', async () => {
    const ledger = openMemoryStore()
    const controller = await openController(ledger, SPECIFIED, { name: 'seed', cwd })
    const { end, plan, report } = await controller.cycle()
    expect(end).toBe('succeeded')
    expect(plan?.decisions).toEqual([])
    expect(report?.artifact_refs).toEqual({})
    expect(report?.policy_decisions.map(({ effect_ref, allowed }) => [effect_ref, allowed])).toEqual([
      ['state:env.snapshot', true],
      ['artifact:proposed.plan', true],
    ])
    const kinds = (await entriesOf(ledger, 'controller/seed')).flatMap(({ kind, body }) =>
      kind === 'evidence.recorded' ? [body['kind']] : [],
    )
    expect(kinds).toEqual(['builtin.observer.snapshot', 'builtin.decide.plan', 'builtin.act.report'])
    expect((await controller.cycle()).end).toBe('idle')
  })

  it('repairs a drift, and the same drift again', async () => {
    const ledger = openMemoryStore()
    const controller = await openController(ledger, DRIFT, { cwd, approve: yes })
    const first = await controller.cycle()
    expect(first).toMatchObject({ end: 'succeeded', why: null })
    expect(readFileSync(join(cwd, 'config/a.conf'), 'utf8')).toBe('a = 1\n')
    expect((await controller.cycle()).plan?.decisions).toEqual([])
    expect((await controller.cycle()).end).toBe('idle')
    writeFileSync(join(cwd, 'config/a.conf'), 'broken')
    const second = await controller.cycle()
    expect(second.plan?.decisions).toHaveLength(1)
    expect((await controller.cycle()).plan?.decisions).toEqual([])
    writeFileSync(join(cwd, 'config/a.conf'), 'broken')
    const third = await controller.cycle()
    expect(third.end).toBe('succeeded')
    expect(third.plan?.plan_id).not.toBe(second.plan?.plan_id)
    expect(readFileSync(join(cwd, 'config/a.conf'), 'utf8')).toBe('a = 1\n')
    const replayed = await replayController(ledger, controller.stream)
    expect(replayed.flatMap(({ differences }) => differences)).toEqual([])
    expect(replayed[0]).toMatchObject({
      recorded: first.report?.execution_hash,
      replayed: first.report?.execution_hash,
    })
  })

  it('waits for approval, and carries out exactly the approved plan', async () => {
    const ledger = openMemoryStore()
    const waiting = await openController(ledger, DRIFT, { cwd })
    const { end, plan, view } = await waiting.cycle()
    expect(end).toBe('awaiting-approval')
    expect(view?.changes.map(({ preview }) => preview?.before)).toHaveLength(2)
    await waiting.close()
    const controller = await openController(ledger, DRIFT, {
      cwd,
      approve: async (seen) =>
        seen.plan.plan_id === plan?.plan_id ? { kind: 'approve', by: 'test' } : { kind: 'later' },
    })
    expect(await controller.cycle()).toMatchObject({ end: 'succeeded', isPlanReused: true })
  })
})
