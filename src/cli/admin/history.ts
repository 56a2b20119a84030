import type { Entry } from '../../ledger/kinds.ts'
import { type Readable, sealedEntries } from '../../ledger/stores/files/stream-lines.ts'
import { REFUSALS_STREAM } from '../../session/streams.ts'
import { describeCommand, describeValue } from '../../trust/admin/command.ts'
import { auditAdmin } from '../../trust/admin/drivers/read.ts'
import { type Counts, unrecordedRefusals } from '../../trust/admin/drivers/refusals.ts'
import { ADMIN_STREAM, type AdminFact, readAdminFact } from '../../trust/admin/facts.ts'
import { minute, zoneName } from '../../views/local-time.ts'
import { type Args, EXIT, type Exit, type Io } from '../command.ts'
import { openToRead } from '../input/home.ts'
import { json, oneLine, plural, table } from '../screens/output.ts'
import { fill } from '../screens/width.ts'
import { warningOf } from './warning.ts'

const SHOWN = 30

/** One line of the history. `counter` is null for what is not a command. */
type Row = {
  at: string
  result: 'key' | 'accepted' | 'refused'
  counter: number | null
  what: string
  code: string | null
}

/** Implements `bailiff admin history`. */
export function showHistory(args: Args, io: Io): Exit {
  const home = openToRead(args.home)
  const all = historyOf(home)
  const counts = unrecordedRefusals(home)
  const { finding } = auditAdmin(home)
  if (args.json) io.out(json({ ok: finding === null, commands: all, unrecorded: counts, finding }))
  else {
    const warning = finding === null ? '' : warningOf(finding, io)
    const rows = args.has('all') ? all : all.slice(-SHOWN)
    io.out(`${warning}${screen(rows, all.length)}${countsLine(counts)}`)
  }
  return finding === null ? EXIT.fine : EXIT.broken
}

function historyOf(home: Readable): Row[] {
  const decided = [...sealedEntries(home, ADMIN_STREAM)].flatMap(rowOf)
  const refused = [...sealedEntries(home, REFUSALS_STREAM)].flatMap((entry) => rowOf(entry).concat(attemptOf(entry)))
  return [...decided, ...refused].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

function rowOf(entry: Entry): Row[] {
  const fact = readAdminFact(entry)
  return fact === null ? [] : [{ at: entry.at, ...partsOf(fact) }]
}

function partsOf(fact: AdminFact): Omit<Row, 'at'> {
  switch (fact.kind) {
    case 'admin.key': {
      const { key, forced } = fact.body
      const what = forced ? `${key}, put in place by force; defaults again` : `${key}, the first`
      return { result: 'key', counter: null, what, code: null }
    }
    case 'admin.accepted': {
      const { command, from } = fact.body
      const before = from === undefined ? '' : `; before: ${describeValue(from)}`
      return {
        result: 'accepted',
        counter: command.counter,
        what: `${describeCommand(command.command)}${before}`,
        code: null,
      }
    }
    case 'admin.refused': {
      const { code, command, counter, unrecorded = {} } = fact.body
      const more = sumOf(unrecorded) === 0 ? '' : `; before it ${sumOf(unrecorded)} more`
      return { result: 'refused', counter: counter ?? null, what: `${command ?? 'unreadable'}${more}`, code }
    }
  }
}

/** An agent tried to run one of these commands. */
function attemptOf({ at, kind, body }: Entry): Row[] {
  const { command, code } = body
  if (kind !== 'command.refused' || typeof command !== 'string' || !command.startsWith('admin ')) return []
  return [
    { at, result: 'refused', counter: null, what: `bailiff ${command}`, code: typeof code === 'string' ? code : null },
  ]
}

function screen(rows: readonly Row[], total: number): string {
  if (rows.length === 0) return 'No commands yet. To create a key: bailiff admin keygen\n'
  const lines = rows.map(({ at, result, counter, what, code }) => [
    minute(at),
    result,
    counter === null ? '' : String(counter),
    `${oneLine(what, 200)}${code === null ? '' : ` [${code}]`}`,
  ])
  const cut = total > rows.length ? `${total - rows.length} older ones are not shown. To see them: --all\n` : ''
  return `${table([[`time (${zoneName()})`, 'result', 'no.', 'command'], ...lines])}${cut}`
}

const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, one) => sum + one, 0)

function countsLine(counts: Counts): string {
  const sum = sumOf(counts)
  if (sum === 0) return ''
  const codes = Object.entries(counts).map(([code, count]) => `${code} ${count}`)
  return fill(
    `! Since then ${plural(sum, 'more refusal was', 'more refusals were')} counted, not recorded: ${codes.join(', ')}.`,
    '',
    '  ',
  )
}
