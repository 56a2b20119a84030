import { describe, expect, it } from 'vitest'
import { Cells, openCells, set } from '../../test/helpers/controllers.ts'
import type { CycleResult } from './cycle.ts'
import { pauseAfter, runLoop } from './loop.ts'

describe('a loop', () => {
  it('skips a turn while the program runs a cycle itself', async () => {
    const { controller } = await openCells()
    let turns = 0
    const cycles: number[] = []
    const other = { now: null as Promise<CycleResult> | null }
    await runLoop(
      {
        cycle: (options) => {
          if (++turns === 1) other.now = controller.cycle()
          return controller.cycle(options)
        },
      },
      { everyMs: 1, maxCycles: 2, onCycle: ({ cycle }) => cycles.push(cycle) },
    )
    expect((await other.now)?.cycle).toBe(1)
    expect([turns, cycles]).toEqual([2, [2]])
  })

  it('repairs again and again, and decides only when something has changed', async () => {
    const cells = new Cells()
    let decided = 0
    const { controller } = await openCells({
      cells,
      decisions: async ({ environment }) => {
        decided++
        const { cells: seen } = environment as { cells: { [ref: string]: { value: number } } }
        return { decisions: seen['resource:cell:a']?.value === 1 ? [] : [set('a')] }
      },
    })
    const ends: string[] = []
    await runLoop(controller, {
      everyMs: 1,
      maxCycles: 8,
      onCycle: ({ end, plan }) => {
        ends.push(`${end} ${plan?.decisions.length}`)
        // Broken the same way each time it was found idle.
        if (end === 'idle') cells.values['resource:cell:a'] = { value: 7 }
      },
    })
    expect(ends).toEqual([
      'succeeded 1',
      'succeeded 0',
      'idle 0',
      'succeeded 1',
      'succeeded 0',
      'idle 0',
      'succeeded 1',
      'succeeded 0',
    ])
    expect(decided).toBe(6)
    expect(cells.applied).toHaveLength(3)
  })

  it('ends when it is told to, at once while it waits', async () => {
    const stop = new AbortController()
    const { controller } = await openCells()
    const results: CycleResult[] = []
    await runLoop(controller, {
      everyMs: 3_600_000,
      signal: stop.signal,
      onCycle: (result) => {
        results.push(result)
        stop.abort()
      },
    })
    expect(results).toHaveLength(1)
  })

  it('waits longer after each failure, up to a limit, and varies the pause by a tenth', () => {
    expect([0, 1, 2, 5, 9].map((failures) => pauseAfter(failures, 1000, 0.5))).toEqual([
      1000, 2000, 4000, 32_000, 32_000,
    ])
    expect([pauseAfter(0, 1000, 0), pauseAfter(0, 1000, 1)]).toEqual([900, 1100])
    expect(pauseAfter(5, 24 * 3600_000, 1)).toBe(24 * 3600_000)
  })

  it('waits longer if a change has to be repeated at once, because no sensor shows it', async () => {
    const { controller } = await openCells({
      decisions: [set('a')],
      agents: { 'cells:observe': { observe: async () => ({ environment: { blind: true } }) } },
    })
    const pauses: (number | null)[] = []
    const onCycle = (_: CycleResult, next: number | null): void => void pauses.push(next)
    await runLoop(controller, { everyMs: 2, maxCycles: 4, random: () => 0.5, onCycle })
    expect(pauses).toEqual([2, 4, 8, null])
  })

  it('goes back to the usual pause after a success', async () => {
    const cells = new Cells()
    cells.behave.apply = async () => ({ outcome: 'not-done', why: 'busy', response: {}, output: {} })
    const { controller } = await openCells({ cells, decisions: [set('a')] })
    const pauses: (number | null)[] = []
    await runLoop(controller, {
      everyMs: 2,
      maxCycles: 4,
      random: () => 0.5,
      onCycle: (_, next) => {
        pauses.push(next)
        if (pauses.length === 2) cells.behave = {}
      },
    })
    expect(pauses).toEqual([4, 8, 2, null])
  })
})
