import { LedgerError } from '../../ledger/errors.ts'
import type { Shown } from '../lines.ts'
import type { Content } from '../render.ts'
import type { Plan } from '../select.ts'
import type { Part, TraceFile } from '../state.ts'
import type { Reading } from './evidence.ts'

/** Reads only the bytes that a plan shows. The content is null if a file's bytes are gone or damaged. */
export async function readContents(ledger: Reading, plan: Plan): Promise<Map<TraceFile, Content>> {
  const contents = new Map<TraceFile, Content>()
  for (const { files } of plan.sections)
    for (const { file, shown } of files) {
      if (shown === null) continue
      const pieces = [...firstPieces(file.head, shown.head), ...lastPieces(file.tail, shown.tail)]
      contents.set(file, contentOf(await readPieces(ledger, pieces), shown))
    }
  return contents
}

function contentOf(bytes: Uint8Array | null, { head }: Shown): Content {
  return bytes === null ? null : { head: bytes.subarray(0, head), tail: bytes.subarray(head) }
}

/** A range of a stored piece. */
type Piece = { sha256: string; start: number; end: number }

function firstPieces(parts: readonly Part[], bytes: number): Piece[] {
  const pieces: Piece[] = []
  let left = bytes
  for (const { sha256, bytes } of parts) {
    if (left === 0) break
    const end = Math.min(left, bytes)
    pieces.push({ sha256, start: 0, end })
    left -= end
  }
  return pieces
}

function lastPieces(parts: readonly Part[], bytes: number): Piece[] {
  const pieces: Piece[] = []
  let left = bytes
  for (let i = parts.length - 1; i >= 0 && left > 0; i--) {
    const { sha256, bytes } = parts[i] as Part
    const start = Math.max(0, bytes - left)
    pieces.unshift({ sha256, start, end: bytes })
    left -= bytes - start
  }
  return pieces
}

/** The concatenated bytes of the pieces, or null if some cannot be read. */
async function readPieces(ledger: Reading, pieces: readonly Piece[]): Promise<Uint8Array | null> {
  try {
    return Buffer.concat(await Promise.all(pieces.map((piece) => ledger.readArtifact(piece.sha256, piece))))
  } catch (error) {
    if (error instanceof LedgerError) return null
    throw error
  }
}
