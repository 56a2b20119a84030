import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CheckSeal, openLine } from '../../chain.ts'
import type { Tail } from '../../kinds.ts'
import { type KeyRules, type KnownHead, StreamAudit } from '../../verify.ts'
import type { ArtifactAudit } from './check-artifacts.ts'
import { linesFrom } from './tail.ts'

/** What one stream is held against. */
export type AuditInput = {
  dir: string
  stream: string
  head: KnownHead
  keys: KeyRules
  checkSeal: CheckSeal
  artifacts: ArtifactAudit
  /** An entry that a checkpoint vouches for. */
  watched: Tail | null
}

/** The event loop gets its turn after so many lines. */
const LINES_A_TURN = 4096

/** Reads a stream from its first line to its last and audits it. */
export async function auditStream(input: AuditInput): Promise<StreamAudit> {
  const { stream, artifacts } = input
  const audit = new StreamAudit(stream, input.head, input.keys, input.watched)
  let lines = 0
  let isTorn = false
  for (const line of linesFrom(input, { stream, segment: 1, bytes: 0 })) {
    // Only the last file may end unfinished: a writer goes on in a next one after a whole line.
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
