/**
 * Runs many workers in one run, a hundred at a time, and mounts their evidence: `node work-wide.mjs '{"home","workers","budget"}'`.
 * Prints what it measured as JSON.
 */
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { startRun } from '../../src/mount/drivers/run.ts'

const { home, workers, budget } = JSON.parse(process.argv[2])
const run = await startRun(openFileStore(home), { owner: 'alice', concurrency: 100 })
let running = 0
let most = 0
const line = 'another line of a log that nobody reads\n'

let isSpawned
const spawned = new Promise((resolve) => {
  isSpawned = resolve
})

for (let i = 1; i <= workers; i++)
  await run.spawn(`Check host ${i}`, async (worker) => {
    most = Math.max(most, ++running)
    // Otherwise the first ones would end before a hundred have begun.
    await spawned
    const call = await worker.call('log')
    for (let n = 0; n < 4; n++) await call.write(line.repeat(1_500))
    await call.end(i % 100 === 0 ? 'failed' : 'success', `host ${i} has ${i} disks\n`)
    running--
  })
isSpawned()
// Mounts while they run are mounts of a moving target.
const early = await run.mount()
await run.wait()
const { text, bytes, failure } = await run.mount({ bytes: budget })
const sections = text.split(/\nWorker (?=\d)/).slice(1)
const shown = sections.map((section) => Buffer.byteLength(section))
const told = sections.filter((section) => /host \d+ has \d+ disks/.test(section)).length
process.stdout.write(
  JSON.stringify({
    most,
    failure: failure ?? early.failure,
    bytes,
    earlyBytes: early.bytes,
    sections: sections.length,
    told,
    failures: sections.filter((section) => section.includes('[FAILED]')).length,
    least: Math.min(...shown),
    greatest: Math.max(...shown),
    maxRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
)
