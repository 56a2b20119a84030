import { isFailure } from '../../../session/pairing.ts'
import type { Call, End } from '../../../session/state.ts'
import { subjectOf } from '../call-subject.ts'
import { type Colors, oneLine } from '../output.ts'
import { endOf } from '../texts.ts'
import { clock, duration, RESULT_WIDTH, SEQ_WIDTH, seqOf, type Teller, WIDTH } from './teller.ts'

const MAX_TOOL_WIDTH = 18

/** However deep it is nested, a call says what it is about. */
const LEAST_ROOM = 16

/** The width of a column of tools. */
export const toolWidth = (calls: readonly Call[]): number =>
  calls.reduce((width, { tool }) => Math.max(width, oneLine(tool, MAX_TOOL_WIDTH).length), 0)

/** A call in one line (time, sign, tool, what it is about, how it ended), and what it printed last where it failed. */
export function renderCall(call: Call, { c, dir, cwd, indent, seqs }: Teller, width: number): string[] {
  const head = `${' '.repeat(indent)}${call.isUnseen ? ' '.repeat(8) : clock(call.at)}  `
  const tool = oneLine(call.tool, width).padEnd(width)
  const result = resultOf(call).padEnd(seqs === 'shown' ? RESULT_WIDTH : 0)
  // The entry of its end, as soon as that has a place: it has what was asked and what came of it.
  const seq = seqOf(call.end?.seq || call.seq, seqs)
  const room = Math.max(LEAST_ROOM, WIDTH - head.length - 6 - width - RESULT_WIDTH - SEQ_WIDTH)
  const subject = oneLine(subjectOf(call.input, cwd), room).padEnd(room)
  const more = (text: string): string =>
    `${' '.repeat(head.length + 2)}${c.dim(oneLine(text, WIDTH - head.length - 2))}`
  return [
    `${c.dim(head)}${signOf(call, c)} ${tool}  ${subject}  ${isBad(call) ? c.red(result) : result}${c.dim(seq)}`,
    ...(call.ranWith === null ? [] : [more(`ran as: ${subjectOf(call.ranWith, cwd)}`)]),
    ...flagsOf(call).map(more),
    ...lastWords(call, dir).map(more),
  ]
}

const isBad = ({ end, task, denied }: Call): boolean =>
  denied !== null || (end !== null && (isFailure(end.status) || (task?.exit ?? 0) !== 0))

function signOf(call: Call, c: Colors): string {
  if (isBad(call)) return c.red('✗')
  if (call.isUnseen) return c.yellow('?')
  const isDone = call.end?.status === 'succeeded' || call.task?.exit === 0
  return isDone ? c.green('✓') : c.yellow('…')
}

/** How a call ended, in a few words. */
function resultOf({ end, task, isUnseen, denied }: Call): string {
  // Batches and transcripts tell of a denied call as of one that failed; an event of its own tells that it was made.
  if (denied !== null && (end === null || end.shownBy !== null)) return denied
  if (end === null) return isUnseen ? 'unseen, no result' : 'no result was reported'
  const words = [isUnseen ? 'unseen' : '', endingOf(end, task), end.status === 'running' ? '' : duration(end.duration)]
  return words.filter((word) => word !== '').join(', ')
}

function endingOf(end: End, task: Call['task']): string {
  const exit = end.exit === null ? '' : `exit ${end.exit}`
  switch (end.status) {
    case 'succeeded':
      return exit
    case 'failed':
      return exit || 'failed'
    case 'refused':
      return 'refused, never ran'
    case 'interrupted':
      return 'interrupted'
    case 'running':
      return task === null ? 'in the background' : `background, ${taskEnding(task)}`
    case 'unknown':
      return 'result unknown'
  }
}

/** What the checks found, in one line. */
const flagsOf = ({ flags }: Call): string[] =>
  flags.length === 0
    ? []
    : [
        `flagged: ${flags.map(({ code, said }) => (said === '' ? code : `${code} (${oneLine(said, MAX_SAID)})`)).join(', ')}`,
      ]

const MAX_SAID = 40

export const taskEnding = ({ exit, status }: NonNullable<Call['task']>): string =>
  exit === null ? oneLine(status ?? 'ended', 14) : `exit ${exit}`

/** Lines that hosts wrap around what a command printed. */
const WRAPPING = /^(?:<\/?[a-z_]+>|Process Group PGID: \d+|Exit Code: \d+)$/

const LAST_LINES = 2

function lastWords(call: Call, dir: string): string[] {
  const { end } = call
  if (call.denied !== null) return []
  // Where nobody can say how it ended, a person may see it by this.
  const isTelling = end !== null && (isFailure(end.status) || end.status === 'unknown')
  if (!isTelling || end.said === null) return []
  const lines = endOf(dir, end.said)
    .replace(/<\/?tool_use_error>/g, '')
    .split('\n')
    .map((line) => line.trim())
  return lines.filter((line) => line !== '' && !WRAPPING.test(line)).slice(-LAST_LINES)
}
