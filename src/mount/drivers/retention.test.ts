import { expect, it } from 'vitest'
import { tempDir } from '../../../test/helpers/temp.ts'
import { openFileStore } from '../../ledger/stores/files/files.ts'
import { collect } from '../../ledger/stores/files/gc.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import { verifyFiles } from '../../ledger/stores/files/verify.ts'
import { openRun, startRun } from './run.ts'
import { startThread } from './thread.ts'

const DAY_MS = 24 * 3600_000

/** Collects everything older than 30 days, so many days from now. */
function collectIn(days: number, dir: string): string[] {
  const home = openFiles(dir, { now: () => new Date(Date.now() + days * DAY_MS) })
  return collect(home, { maxAgeMs: 30 * DAY_MS, maxBytes: Number.MAX_SAFE_INTEGER }, 'remove').streams
}

it('keeps the workers that a stored answer cites as long as the answer, and shows others as unavailable', async () => {
  const dir = tempDir()
  const ledger = openFileStore(dir)
  const thread = await startThread(ledger, { owner: 'alice' })
  const cited = await startRun(ledger, { owner: 'alice', thread })
  const forgotten = await startRun(ledger, { owner: 'alice' })
  for (const run of [cited, forgotten]) {
    await run.spawn('Read the log', async (worker) => {
      const call = await worker.call('log')
      await call.end('success', `${'x'.repeat(200_000)}\nthe end\n`)
    })
    await run.wait()
    await run.mount()
  }
  await cited.answer('The log is long.')
  await ledger.close()

  // A later message keeps the thread.
  const later = openFileStore(dir, { now: () => new Date(Date.now() + 20 * DAY_MS) })
  await later.append(thread.stream, [{ kind: 'note', actor: 'harness', body: {} }])
  await later.close()
  const workers = (await forgotten.evidence.run()).workers
  expect(collectIn(40, dir).sort()).toEqual(
    [...workers, ...workers.map((worker) => `${worker}.001`), forgotten.stream].sort(),
  )
  expect(await verifyFiles(dir)).toMatchObject({ ok: true })
  const reading = openFileStore(dir)
  const { text } = await (await openRun(reading, { owner: 'alice', run: cited.stream })).render()
  expect(text).toContain('the end')
  await expect(openRun(reading, { owner: 'alice', run: forgotten.stream })).rejects.toMatchObject({
    code: 'RUN_UNKNOWN',
  })
  await reading.close()
})
