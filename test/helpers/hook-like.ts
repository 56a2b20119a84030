/**
 * Appends the given jobs as the hook does, without an event loop: `node hook-like.mjs '{"home","options","jobs"}'`.
 * It loads only the ledger, so that a test can start it hundreds of times. Jobs and output are the same as for
 * `append.mjs`.
 */
import { writeSync } from 'node:fs'
import type { Draft } from '../../src/ledger/kinds.ts'
import { appendSync } from '../../src/ledger/stores/files/append.ts'
import { putArtifactSync } from '../../src/ledger/stores/files/artifacts.ts'
import { closeHome } from '../../src/ledger/stores/files/home.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import type { Job } from './children.ts'

const { home: dir, options, jobs } = JSON.parse(process.argv[2] ?? '')
const home = openFiles(dir, options)
for (const { stream, ids, artifact, apart } of jobs as Job[]) {
  const label = { name: 'out', media: 'text/plain' }
  const artifacts = artifact === undefined ? [] : [putArtifactSync(dir, label, Buffer.from(artifact))]
  for (const batch of apart ? ids.map((id) => [id]) : [ids]) {
    const drafts = batch.map((id): Draft => ({ kind: 'note', actor: 'harness', body: { id }, artifacts }))
    writeSync(1, `${JSON.stringify({ ids: batch, stream, ...appendSync(home, stream, drafts) })}\n`)
  }
}
closeHome(home)
