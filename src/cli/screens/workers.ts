import { minute, minuteInZone, zoneName } from '../../views/local-time.ts'
import type { CallSummary, WorkerSummary } from '../../views/workers.ts'
import { subjectOf } from './call-subject.ts'
import { bytes, type Colors, oneLine, plural, table } from './output.ts'
import { SCREEN_WIDTH, widthOf } from './width.ts'

/** The workers in a run, one line each. */
export function renderWorkers(run: string, workers: readonly WorkerSummary[], c: Colors): string {
  if (workers.length === 0) return `${run} has no workers.\n`
  const rows = workers.map(({ job, status, files, bytes: size, at }) => [
    String(job).padStart(3),
    status,
    String(files.length).padStart(5),
    bytes(size).padStart(8),
    at === null ? '-' : minute(at.started ?? at.opened),
    '',
  ])
  const [head = '', ...lines] = table([['JOB', 'STATUS', 'FILES', '    SIZE', 'STARTED', ''], ...rows])
    .trimEnd()
    .split('\n')
  const width = Math.max(...[head, ...lines].map((line) => widthOf(line.trimEnd()))) + 2
  const titled = lines.map((line, i) => `${line.trimEnd().padEnd(width)}${taskOf(workers[i], SCREEN_WIDTH - width)}`)
  return [
    `${run}, ${plural(workers.length, 'worker')}`,
    c.dim(`${head.trimEnd().padEnd(width)}TASK`),
    ...titled,
    c.dim(`Times: ${zoneName()}`),
    '',
  ].join('\n')
}

const taskOf = (worker: WorkerSummary | undefined, width: number): string => oneLine(worker?.task ?? '', width)

const MAX_INPUT = 400

/** One worker: its task, how it ended, and its files with the input of each call. */
export function renderWorker(run: string, worker: WorkerSummary, calls: readonly CallSummary[], c: Colors): string {
  const { job, status, why, task, at, files, worker: stream } = worker
  const given = new Map(calls.map((call) => [call.file, call]))
  const rows = files.map(({ name, status: ended, bytes: size }) => [
    oneLine(name, 40),
    ended,
    bytes(size).padStart(8),
    inputOf(given.get(name)),
  ])
  return [
    `Worker ${job} of ${run}: ${status}${why === null ? '' : `, ${oneLine(why, SCREEN_WIDTH)}`}`,
    ...table([
      ['  Task', oneLine(task, MAX_INPUT)],
      ['  Stream', stream],
      ...(at === null ? [] : [['  Opened', minuteInZone(at.opened)]]),
      ...(at?.ended == null ? [] : [['  Ended', minuteInZone(at.ended)]]),
    ])
      .trimEnd()
      .split('\n'),
    ...(files.length === 0 ? ['No files.'] : fileLines(rows, c)),
    '',
  ].join('\n')
}

function fileLines(rows: string[][], c: Colors): string[] {
  const [head = '', ...lines] = table([['FILE', 'STATUS', '    SIZE', 'INPUT'], ...rows])
    .trimEnd()
    .split('\n')
  return [c.dim(head), ...lines.map((line) => line.trimEnd())]
}

const inputOf = (call: CallSummary | undefined): string => {
  if (call === undefined) return ''
  const exit = call.exit === null || call.exit === 0 ? '' : ` (exit ${call.exit})`
  return `${oneLine(subjectOf(call.input, null), 60)}${exit}`
}

type Match = { job: number; name: string; line: number; text: string }

/** Matches, one line each. */
export const renderMatches = (matches: readonly Match[], isWhole: boolean): string =>
  [
    ...matches.map(
      ({ job, name, line, text }) => `worker ${job} ${oneLine(name, 80)}:${line}: ${oneLine(text, MAX_INPUT)}`,
    ),
    ...(matches.length === 0 && isWhole ? ['No match.'] : []),
    ...(isWhole ? [] : ['A limit was reached: there may be more matches.']),
    '',
  ].join('\n')
