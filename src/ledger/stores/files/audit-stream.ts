import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CheckSeal, openLine } from '../../chain.ts'
import type { Tail } from '../../kinds.ts'
import { type KeyRules, type KnownHead, StreamAudit } from '../../verify.ts'
import type { ArtifactAudit } from './check-artifacts.ts'
import type { RawLine } from './lines.ts'
import { linesFrom } from './stream-lines.ts'

/** Everything the audit of one stream needs. */
export type AuditInput = {
  dir: string
  stream: string
  /** The stream's segment numbers, in order. More may be added during the audit. */
  segments: readonly number[]
  head: KnownHead
  keys: KeyRules
  checkSeal: CheckSeal
  artifacts: Pick<ArtifactAudit, 'entry'>
  /** An entry that a checkpoint vouches for. */
  watched: Tail | null
}

/** Number of lines after which the event loop gets a turn. */
const LINES_A_TURN = 4096

/** Reads a stream from its first line to its last and audits it. */
export async function auditStream(input: AuditInput): Promise<StreamAudit> {
  const { stream, artifacts } = input
  const audit = new StreamAudit(stream, input.head, input.keys, input.watched)
  let lines = 0
  // For short streams, this is the only yield to the event loop.
  await nextTurn()
  let isTorn = false
  for (const line of allLines(input)) {
    // Only the last file may end with an incomplete line: a writer starts a new file only after a complete line.
    if (isTorn) audit.line({ kind: 'garbled' })
    isTorn = line.kind === 'torn'
    if (!isTorn) {
      const entry = audit.line(openLine(line.bytes, stream, input.checkSeal))
      if (entry !== null && entry.artifacts.length > 0) await artifacts.entry(entry)
    }
    if (++lines % LINES_A_TURN === 0) await nextTurn()
  }
  if (isTorn) audit.torn()
  audit.end()
  return audit
}

/** Readers and writers stop at a missing file; the audit continues with the files after it. */
function* allLines({ dir, stream, segments }: AuditInput): Generator<RawLine> {
  for (const segment of segments) {
    if (!segments.includes(segment - 1)) yield* linesFrom({ dir }, { stream, segment, bytes: 0 })
  }
}
