import { prepare } from '../../chain.ts'
import type { Draft } from '../../kinds.ts'
import { appendUnderLock } from './append.ts'
import { putArtifactSync } from './artifacts.ts'
import type { Home } from './home.ts'
import { createKey, makeCurrent } from './keyring.ts'
import { KEY_STREAM } from './layout.ts'
import { listStreams } from './list.ts'
import { readHead } from './read.ts'
import { rotationsOf } from './rotations.ts'
import { withLock } from './with-lock.ts'
import { forget, type OpenStreams } from './writer.ts'

/**
 * Puts a new key to use and retires the others. The old key announces the new one; then the new one signs; then every
 * stream is locked once to note where it stands, so that nothing the old key seals later can pass. An interruption
 * anywhere leaves a ledger that verifies, and rotating again finishes the work.
 */
export function rotateKey(home: Home): { from: string; to: string } {
  const from = home.keyring.current().id
  const to = createKey(home.dir).id
  record(home, { kind: 'key.announced', actor: 'admin', body: { from, to } })
  makeCurrent(home.dir, to)
  const heads = listStreams(home.dir).map((stream) => standOf(home, stream))
  const artifact = putArtifactSync(home.dir, { name: 'heads.jsonl', media: 'application/jsonl' }, Buffer.from(heads.join('')))
  const keys = rotationsOf(home).order.filter((key) => key !== to)
  record(home, { kind: 'key.retired', actor: 'admin', body: { keys }, artifacts: [artifact] })
  return { from, to }
}

/**
 * Where a stream stands, as a line. Under its lock nobody is writing with the old key, and later writers see the new
 * one; what waits in its spool is chained now, because the old key will not be believed afterwards.
 */
function standOf(home: Home, stream: string): string {
  return withLock(home, stream, () => {
    const seq = readHead(home, stream)?.seq ?? 0
    append(home, stream, [])
    return `{"seq":${seq},"stream":"${stream}"}\n`
  })
}

const record = (home: Home, draft: Draft): void => withLock(home, KEY_STREAM, () => append(home, KEY_STREAM, [draft]))

function append(home: Home, stream: string, drafts: Draft[]): void {
  const streams: OpenStreams = new Map()
  try {
    const at = home.now().toISOString()
    appendUnderLock(home, stream, drafts.map((draft) => prepare(stream, draft, at)), streams)
  } finally {
    forget(streams, stream)
  }
}
