import { sha256 } from '../ledger/digest.ts'
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
import { fits, type Plan, type PlannedFile, type Section } from './select.ts'
import { share, type Wish } from './share.ts'
import type { TraceFile } from './state.ts'
import { textOf, trimEnd, trimStart } from './text.ts'

/** The bytes of a file that a plan shows; null if they could not be read. */
export type Content = { head: Uint8Array; tail: Uint8Array } | null
/** Looks up the bytes that were read for a planned file. */
export type Contents = ReadonlyMap<TraceFile, Content>

/** A rendered block. `cut`: bytes of evidence that it leaves out. Empty text: there is nothing to mount. */
export type Block = { text: string; bytes: number; lines: number; cut: number }

/** Renders a plan with the bytes that were read for it. Pure: same input, same bytes. Never exceeds the plan's limits. */
export function render(plan: Plan, contents: Contents): Block {
  const { snapshot, form } = plan
  const sections = fitLines(
    plan,
    plan.sections.map((section) => withTexts(section, contents)),
  )
  const all = snapshot.workers.flatMap(({ files }) => files)
  const total = all.reduce((sum, { bytes }) => sum + bytes, 0)
  const shown = sections.flatMap(({ files }) => files).reduce((sum, { text }) => sum + (text?.bytes ?? 0), 0)
  const noted = linesOf(plan, sections)
  // A note on why a file is not shown takes room that was not planned.
  const lines = fits(noted, plan.limits) ? noted : linesOf(plan, sections.map(withoutNotes))
  const text = form === 'nothing' ? '' : lines.join('\n')
  return { text, bytes: Buffer.byteLength(text), lines: text === '' ? 0 : lines.length, cut: total - shown }
}

const withoutNotes = ({ worker, files }: ReadSection): ReadSection => ({
  worker,
  files: files.map((file) => ({ ...file, why: null })),
})

/** Text of a file: the beginning if it is shown too, the end, and how many bytes of the file both are. */
type Text = { head: string; tail: string; bytes: number }
type ReadFile = PlannedFile & { text: Text | null; why: Pointed['why'] }
type ReadSection = Pick<Section, 'worker'> & { files: readonly ReadFile[] }

function withTexts({ worker, files }: Section, contents: Contents): ReadSection {
  return { worker, files: files.map((planned) => ({ ...planned, ...textIn(planned, contents) })) }
}

function textIn({ file, shown }: PlannedFile, contents: Contents): Pick<ReadFile, 'text' | 'why'> {
  if (shown === null) return { text: null, why: null }
  const content = contents.get(file) ?? null
  if (content === null) return { text: null, why: 'unavailable' }
  const headBytes = trimEnd(content.head)
  const tailBytes = content.tail.length < file.bytes ? trimStart(content.tail) : content.tail
  const [head, tail] = [textOf(headBytes), textOf(tailBytes)]
  if (head === null || tail === null) return { text: null, why: 'binary' }
  return { text: { head, tail, bytes: headBytes.length + tailBytes.length }, why: null }
}

const LINES = { failure: 12, least: 1 }

/** Cuts the texts to the limit of lines, if there is one and they exceed it. */
function fitLines(plan: Plan, sections: readonly ReadSection[]): readonly ReadSection[] {
  const { lines: most } = plan.limits
  if (most === null || linesOf(plan, sections).length <= most) return sections
  const bare = sections.map(({ worker, files }) => ({ worker, files: files.map((one) => ({ ...one, text: null })) }))
  const wishes = sections.map(({ files }) => files.map(linesWished))
  const grants = share(wishes, most - linesOf(plan, bare).length, LINES)
  return sections.map(({ worker, files }, w) => ({
    worker,
    files: files.map((one, f) => ({ ...one, text: lastLines(one.text, grants[w]?.[f] ?? 0) })),
  }))
}

/** A cut file may need a pointer, which it had no line for while it was whole; so that line is part of the overhead. */
const linesWished = ({ file, text }: ReadFile): Wish => ({
  want: text === null ? 0 : countLines(text.head) + countLines(text.tail),
  overhead: 2,
  isFailed: file.status === 'failed' || file.status === 'timeout',
  isProse: false,
})

const countLines = (text: string): number => (text === '' ? 0 : body(text).split('\n').length)

/** The line break at the end of a text is the one that ends our line. */
const body = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text)

function lastLines(text: Text | null, lines: number): Text | null {
  if (text === null || lines === 0) return null
  if (lines >= countLines(text.head) + countLines(text.tail)) return text
  const all = text.tail.split('\n')
  const isEnded = text.tail.endsWith('\n')
  const tail = all.slice(-(lines + (isEnded ? 1 : 0))).join('\n')
  return { head: '', tail, bytes: Buffer.byteLength(tail) }
}

function linesOf(plan: Plan, sections: readonly ReadSection[]): string[] {
  const { snapshot, form, pointers, others } = plan
  const { run, workers } = snapshot
  if (form === 'nothing') return []
  if (form === 'brief') return [briefLine(run, workers)]
  const mark = markOf(plan, sections)
  return [
    ...opening(run, workers, mark),
    ...sections.flatMap(({ worker, files }) => [
      ...workerLines(worker, mark),
      ...files.flatMap((file) => contentLines(file, mark)),
      ...pointerLines(worker.job, files.filter(isCut), pointers, mark),
    ]),
    ...(others.length === 0 ? [] : ['', othersLine(others, mark)]),
  ]
}

const isCut = ({ file, text }: ReadFile): boolean => (text?.bytes ?? 0) < file.bytes || file.bytes === 0

function contentLines({ file, text }: ReadFile, mark: string): string[] {
  if (text === null) return []
  const dropped = file.bytes - text.bytes
  const head = text.head === '' ? 0 : Buffer.byteLength(text.head)
  return [
    fileLine(file, { head, tail: text.bytes - head }, mark),
    ...(text.head === '' ? [] : body(text.head).split('\n')),
    ...(dropped === 0 ? [] : [droppedLine(dropped, mark)]),
    ...(text.tail === '' ? [] : body(text.tail).split('\n')),
  ]
}

/** Depends on all recorded text, so no text can contain it: a worker cannot write lines that look like ours. */
function markOf({ snapshot, limits }: Plan, sections: readonly ReadSection[]): string {
  const texts = sections.flatMap(({ worker, files }) => [worker.task, ...files.flatMap(({ text }) => partsOf(text))])
  const seen = JSON.stringify([snapshot.run, limits, texts])
  for (let round = 0; ; round++) {
    const mark = sha256(`${round}${seen}`).slice(0, MARK_CHARS)
    if (!seen.includes(mark)) return mark
  }
}

const partsOf = (text: Text | null): string[] => (text === null ? [] : [text.head, text.tail])
