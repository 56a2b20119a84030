import { LedgerError } from '../../ledger/errors.ts'
import type { Content } from '../render.ts'
import type { Plan } from '../select.ts'
import type { Part, TraceFile } from '../state.ts'
import type { Reading } from './evidence.ts'

/** Reads the bytes that a plan shows, and no others. A file whose bytes are gone or damaged has none. */
export async function readContents(ledger: Reading, plan: Plan): Promise<Map<TraceFile, Content>> {
  const contents = new Map<TraceFile, Content>()
  for (const { files } of plan.sections)
    for (const { file, shown } of files) if (shown !== null) contents.set(file, await readEnds(ledger, file, shown))
  return contents
}

async function readEnds(
  ledger: Reading,
  file: TraceFile,
  { head, tail }: { head: number; tail: number },
): Promise<Content> {
  try {
    const [first, last] = [await readFirst(ledger, file.head, head), await readLast(ledger, file.tail, tail)]
    return { head: first, tail: last }
  } catch (error) {
    if (error instanceof LedgerError) return null
    throw error
  }
}

async function readFirst(ledger: Reading, parts: readonly Part[], bytes: number): Promise<Uint8Array> {
  const found: Uint8Array[] = []
  let left = bytes
  for (const part of parts) {
    if (left === 0) break
    const taken = Math.min(left, part.bytes)
    found.push(await readPart(ledger, part, 0, taken))
    left -= taken
  }
  return joined(found)
}

async function readLast(ledger: Reading, parts: readonly Part[], bytes: number): Promise<Uint8Array> {
  const found: Uint8Array[] = []
  let left = bytes
  for (const part of [...parts].reverse()) {
    if (left === 0) break
    const taken = Math.min(left, part.bytes)
    found.unshift(await readPart(ledger, part, part.bytes - taken, part.bytes))
    left -= taken
  }
  return joined(found)
}

export async function readPart(ledger: Reading, { sha256 }: Part, start: number, end: number): Promise<Uint8Array> {
  const found: Uint8Array[] = []
  for await (const bytes of ledger.getArtifact(sha256, { start, end })) found.push(bytes)
  return joined(found)
}

const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts)
