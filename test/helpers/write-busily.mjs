/**
 * Writes like several concurrent hooks: `node write-busily.mjs '{"home","options","rounds","name"}'`. Each round appends to
 * shared streams, starts its own stream and stores an artifact. Prints "writing" once it has started.
 */
import { writeSync } from 'node:fs'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'

const { home, options, rounds, name } = JSON.parse(process.argv[2])
const store = openFileStore(home, options)
const note = (body, artifacts = []) => ({ kind: 'note', actor: 'harness', body, artifacts })

for (let round = 0; round < rounds; round++) {
  const output = await store.putArtifact({ name: 'out', media: 'text/plain' }, [
    Buffer.from(`output ${name} ${round % 7}\n`),
  ])
  await Promise.all([
    store.append('session/shared', [note({ name, round }), note({ name, round, half: 2 })]),
    store.append('thread/shared', [note({ name, round }, [output])]),
    store.append(`run/${name}-${round % 40}`, [note({ round }, [output])]),
  ])
  if (round === 0) writeSync(1, 'writing\n')
}
await store.close()
