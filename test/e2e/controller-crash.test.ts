import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { replayController } from '../../src/controller/drivers/replaying.ts'
import { resolveEffect, unresolvedEffects } from '../../src/controller/drivers/resolving.ts'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { start } from '../helpers/children.ts'
import { verifyClean } from '../helpers/holds.ts'
import { program } from '../helpers/programs.ts'
import { makeRandom } from '../helpers/random.ts'
import { LONG, scaled, seed } from '../helpers/scale.ts'
import { cycleTen, type Printed } from '../helpers/ten-cycle.ts'
import {
  FILES_DONE,
  filesIn,
  ONCE,
  prepare,
  printed,
  reportsIn,
  runTen,
  startService,
  timesDone,
} from '../helpers/ten-effects.ts'

/** The number of kills of each kind in the short suite, spread evenly over the run. */
const FEW = 8

/** The operations at which to kill the controller: all of them in the long suite. */
async function pointsFor(how: string, url: string): Promise<number[]> {
  const { stderr } = await runTen(prepare(url, 'with-probes'), { at: 0, how })
  const count = stderr.split('\n').filter((line) => line.startsWith('could ')).length
  const all = Array.from({ length: count }, (_, i) => i + 1)
  return LONG ? all : all.filter((at) => at % Math.floor(count / FEW) === 0)
}

const random = makeRandom(seed())

/** Kills the runs that go on with the work, too, each at one of its first operations. Returns the number of kills. */
async function killAgain(root: string, times: number): Promise<number> {
  let kills = 0
  for (let i = 0; i < times; i++) {
    const { signal } = await runTen(root, { at: 1 + random.below(25), how: 'kill' })
    if (signal === 'SIGKILL') kills++
  }
  return kills
}

/**
 * Kills a controller and lets it finish: each effect took place once, and the first report is that of an undisturbed run.
 * Returns the number of kills.
 */
async function killAndFinish(
  root: string,
  fault: { at: number; how: string },
  counts: ReadonlyMap<string, number>,
  undisturbed: Printed,
): Promise<number> {
  const first = await runTen(root, fault)
  // Hashes decide which folders exist already, so a run may have fewer operations than another.
  if (first.signal !== 'SIGKILL') {
    expect(printed(first).end).toBe('succeeded')
    return 0
  }
  const kills = 1 + (await killAgain(root, LONG ? 4 : 1))
  await cycleTen(root)
  expect(timesDone(root, counts)).toEqual(ONCE)
  expect(filesIn(root)).toEqual(FILES_DONE)
  const [report] = await reportsIn(root)
  expect(report?.execution_hash).toBe(undisturbed.execution_hash)
  await verifyClean(join(root, 'home'))
  return kills
}

/**
 * The controller is killed before each of its file operations: every append, every artifact, every step of a file effect;
 * and in the middle of each write. Commands and requests lie between the append of their intent and that of their outcome.
 */
describe('a controller killed at every one of its file operations', () => {
  it('carries out each effect exactly once, and reports what an undisturbed run reports', async () => {
    const service = await startService()
    const calm = prepare(service.url, 'with-probes')
    const undisturbed = await cycleTen(calm)
    expect(undisturbed.end).toBe('succeeded')
    expect(timesDone(calm, service.counts)).toEqual(ONCE)
    let kills = 0
    for (const how of LONG ? ['kill', 'half'] : ['kill']) {
      for (const at of await pointsFor(how, service.url)) {
        service.reset()
        kills += await killAndFinish(prepare(service.url, 'with-probes'), { at, how }, service.counts, undisturbed)
      }
    }
    expect(kills).toBeGreaterThan(LONG ? 1000 : FEW - 1)
  })

  it('carries out each effect exactly once if it is killed at any time, while commands and requests run too', async () => {
    const service = await startService()
    for (let i = 0; i < scaled(60); i++) {
      service.reset()
      const root = prepare(service.url, 'with-probes')
      const child = start([program('run-controller'), JSON.stringify({ root })])
      await sleep(150 + random.below(400))
      child.process.kill('SIGKILL')
      await child.ended
      await cycleTen(root)
      expect(timesDone(root, service.counts)).toEqual(ONCE)
      expect(filesIn(root)).toEqual(FILES_DONE)
    }
  })

  it('says "unknown" where no probe can tell, repeats nothing, and goes on when a person has resolved it', async () => {
    const service = await startService()
    const on = 'write home/ledger/controller'
    const { stderr } = await runTen(prepare(service.url, 'without-probes'), { at: 0, how: 'kill', on })
    const appends = stderr.split('\n').filter((line) => line.startsWith('could ')).length
    const seen = new Set<string>()
    // The last appends of the plan record the end of a job, among others.
    for (let at = LONG ? 1 : appends - 6; at <= appends; at++) {
      service.reset()
      const root = prepare(service.url, 'without-probes')
      await runTen(root, { at, how: 'kill', on })
      const { end } = await cycleTen(root)
      seen.add(end)
      const done = timesDone(root, service.counts)
      expect(Math.max(...Object.values(done))).toBeLessThanOrEqual(1)
      if (end !== 'partial') continue
      const ledger = openFileStore(join(root, 'home'))
      const [unknown, ...others] = await unresolvedEffects(ledger, 'controller/ten')
      expect(others).toEqual([])
      const name = unknown?.effect_ref.split(':').at(-1) ?? ''
      const outcome = done[`job ${name}`] === 1 ? 'done' : 'not-done'
      await resolveEffect(ledger, 'controller/ten', unknown?.effect_ref ?? '', { outcome, reason: 'looked at the log' })
      expect(await unresolvedEffects(ledger, 'controller/ten')).toEqual([])
      expect((await replayController(ledger, 'controller/ten')).flatMap(({ differences }) => differences)).toEqual([])
      await ledger.close()
    }
    expect(seen).toContain('partial')
  })
})

it('costs at most three syncs per effect: two for the file, one for its outcome and the next intent', async () => {
  const syncs = async (files: number): Promise<number> => {
    const root = prepare('http://127.0.0.1:1', 'with-probes')
    const plan = Array.from({ length: files }, (_, i) => ({
      effect_ref: `resource:file:f${i}`,
      target_state: { content: `${i}` },
    }))
    writeFileSync(join(root, 'work/plan.json'), JSON.stringify(plan))
    const { stderr } = await runTen(root, { at: 0, how: 'kill' })
    const lines = stderr.split('\n')
    return lines.filter((line) => /^could sync (?:home\/ledger|work)/.test(line)).length
  }
  expect((await syncs(20)) - (await syncs(10))).toBeLessThanOrEqual(30)
})
