import { isFailure } from '../../../session/pairing.ts'
import type { Call, End } from '../../../session/state.ts'
import { clock } from '../../../views/local-time.ts'
import { subjectOf } from '../call-subject.ts'
import { type Colors, oneLine, oneLineMiddle } from '../output.ts'
import { endOf } from '../texts.ts'
import { padTo, widthOf } from '../width.ts'
import { duration, RESULT_WIDTH, SEQ_WIDTH, seqOf, type Teller, WIDTH } from './teller.ts'

const MAX_TOOL_WIDTH = 18

/** The subject of a deeply nested call gets at least this much room. */
const LEAST_ROOM = 16

/** The width of the tool column. */
export const toolWidth = (calls: readonly Call[]): number =>
  calls.reduce((width, { tool }) => Math.max(width, widthOf(oneLine(tool, MAX_TOOL_WIDTH))), 0)

/** A call in one line (time, sign, tool, subject, result), and its last output if it failed. */
export function renderCall(call: Call, { c, dir, cwd, indent, seqs }: Teller, width: number): string[] {
  const head = `${' '.repeat(indent)}${call.isUnseen ? ' '.repeat(8) : clock(call.at)}  `
  const tool = padTo(oneLine(call.tool, width), width)
  const said = resultOf(call)
  const result = seqs === 'shown' ? padTo(said, RESULT_WIDTH) : said
  // The entry for the end of the call, once it is chained: it holds both the input and the result.
  const seq = seqOf(call.end?.seq || call.seq, seqs)
  const room = Math.max(LEAST_ROOM, WIDTH - head.length - 6 - width - Math.max(RESULT_WIDTH, widthOf(said)) - SEQ_WIDTH)
  const subject = padTo(oneLineMiddle(subjectOf(call.input, cwd), room), room)
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

/** The result of a call, in a few words. */
function resultOf({ end, task, isUnseen, denied }: Call): string {
  // Batches and transcripts report a denied call as a failed one; only an event of its own shows that it ran.
  if (denied !== null && (end === null || end.shownBy !== null)) return denied
  if (end === null) return isUnseen ? 'unseen, no result' : 'no result reported'
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

/** The findings from the checks, in one line. */
const flagsOf = ({ flags }: Call): string[] =>
  flags.length === 0
    ? []
    : [
        `flagged: ${flags.map(({ code, said }) => (said === '' ? code : `${code} (${oneLine(said, MAX_SAID)})`)).join(', ')}`,
      ]

const MAX_SAID = 40

export const taskEnding = ({ exit, status }: NonNullable<Call['task']>): string =>
  exit === null ? oneLine(status ?? 'ended', 14) : `exit ${exit}`

/** Lines that hosts add around the output of a command. */
const WRAPPING = /^(?:<\/?[a-z_]+>|Process Group PGID: \d+|Exit Code: \d+)$/

const LAST_LINES = 2

function lastWords(call: Call, dir: string): string[] {
  const { end } = call
  if (call.denied !== null) return []
  // If the result is unknown, the output may show it to a person.
  const isTelling = end !== null && (isFailure(end.status) || end.status === 'unknown')
  if (!isTelling || end.said === null) return []
  const lines = endOf(dir, end.said)
    .replace(/<\/?tool_use_error>/g, '')
    .split('\n')
    .map((line) => line.trim())
  return lines.filter((line) => line !== '' && !WRAPPING.test(line)).slice(-LAST_LINES)
}
