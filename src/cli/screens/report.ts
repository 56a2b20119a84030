import { CLAIM_TYPES } from '../../policy/policy.ts'
import { type Account, ENDINGS } from '../../session/account.ts'
import { minute } from '../../views/local-time.ts'
import type { Override } from '../../views/overrides.ts'
import type { Report, SessionAccount } from '../../views/report.ts'
import type { Io } from '../command.ts'
import { shortName } from '../input/find-session.ts'
import { countFindings } from './audit.ts'
import { type Colors, colors, plural, table } from './output.ts'
import { indented, nest, uniqueBeginnings } from './session-rows.ts'
import { saySpooled } from './spooled.ts'
import { WIDTH } from './story/teller.ts'
import { wrap } from './texts.ts'

/** All sessions in numbers, for people. */
export function renderReport(report: Report, io: Io): string {
  const c = colors(io.color)
  const { sessions, total, overrides, audit, spooled } = report
  const broken = new Set(audit.findings.map(({ stream }) => stream))
  const sections = [
    sessions.length === 0 ? 'No sessions on record.\n' : sessionTable(sessions, total, broken, c),
    claimTable(total, c),
    overrideLines(overrides, c),
    audit.ok
      ? c.green(
          `✓ Evidence as it was written: ${plural(audit.entries, 'entry', 'entries')} verified, without stored output.\n`,
        )
      : brokenLines(report, c),
    spooled === 0 ? '' : `${saySpooled(spooled)}\n`,
  ]
  return sections.filter((section) => section !== '').join('\n')
}

type Column = { title: string; of(account: Account): number; isAlways: boolean }

/** Those that are always shown, and those where there is something to show. */
const COLUMNS: readonly Column[] = [
  { title: 'TURNS', of: ({ turns }) => turns, isAlways: true },
  { title: 'HELD BACK', of: ({ heldBack }) => heldBack, isAlways: true },
  ...ENDINGS.map((ending) => ({
    title: ending.toUpperCase(),
    of: ({ ended }: Account) => ended[ending],
    isAlways: ending === 'earned' || ending === 'warned' || ending === 'capped',
  })),
]

function sessionTable(
  sessions: readonly SessionAccount[],
  total: Account,
  broken: ReadonlySet<string>,
  c: Colors,
): string {
  const columns = COLUMNS.filter(({ isAlways, of }) => isAlways || of(total) > 0)
  const names = uniqueBeginnings(sessions.map(({ stream }) => stream))
  const numbers = (account: Account): string[] =>
    columns.map(({ title, of }) => String(of(account)).padStart(title.length))
  const rows = nest(sessions).map(({ row, depth }) => [
    indented(names.get(row.stream) ?? row.stream, depth),
    minute(row.first),
    ...numbers(row),
    broken.has(row.stream) ? '✗ broken' : '',
  ])
  const agents = sessions.filter(({ agent }) => agent !== null).length
  const all = ['Total', plural(sessions.length - agents, 'session'), ...numbers(total), '']
  const head = ['SESSION', 'STARTED', ...columns.map(({ title }) => title), '']
  const [title = '', ...lines] = trimmed(table([head, ...rows, all])).split('\n')
  return [c.dim(title), ...lines.slice(0, -2), c.bold(lines.at(-2) ?? ''), ''].join('\n')
}

const trimmed = (text: string): string => text.replace(/ +$/gm, '')

function claimTable({ claims }: Account, c: Colors): string {
  const made = CLAIM_TYPES.filter((type) => claims[type].turns > 0)
  if (made.length === 0) return ''
  const keys = ['turns', 'earned', 'unearned', 'waived'] as const
  const head = ['CLAIM', ...keys.map((key) => key.toUpperCase()), '']
  const rows = made.map((type) => [type, ...keys.map((key) => String(claims[type][key]).padStart(key.length)), ''])
  const [title = '', ...lines] = trimmed(table([head, ...rows])).split('\n')
  return [c.dim(title), ...lines].join('\n')
}

const MAX_OVERRIDES = 50
/** Of one override: a reason is all that whoever reads it later has. */
const MAX_LINES = 8

function overrideLines(overrides: readonly Override[], c: Colors): string {
  if (overrides.length === 0) return 'Nobody overrode anything.\n'
  const shown = overrides.slice(-MAX_OVERRIDES)
  const lines = shown.flatMap(({ at, what, reason, project, session, stream, seq }) => {
    const where = project !== null ? ` in ${project}` : session !== null ? ` of session ${shortName(session)}` : ''
    const why = reason === null ? '' : `: ${reason}`
    const text = wrap(`${what}${where}${why}`, WIDTH - 4, MAX_LINES).map((line) => `    ${line}`)
    return [`  ${c.dim(`${minute(at)}  ${stream} #${seq}`)}`, ...text]
  })
  const left = overrides.length - shown.length
  return [
    c.bold(`Overrides by people (${overrides.length})`),
    ...(left > 0 ? [`  … ${left} earlier ones: --json`] : []),
    ...lines,
    '',
  ].join('\n')
}

const MAX_BROKEN = 10

function brokenLines({ audit }: Report, c: Colors): string {
  const streams = [...new Set(audit.findings.map(({ stream }) => stream))]
  const named = streams.slice(0, MAX_BROKEN).join(', ')
  const left = streams.length > MAX_BROKEN ? ` and ${streams.length - MAX_BROKEN} more` : ''
  return c.red(
    `✗ Evidence not as it was written: ${countFindings(audit)} in ${named}${left}. What does not verify is left out. Run: bailiff verify\n`,
  )
}
