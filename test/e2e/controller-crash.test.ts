import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
import { tempDir } from '../helpers/temp.ts'
import { cycleTen } from '../helpers/ten-cycle.ts'
import {
  FILES_DONE,
  filesIn,
  ONCE,
  type Probes,
  prepare,
  printed,
  reportsIn,
  runTen,
  type Service,
  startService,
  timesDone,
} from '../helpers/ten-effects.ts'

type Kills = {
  how: string
  on?: string
  /** The short suite kills one process, at this operation, and copies what other kills would leave before every nth. */
  one: number
  every: number
}

/** The roots that kills leave, with the service as they leave it. The long suite kills a process at each operation. */
async function* killed(service: Service, probes: Probes, { one, every, ...fault }: Kills): AsyncGenerator<string> {
  const count = LONG ? await operations(prepare(service.url, probes), fault) : one
  for (let at = LONG ? 1 : one; at <= count; at++) {
    service.reset()
    const root = prepare(service.url, probes)
    const ended = await runTen(root, { ...fault, at })
    // Hashes decide which folders exist already, so a run may have fewer operations than another.
    if (ended.signal === 'SIGKILL') yield root
    else expect([LONG, printed(ended).end]).toEqual([true, 'succeeded'])
  }
  if (LONG) return
  const [root, into] = [prepare(service.url, probes), tempDir()]
  service.reset(root)
  expect((await runTen(root, { ...fault, at: every, how: 'copies', into })).code).toBe(0)
  const copies = readdirSync(into).filter((one) => /^kill-\d+$/.test(one))
  expect(copies.length).toBeGreaterThan(1)
  for (const name of copies) {
    // An interrupted effect is probed only where it was begun.
    rmSync(root, { recursive: true })
    renameSync(join(into, name), root)
    service.restore(root)
    yield root
  }
}

async function operations(root: string, fault: { how: string; on?: string }): Promise<number> {
  const { stderr } = await runTen(root, { ...fault, at: 0 })
  return stderr.split('\n').filter((line) => line.startsWith('could ')).length
}

/** Kills at a moment when an effect may have taken place whose outcome is not recorded. */
const BEFORE_APPENDS = { how: 'kill', on: 'write home/ledger/controller' }

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
    const anywhere = { one: 100, every: 80 }
    const faults = LONG
      ? ['kill', 'half'].map((how) => ({ how, ...anywhere }))
      : [
          { how: 'kill', ...anywhere },
          { ...BEFORE_APPENDS, one: 11, every: 3 },
        ]
    for (const fault of faults)
      for await (const root of killed(service, 'with-probes', fault)) {
        kills += 1 + (await killAgain(root, LONG ? 4 : Number(kills % 3 === 1)))
        await cycleTen(root)
        expect(timesDone(root, service.counts)).toEqual(ONCE)
        expect(filesIn(root)).toEqual(FILES_DONE)
        const [report] = await reportsIn(root)
        expect(report?.execution_hash).toBe(undisturbed.execution_hash)
        await verifyClean(join(root, 'home'))
      }
    expect(kills).toBeGreaterThan(LONG ? 1000 : 8)
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
    const seen = new Set<string>()
    for await (const root of killed(service, 'without-probes', { ...BEFORE_APPENDS, one: 10, every: 4 })) {
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
