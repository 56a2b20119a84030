import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { APPROVED, bundleOf } from '../../test/helpers/controller-commands.ts'
import { dying } from '../../test/helpers/controllers.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { openController } from '../controller/drivers/controller.ts'
import type { Ledger } from '../controller/drivers/record.ts'
import { openMemoryStore } from '../ledger/stores/memory.ts'
import { followCycles, readCycle } from './controller-cycle.ts'

const STREAM = 'controller/drift'

function place() {
  const cwd = tempDir()
  mkdirSync(join(cwd, 'config'))
  const ledger = openMemoryStore()
  const open = (through: Ledger = ledger) => openController(through, bundleOf(APPROVED), { cwd, takeOver: true })
  return { cwd, ledger, open }
}

describe('the view of a cycle', () => {
  it('shows one that was interrupted during an effect, and the same one after it was finished', async () => {
    const { ledger, open } = place()
    await expect((await open(dying(ledger))).cycle()).rejects.toThrow('died')
    expect(await readCycle(ledger, STREAM)).toMatchObject({
      cycle: 1,
      end: null,
      endedAt: null,
      isResumed: false,
      effects: [{ effect_ref: 'resource:config:a.conf', outcome: null, attempt: 1 }],
      report: null,
    })
    const controller = await open()
    const follow = followCycles(ledger, STREAM)
    await controller.cycle({ dryRun: true })
    expect(await follow(2)).toMatchObject({ cycle: 2, end: 'dry-run', isDryRun: true, effects: [] })
    const { cycle } = await controller.cycle()
    expect(cycle).toBe(1)
    const whole = {
      cycle: 1,
      end: 'succeeded',
      isResumed: true,
      effects: [
        { effect_ref: 'resource:config:a.conf', outcome: 'done', how: 'probed' },
        { effect_ref: 'resource:config:b.conf', outcome: 'done', how: 'applied' },
      ],
    }
    expect(await follow(1)).toMatchObject(whole)
    expect(await readCycle(ledger, STREAM, 1)).toMatchObject(whole)
  })

  it('follows a controller and reads every entry once', async () => {
    const { cwd, ledger, open } = place()
    const controller = await open()
    let reads = 0
    const counting = {
      async *read(stream: string, range?: { start?: number }) {
        for await (const entry of ledger.read(stream, range)) {
          reads++
          yield entry
        }
      },
      getArtifact: ledger.getArtifact.bind(ledger),
    }
    const follow = followCycles(counting, STREAM)
    for (let cycle = 1; cycle <= 6; cycle++) {
      writeFileSync(join(cwd, 'config/other'), String(cycle))
      await controller.cycle()
      expect(await follow(cycle)).toEqual(await readCycle(ledger, STREAM, cycle))
    }
    expect(reads).toBe((await ledger.head(STREAM))?.seq)
  })

  it('compares a decision with the snapshot it was made for', async () => {
    const { cwd, ledger, open } = place()
    writeFileSync(join(cwd, 'config/a.conf'), 'old')
    await (await open()).cycle()
    const { plan, snapshot } = await readCycle(ledger, STREAM)
    expect(plan?.decisions.map(({ changes }) => changes)).toEqual([
      [{ path: ['content'], before: 'old', after: 'a = 1\n' }],
      [{ path: ['content'], after: 'b = 2\n' }],
    ])
    expect(snapshot).toMatchObject({
      previous: null,
      changes: [{ path: ['files', 'a.conf', 'content'], after: 'old' }, {}],
    })
  })
})
