import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { grepWorkers } from '../../src/mount/drivers/grep.ts'
import { openRun } from '../../src/mount/drivers/run.ts'
import { start } from '../helpers/children.ts'
import { verifyClean } from '../helpers/holds.ts'
import { program } from '../helpers/programs.ts'
import { makeRandom } from '../helpers/random.ts'
import { scaled, seed } from '../helpers/scale.ts'
import { tempDir } from '../helpers/temp.ts'

describe('workers whose process is killed', () => {
  const random = makeRandom(seed())

  it.each(Array.from({ length: scaled(40) }, (_, i) => i))(
    'keep everything acknowledged in the trace, and show as failed in the mount (%i)',
    async (i) => {
      const home = tempDir()
      const child = start([program('work-forever'), JSON.stringify({ home, seed: i + 1 })])
      await child.said('written')
      await sleep(random.below(400))
      child.process.kill('SIGKILL')
      const [stream = '', ...acknowledged] = (await child.ended).stdout.trimEnd().split('\n')
      const ledger = openFileStore(home)
      const run = await openRun(ledger, { owner: 'alice', run: stream })
      const { workers } = await run.evidence.snapshot()
      expect(workers.map(({ status, why }) => [status, why])).toEqual(
        workers.map(() => ['failed', 'its process ended']),
      )
      for (const line of acknowledged.slice(-12)) {
        const { matches } = await grepWorkers(ledger, workers, line.replace('written ', ''))
        expect(matches).not.toEqual([])
      }
      const { text, failure } = await run.mount()
      expect(failure).toBe(null)
      for (const { job, status } of workers)
        expect(text).toContain(`Worker ${job} (${workers[job - 1]?.stream}): ${status}`)
      // Each worker's newest call is mounted, finished or not.
      for (const { files } of workers) {
        const newest = files.filter(({ bytes }) => bytes > 0).at(-1)
        if (newest !== undefined) expect(text).toContain(newest.name)
      }
      await ledger.close()
      await verifyClean(home)
    },
  )
})
