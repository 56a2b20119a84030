/**
 * Fills a disk of one megabyte, then frees space: `node small-disk.mjs <mount point>`, in its own namespace (see
 * faults.test.ts). Prints the results as one line of JSON.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFileStore, verifyFiles } from '../../dist/index.js'

const [, , disk] = process.argv
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'none', disk])
const home = join(disk, 'home')
const ballast = join(disk, 'ballast')
writeFileSync(ballast, Buffer.alloc(256 << 10))

const store = openFileStore(home)
const acks = []
let made = 0

async function append(stream) {
  const ids = [`n${++made}`]
  const appended = await store.append(stream, [
    { kind: 'note', actor: 'harness', body: { id: ids[0], filler: 'x'.repeat(20_000) } },
  ])
  acks.push({ ids, stream, ...appended })
}

const failureOf = (act) =>
  Promise.resolve()
    .then(act)
    .then(
      () => null,
      ({ name, code, message }) => ({ name, code, message }),
    )
const findings = async () => (await verifyFiles(home)).findings
const openFiles = () => readdirSync('/proc/self/fd').length

let full = null
while (full === null) full = await failureOf(() => append('session/a'))
const filesBefore = openFiles()
const failures = []
for (let i = 0; i < 20; i++) {
  failures.push(await failureOf(() => append('session/a')))
  failures.push(await failureOf(() => append(`session/new-${i}`)))
  failures.push(
    await failureOf(() => store.putArtifact({ name: 'out', media: 'text/plain' }, [Buffer.alloc(256 << 10)])),
  )
}
const leaked = openFiles() - filesBefore
const opening = await failureOf(() => openFileStore(join(disk, 'other')))
const findingsWhenFull = await findings()

rmSync(ballast)
await append('session/a')
await append('session/new-0')
await store.close()
const report = { full, failures, leaked, opening, findingsWhenFull, findings: await findings(), acks }
report.held = []
const reader = openFileStore(home)
for (const stream of await reader.list()) {
  for await (const { seq, body } of reader.read(stream)) if (body.id) report.held.push({ stream, seq, id: body.id })
}
console.log(JSON.stringify(report))
