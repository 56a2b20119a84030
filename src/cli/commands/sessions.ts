import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { minute } from '../../views/local-time.ts'
import { readSessions, readStreams, type SessionSummary, type StreamSummary } from '../../views/sessions.ts'
import { type Args, type Command, EXIT, type Io } from '../command.ts'
import { openToRead } from '../input/home.ts'
import { bytes, colors, json, oneLine, table } from '../screens/output.ts'
import { pausedLine } from '../screens/pauses.ts'
import { indented, type Nested, nest, uniqueBeginnings } from '../screens/session-rows.ts'
import { saySpooled } from '../screens/spooled.ts'

export const sessions: Command = {
  name: 'sessions',
  summary: 'list the recorded sessions and how their last turns ended, newest last',
  usage: '[options]',
  words: { min: 0, max: 0, names: '' },
  details: `Times are UTC. Subagents stand under the session that started them. What stands in the first column
is enough for "bailiff explain" and "bailiff outcome". VERDICT is how the last turn ended, as "bailiff outcome"
has it: earned, unclaimed, warned, blocked, capped, waiting, unsupervised, unanswered; - where it has not
ended, or was broken off. What "bailiff doctor" tried is left out, and counted: --all and --json list it.`,
  example: 'bailiff sessions',
  options: { all: { help: 'list every stream, not only sessions, with its size' } },
  async run(args, io) {
    const home = openToRead(args.home)
    if (!args.json) io.out(pausedLine(home, io))
    if (args.has('all')) listAll(home, args, io)
    else listSessions(home, args, io)
    return EXIT.fine
  },
}

function listAll(home: Readable, args: Args, io: Io): void {
  const rows = readStreams(home)
  const cells = (row: StreamSummary) => [
    row.stream,
    String(row.entries),
    second(row.first),
    second(row.last),
    bytes(row.bytes),
  ]
  if (args.json) io.out(json(rows))
  else if (rows.length === 0) io.out(`No streams in ${home.dir} yet.\n`)
  else io.out(`${table([['STREAM', 'ENTRIES', 'FIRST', 'LAST', 'SIZE'], ...rows.map(cells)])}${spoolLine(rows)}`)
}

function listSessions(home: Readable, args: Args, io: Io): void {
  const rows = readSessions(home)
  if (args.json) io.out(json(nest(rows).map(({ row }) => row)))
  else io.out(`${sessionTable(home, rows, io)}${spoolLine(rows)}${leftOutLine(rows)}`)
}

function sessionTable(home: Readable, rows: readonly SessionSummary[], io: Io): string {
  const shown = nest(rows.filter((row) => !isCanary(row)))
  // Unique among all: "bailiff explain" finds those that are left out too.
  const names = uniqueBeginnings(rows.map(({ stream }) => stream))
  return shown.length === 0 ? `No sessions in ${home.dir} yet.\n` : render(shown, names, io)
}

const isCanary = ({ state }: SessionSummary): boolean => state === 'canary'

/** Whoever could mark a session as the doctor's could hide one, so how many are left out is always said. */
function leftOutLine(rows: readonly SessionSummary[]): string {
  const count = rows.filter(isCanary).length
  if (count === 0) return ''
  return `${count} of the doctor's ${count === 1 ? 'is left out: --all lists it' : 'are left out: --all lists them'}\n`
}

function spoolLine(rows: readonly StreamSummary[]): string {
  const spooled = rows.reduce((sum, row) => sum + row.spooled, 0)
  return spooled === 0 ? '' : `${saySpooled(spooled)}\n`
}

const FOLDER_WIDTH = 40

function render(nested: readonly Nested<SessionSummary>[], names: ReadonlyMap<string, string>, io: Io): string {
  const c = colors(io.color)
  const cells = ({ row, depth }: Nested<SessionSummary>): string[] => [
    indented(names.get(row.stream) ?? row.stream, depth),
    oneLine(row.host ?? '-', 12),
    minute(row.first),
    since(row.first, row.last),
    String(row.turns).padStart(5),
    String(row.calls).padStart(5),
    String(row.failed).padStart(6),
    row.verdict ?? '-',
    row.state,
    folder(row.cwd, io.env['HOME']),
  ]
  const head = ['SESSION', 'HOST', 'STARTED', 'LAST', 'TURNS', 'CALLS', 'FAILED', 'VERDICT', 'STATE', 'FOLDER']
  const [title = '', ...lines] = table([head, ...nested.map(cells)]).split('\n')
  return [c.dim(title), ...lines].join('\n')
}

const second = (at: string): string => at.replace('T', ' ').slice(0, 19)

/** Without the day, where it is the same. */
const since = (first: string, last: string): string =>
  first.slice(0, 10) === last.slice(0, 10) ? last.slice(11, 16) : minute(last).slice(5)

/** The end of a path says more than its beginning. */
function folder(cwd: string | null, home: string | undefined): string {
  const path = oneLine(cwd ?? '-', Number.POSITIVE_INFINITY)
  const short = home && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
  return short.length <= FOLDER_WIDTH ? short : `…${short.slice(1 - FOLDER_WIDTH)}`
}
