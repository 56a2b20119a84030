/**
 * Makes the disk of a home read-only, then writable again: `node read-only-disk.mjs <mount point>`, in its own namespace
 * (see faults.test.ts). Prints the results as one line of JSON.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { openFileStore, verifyFiles } from '../../dist/index.js'

const [, , disk] = process.argv
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'none', disk])
const remount = (how) => execFileSync('mount', ['-o', `remount,bind,${how}`, disk])
const home = join(disk, 'home')

async function append(id) {
  const store = openFileStore(home)
  const appended = await store.append('session/a', [{ kind: 'note', actor: 'harness', body: { id } }])
  await store.close()
  return { ids: [id], stream: 'session/a', ...appended }
}

const failureOf = (act) =>
  Promise.resolve()
    .then(act)
    .then(
      () => null,
      ({ name, code, message }) => ({ name, code, message }),
    )

const before = await append('before')
remount('ro')
const failures = [await failureOf(() => append('meanwhile')), await failureOf(() => openFileStore(join(disk, 'other')))]
const { findings, entries } = await verifyFiles(home)
remount('rw')
const after = await append('after')
console.log(
  JSON.stringify({ before, failures, findings, entries, after, findingsAfter: (await verifyFiles(home)).findings }),
)
