/**
 * Appends random entries until it is killed: `node append-forever.mjs '{"home","options","name","seed"}'`. It shares
 * streams with the other processes of the test and sometimes starts a new one. Entries come alone, in batches, many
 * at once, with and without artifacts. It prints every acknowledgement as `append.mjs` does.
 */
import { writeSync } from 'node:fs'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'

const { home, options, name, seed } = JSON.parse(process.argv[2])

let state = BigInt(seed) + 1n
const below = (limit) => {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn
  return Number((state >> 33n) % BigInt(limit))
}

const store = openFileStore(home, options)
let made = 0
const newId = () => `${name}-${++made}`
const sharedStream = () => `session/shared-${below(4)}`

async function append(stream, count, text) {
  const artifacts =
    text === undefined ? [] : [await store.putArtifact({ name: 'out', media: 'text/plain' }, [Buffer.from(text)])]
  const ids = Array.from({ length: count }, newId)
  const drafts = ids.map((id) => ({
    kind: 'note',
    actor: 'harness',
    body: { id, filler: 'x'.repeat(below(400)) },
    artifacts,
  }))
  const appended = await store.append(stream, drafts)
  writeSync(1, `${JSON.stringify({ ids, stream, ...appended })}\n`)
}

const ACTIONS = [
  () => append(sharedStream(), 1),
  () => append(sharedStream(), 1),
  () => append(sharedStream(), 3),
  () => Promise.all(Array.from({ length: 8 }, () => append(sharedStream(), 1))),
  () => append(`session/${name}-${made}`, 1),
  () => append(sharedStream(), 1, `output ${below(20)}`),
  () => append(sharedStream(), 1, `output of ${newId()}`),
]

for (;;) await ACTIONS[below(ACTIONS.length)]()
