/**
 * Appends the given jobs and exits: `node append.mjs '{"home","options","jobs":[{"stream","ids","artifact"?}]}'`.
 * Each job is one append, or with `"apart":true` one for each id, one after the other. It prints the result of each
 * append as a line of JSON as soon as it is acknowledged.
 */
import { writeSync } from 'node:fs'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'

const { home, options, jobs } = JSON.parse(process.argv[2])
const store = openFileStore(home, options)
for (const { stream, ids, artifact, apart } of jobs) {
  const artifacts =
    artifact === undefined
      ? []
      : [await store.putArtifact({ name: 'out', media: 'text/plain' }, [Buffer.from(artifact)])]
  for (const batch of apart ? ids.map((id) => [id]) : [ids]) {
    const drafts = batch.map((id) => ({ kind: 'note', actor: 'harness', body: { id }, artifacts }))
    const appended = await store.append(stream, drafts)
    writeSync(1, `${JSON.stringify({ ids: batch, stream, ...appended })}\n`)
  }
}
await store.close()
