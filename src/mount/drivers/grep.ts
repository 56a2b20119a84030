import type { SeenWorker } from '../snapshot.ts'
import type { TraceFile } from '../state.ts'
import { oneLine } from '../text.ts'
import type { Reading } from './evidence.ts'
import { partsOf } from './files.ts'

type Match = { job: number; name: string; line: number; text: string }
export type Matches = { matches: Match[]; isWhole: boolean }

const MAX_MATCHES = 50
const MAX_MATCH_CHARS = 200
const MAX_SEARCHED_BYTES = 256 << 20
/** Maximum line length. A longer line is searched piece by piece. */
const MAX_LINE_CHARS = 1 << 20

/** Searches workers' files for a literal string, ignoring case. `isWhole` is false if a limit was reached. */
export async function grepWorkers(
  ledger: Reading,
  workers: readonly SeenWorker[],
  pattern: string,
  watch: (done: number, total: number) => void = () => {},
): Promise<Matches> {
  const wanted = pattern.toLowerCase()
  const matches: Match[] = []
  let left = MAX_SEARCHED_BYTES
  const all = workers.flatMap(({ job, stream, files }) => files.map((file) => ({ job, stream, file })))
  for (const [i, { job, stream, file }] of all.entries()) {
    watch(i + 1, all.length)
    for await (const { line, text, bytes } of linesIn(ledger, stream, file, wanted.length)) {
      left -= bytes
      const isMatch = text.toLowerCase().includes(wanted)
      if (left < 0 || (isMatch && matches.length === MAX_MATCHES)) return { matches, isWhole: false }
      if (isMatch) matches.push({ job, name: file.name, line, text: shortened(text, wanted) })
    }
  }
  return { matches, isWhole: true }
}

type Line = { line: number; text: string; bytes: number }

/** The lines of a file. Parts of a very long line overlap, so that a match across two of them is found. */
async function* linesIn(ledger: Reading, stream: string, file: TraceFile, overlap: number): AsyncGenerator<Line> {
  const decoder = new TextDecoder()
  let line = 1
  let rest = ''
  const found = (text: string): Line => ({ line, text, bytes: text.length + 1 })
  for await (const part of partsOf(ledger, stream, file)) {
    const bytes = await ledger.readArtifact(part.sha256, { start: 0, end: part.bytes })
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      yield found(text)
      line++
    }
    if (rest.length <= MAX_LINE_CHARS) continue
    yield found(rest)
    rest = rest.slice(-overlap)
  }
  yield found(rest + decoder.decode())
}

/** The part of a line around the match. */
function shortened(line: string, wanted: string): string {
  const at = line.toLowerCase().indexOf(wanted)
  const from = Math.max(0, Math.min(at - (MAX_MATCH_CHARS >> 1), line.length - MAX_MATCH_CHARS))
  return oneLine(line.slice(from, from + MAX_MATCH_CHARS).toWellFormed())
}
