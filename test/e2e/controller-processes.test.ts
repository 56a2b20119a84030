import { readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { start } from '../helpers/children.ts'
import { program } from '../helpers/programs.ts'
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

/** Resolves when a file contains a text. */
const written = (path: string, text: string): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!readFileSync(path, 'utf8').includes(text)) return
      watcher.close()
      resolve()
    }
    const watcher = watch(path, look)
    look()
  })

describe('several processes on one controller', () => {
  it('one acts, the others refuse; never both', async () => {
    const service = await startService()
    const root = prepare(service.url, 'with-probes')
    const ended = await Promise.all(Array.from({ length: 6 }, () => runTen(root)))
    const acted = ended.filter(({ code }) => code === 0)
    const refused = ended.filter(({ code }) => code !== 0)
    expect(acted.length).toBeGreaterThan(0)
    expect(refused.every(({ stderr }) => stderr.includes('CONTROLLER_BUSY'))).toBe(true)
    // One that came after the first had finished found nothing to do.
    expect(acted.filter((one) => printed(one).execution_hash !== null).length).toBeGreaterThan(0)
    expect(timesDone(root, service.counts)).toEqual(ONCE)
    expect(filesIn(root)).toEqual(FILES_DONE)
  })

  it('a process that is stopped in the middle still holds its controller', async () => {
    const service = await startService()
    const root = prepare(service.url, 'with-probes')
    const stopped = start([program('run-controller'), JSON.stringify({ root })], {
      home: root,
      at: 12,
      how: 'stop',
      on: 'write home/ledger/controller',
    })
    await stopped.said('hit')
    const { code, stderr } = await runTen(root)
    expect(code).not.toBe(0)
    expect(stderr).toContain('CONTROLLER_BUSY')
    stopped.process.kill('SIGCONT')
    expect((await stopped.ended).code).toBe(0)
    expect(timesDone(root, service.counts)).toEqual(ONCE)
  })
})

describe('a process killed while its command runs', () => {
  it('leaves an orphan that cannot make the effect happen twice', async () => {
    const service = await startService()
    const root = prepare(service.url, 'with-probes')
    const bundle = join(root, 'work/bundle.yaml')
    const slow = `command: [sh, -c, 'echo "begin {1}" >> log; [ {1} = j1 ] && sleep 2; echo "{1} done" >> log']`
    writeFileSync(bundle, readFileSync(bundle, 'utf8').replace(/command: \[sh.*\]/, slow))
    const child = start([program('run-controller'), JSON.stringify({ root })])
    await written(join(root, 'work/log'), 'begin j1')
    child.process.kill('SIGKILL')
    await child.ended
    expect(printed(await runTen(root))).toMatchObject({ end: 'succeeded', isResumed: true })
    const log = readFileSync(join(root, 'work/log'), 'utf8')
    expect(log.match(/^j1 done$/gm)).toHaveLength(1)
    expect(await reportsIn(root)).toHaveLength(1)
  })
})
