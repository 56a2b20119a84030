/**
 * Opens a run, starts workers that write output until this process is killed, and prints every acknowledged line:
 * `node work-forever.mjs '{"home","seed"}'`. The first line is the run.
 */
import { writeSync } from 'node:fs'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { startRun } from '../../src/mount/drivers/run.ts'

const { home, seed } = JSON.parse(process.argv[2])
const run = await startRun(openFileStore(home), { owner: 'alice', concurrency: 4 })
writeSync(1, `${run.stream}\n`)

const work = (name) => async (worker) => {
  for (let n = 1; ; n++) {
    const call = await worker.call('log')
    for (let line = 0; line < 1 + ((seed + n) % 5); line++) {
      const text = `${name} call ${n} line ${line} of ${seed}\n`
      await call.write(text + 'x'.repeat((seed * n * 977) % 90_000))
      writeSync(1, `written ${text}`)
    }
    await call.end(n % 3 === 0 ? 'failed' : 'success', `${name} call ${n} ended\n`)
    writeSync(1, `written ${name} call ${n} ended\n`)
  }
}

for (const name of ['a', 'b', 'c']) await run.spawn(`Work as ${name}`, work(name))
