import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { minute, zoneName } from '../../views/local-time.ts'
import { readSessions, readStreams, type SessionSummary, type StreamSummary } from '../../views/sessions.ts'
import { type Args, type Command, EXIT, type Io } from '../command.ts'
import { openToRead } from '../input/home.ts'
import { bytes, colors, json, oneLine, plural, table } from '../screens/output.ts'
import { pausedLine } from '../screens/pauses.ts'
import { indented, type Nested, nest, uniqueBeginnings } from '../screens/session-rows.ts'
import { saySpooled } from '../screens/spooled.ts'

export const sessions: Command = {
  name: 'sessions',
  summary: 'list recorded sessions and how their last turns ended',
  usage: '[options]',
  words: { min: 0, max: 0, names: '' },
  details: `The newest session is last; subagents are listed under their session. The first
column is enough for "bailiff explain" and "bailiff outcome". VERDICT says how
the last turn ended, as "bailiff outcome" does: earned, unclaimed, warned,
blocked, capped, waiting, unsupervised, checking, failed, superseded, unanswered
or overruled; "-" if it has not ended or was cut short. STATE is "working"
while a turn goes on ("bailiff waive" applies to it), "idle" between turns, or
"ended" once the session or its program has ended.
Sessions of "bailiff doctor" are only counted; --all and --json list them.`,
  example: 'bailiff sessions',
  options: { all: { help: 'list all streams, with their sizes' } },
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
    String(row.entries).padStart(7),
    bytes(row.bytes).padStart(8),
    minute(row.last),
    row.stream,
  ]
  if (args.json) io.out(json(rows))
  else if (rows.length === 0) io.out(`No streams in ${home.dir} yet.\n`)
  else
    io.out(
      `${table([['ENTRIES', '    SIZE', 'LAST ENTRY', 'STREAM'], ...rows.map(cells)])}${spoolLine(rows)}${zoneLine(io)}`,
    )
}

function listSessions(home: Readable, args: Args, io: Io): void {
  const rows = readSessions(home)
  if (args.json) io.out(json(nest(rows).map(({ row }) => row)))
  else io.out(`${sessionTable(home, rows, io)}${spoolLine(rows)}${leftOutLine(rows)}${nextStep(rows)}`)
}

function sessionTable(home: Readable, rows: readonly SessionSummary[], io: Io): string {
  const shown = nest(rows.filter((row) => !isCanary(row)))
  // Unique among all sessions: "bailiff explain" also finds those that are not shown.
  const names = uniqueBeginnings(rows.map(({ stream }) => stream))
  return shown.length === 0 ? `No sessions in ${home.dir} yet.\n${FIRST}` : `${render(shown, names, io)}${zoneLine(io)}`
}

const FIRST = 'Next: start an agent in a supervised project; to check one, run bailiff status\n'

const isCanary = ({ state }: SessionSummary): boolean => state === 'canary'

/** Marking a session as the doctor's would hide it, so the number of hidden sessions is always shown. */
function leftOutLine(rows: readonly SessionSummary[]): string {
  const count = rows.filter(isCanary).length
  if (count === 0) return ''
  return `Not shown: ${plural(count, 'session')} started by bailiff doctor (use --all).\n`
}

function spoolLine(rows: readonly StreamSummary[]): string {
  const spooled = rows.reduce((sum, row) => sum + row.spooled, 0)
  return spooled === 0 ? '' : `${saySpooled(spooled)}\n`
}

/** Rows may span a clock change, so the time zone is given by name, not by offset. */
const zoneLine = (io: Io): string => `${colors(io.color).dim(`Times: ${zoneName()}`)}\n`

const nextStep = (rows: readonly SessionSummary[]): string =>
  rows.every(isCanary) ? '' : 'Next: bailiff explain <session>, or bailiff explain for the newest one here\n'

/** Consecutive sessions with the same host and folder share a title, which would not fit in a column. */
function render(nested: readonly Nested<SessionSummary>[], names: ReadonlyMap<string, string>, io: Io): string {
  const c = colors(io.color)
  const cells = ({ row, depth }: Nested<SessionSummary>): string[] => [
    `  ${indented(names.get(row.stream) ?? row.stream, depth)}`,
    minute(row.last),
    String(row.turns).padStart(5),
    String(row.calls).padStart(5),
    String(row.failed).padStart(6),
    verdictOf(row),
    row.state,
  ]
  const head = ['SESSION', 'LAST ACTIVE', 'TURNS', 'CALLS', 'FAILED', 'VERDICT', 'STATE']
  const [title = '', ...lines] = table([head, ...nested.map(cells)]).split('\n')
  const groups = nested.map(
    ({ row }) => `${oneLine(row.host ?? 'unknown host', 12)} in ${folder(row.cwd, io.env['HOME'])}`,
  )
  const titled = nested.flatMap((_, i) => [...(groups[i] === groups[i - 1] ? [] : [groups[i] ?? '']), lines[i] ?? ''])
  return [c.dim(title), ...titled, ''].join('\n')
}

/** The end of the last turn, in the words of `outcome` and `report`. */
function verdictOf({ verdict, turns, agent, unearnedAgents }: SessionSummary): string {
  if (unearnedAgents > 0) return 'not earned'
  return verdict ?? (turns === 0 && agent === null ? '-' : 'unfinished')
}

const FOLDER_WIDTH = 60

/** Cuts a long path at its start: the end says more. */
function folder(cwd: string | null, home: string | undefined): string {
  const path = oneLine(cwd ?? 'an unknown folder', Number.POSITIVE_INFINITY)
  const short = home && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
  return short.length <= FOLDER_WIDTH ? short : `…${short.slice(1 - FOLDER_WIDTH)}`
}
