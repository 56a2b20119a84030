import { sha256 } from '../ledger/digest.ts'
import { isFailure } from './facts.ts'
import {
  briefLine,
  droppedLine,
  fileLine,
  MARK_CHARS,
  opening,
  othersLine,
  type Pointed,
  pointerLines,
  workerLines,
} from './lines.ts'
import type { Plan, PlannedFile, Section } from './select.ts'
import { share, type Wish } from './share.ts'
import type { TraceFile } from './state.ts'
import { fromLineStart, textOf, trimEnd, trimStart, untilLineEnd } from './text.ts'

/** The bytes of a file that a plan shows; null if they could not be read. */
export type Content = { head: Uint8Array; tail: Uint8Array } | null
/** Looks up the bytes that were read for a planned file. */
export type Contents = ReadonlyMap<TraceFile, Content>

/** A rendered block. `cut`: bytes of evidence that it leaves out. Empty text: there is nothing to mount. */
export type Block = { text: string; bytes: number; cut: number }

/** Renders a plan with the bytes that were read for it. Pure: same input, same bytes. Never exceeds the plan's limits. */
export function render(plan: Plan, contents: Contents): Block {
  const { snapshot, limits } = plan
  const sections = fitLines(
    plan,
    plan.sections.map((section) => withTexts(section, contents)),
  )
  const all = snapshot.workers.flatMap(({ files }) => files)
  const total = all.reduce((sum, { bytes }) => sum + bytes, 0)
  const shown = sections.flatMap(({ files }) => files).reduce((sum, { text }) => sum + (text?.bytes ?? 0), 0)
  const block = (text: string): Block => ({ text, bytes: Buffer.byteLength(text), cut: total - shown })
  const noted = block(blockOf(plan, sections))
  // The notes on files that cannot be shown take room that was not planned.
  const isTooLong = noted.bytes > limits.bytes || (limits.lines !== null && countLines(noted.text) > limits.lines)
  return isTooLong ? block(blockOf(plan, sections.map(withoutNotes))) : noted
}

const withoutNotes = ({ worker, files }: ReadSection): ReadSection => ({
  worker,
  files: files.map((file) => ({ ...file, why: null })),
})

/** The shown text of a file: its end, and its beginning if that is shown too. Both together cover `bytes` of the file. */
type Text = { head: string; tail: string; bytes: number }
type ReadFile = { file: TraceFile; text: Text | null; why: Pointed['why'] }
type ReadSection = Pick<Section, 'worker'> & { files: readonly ReadFile[] }

const withTexts = ({ worker, files }: Section, contents: Contents): ReadSection => ({
  worker,
  files: files.map((planned) => textIn(planned, contents)),
})

function textIn({ file, shown }: PlannedFile, contents: Contents): ReadFile {
  if (shown === null) return { file, text: null, why: null }
  const content = contents.get(file) ?? null
  if (content === null) return { file, text: null, why: 'unavailable' }
  const headBytes = untilLineEnd(trimEnd(content.head))
  const tailBytes = content.tail.length < file.bytes ? fromLineStart(trimStart(content.tail)) : content.tail
  const [head, tail] = [textOf(headBytes), textOf(tailBytes)]
  if (head === null || tail === null) return { file, text: null, why: 'binary' }
  return { file, text: { head, tail, bytes: headBytes.length + tailBytes.length }, why: null }
}

const LINES = { failure: 12, least: 1 }

/** Cuts the shown text to the line limit, if there is one. */
function fitLines(plan: Plan, sections: readonly ReadSection[]): readonly ReadSection[] {
  const { lines: most } = plan.limits
  if (most === null || countLines(blockOf(plan, sections)) <= most) return sections
  const bare = sections.map(({ worker, files }) => ({ worker, files: files.map((one) => ({ ...one, text: null })) }))
  const wishes = sections.map(({ files }) => files.map(linesWished))
  const grants = share(wishes, most - countLines(blockOf(plan, bare)), LINES)
  return sections.map(({ worker, files }, w) => ({
    worker,
    files: files.map((one, f) => ({ ...one, text: lastLines(one.text, grants[w]?.[f] ?? 0) })),
  }))
}

/** Returns a file's wish in lines. The overhead includes a line for the pointer that the file needs if it is cut. */
const linesWished = ({ file, text }: ReadFile): Wish => ({
  want: linesIn(text),
  overhead: 2,
  isFailed: isFailure(file.status),
  isProse: false,
})

function countLines(text: string): number {
  if (text === '') return 0
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** Drops a final line break, because joining the lines adds one. */
const body = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text)

const linesIn = (text: Text | null): number =>
  text === null ? 0 : countLines(body(text.head)) + countLines(body(text.tail))

function lastLines(text: Text | null, lines: number): Text | null {
  if (text === null || lines === 0) return null
  if (lines >= linesIn(text)) return text
  const all = text.tail.split('\n')
  const isEnded = text.tail.endsWith('\n')
  const tail = all.slice(-(lines + (isEnded ? 1 : 0))).join('\n')
  return { head: '', tail, bytes: Buffer.byteLength(tail) }
}

function blockOf(plan: Plan, sections: readonly ReadSection[]): string {
  const { snapshot, form, pointers, others } = plan
  const { run, workers } = snapshot
  if (form === 'nothing') return ''
  if (form === 'brief') return briefLine(run, workers)
  const mark = markOf(plan, sections)
  const lines = opening(run, workers, mark)
  for (const { worker, files } of sections) {
    lines.push(...workerLines(worker, mark))
    for (const file of files) addContent(lines, file, mark)
    lines.push(...pointerLines(worker.job, files.filter(isCut), pointers, mark))
  }
  if (others.length > 0) lines.push('', othersLine(others, mark))
  return lines.join('\n')
}

const isCut = ({ file, text }: ReadFile): boolean => (text?.bytes ?? 0) < file.bytes || file.bytes === 0

function addContent(lines: string[], { file, text }: ReadFile, mark: string): void {
  if (text === null) return
  const dropped = file.bytes - text.bytes
  const head = text.head === '' ? 0 : Buffer.byteLength(text.head)
  lines.push(fileLine(file, { head, tail: text.bytes - head }, mark))
  if (text.head !== '') lines.push(body(text.head))
  if (dropped > 0) lines.push(droppedLine(dropped, mark))
  if (text.tail !== '') lines.push(body(text.tail))
}

/**
 * Returns a mark that occurs in none of the shown text, so a worker cannot print lines that look like ours. It is derived
 * from the shown content, so a worker cannot predict it.
 */
function markOf({ snapshot, limits }: Plan, sections: readonly ReadSection[]): string {
  const shown = sections.flatMap(({ files }) => files.filter(({ text }) => text !== null))
  const pieces = shown.map(({ file }) => [file.name, file.bytes, file.tail.map(({ sha256 }) => sha256)])
  const seed = JSON.stringify([snapshot.run, limits, pieces])
  const texts = [
    ...snapshot.workers.flatMap(({ task, why }) => [task, why]),
    ...shown.flatMap(({ text }) => [text?.head, text?.tail]),
  ]
  for (let round = 0; ; round++) {
    const mark = sha256(`${round}${seed}`).slice(0, MARK_CHARS)
    if (!texts.some((text) => text?.includes(mark))) return mark
  }
}
