/**
 * Appends what it is told to and exits: `node append.mjs '{"home","options","jobs":[{"stream","ids","artifact"?}]}'`.
 * Each job is one append; what became of it is printed as a line of JSON the moment it is acknowledged.
 */
import { writeSync } from 'node:fs'
import { openFileStore } from '../../dist/index.js'

const { home, options, jobs } = JSON.parse(process.argv[2])
const store = openFileStore(home, options)
for (const { stream, ids, artifact } of jobs) {
  const artifacts = artifact === undefined ? [] : [await store.putArtifact({ name: 'out', media: 'text/plain' }, [Buffer.from(artifact)])]
  const drafts = ids.map((id) => ({ kind: 'note', actor: 'harness', body: { id }, artifacts }))
  const appended = await store.append(stream, drafts)
  writeSync(1, `${JSON.stringify({ ids, stream, ...appended })}\n`)
}
await store.close()
