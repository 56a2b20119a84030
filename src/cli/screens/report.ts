import { CLAIM_TYPES } from '../../policy/policy.ts'
import { type Account, ENDINGS } from '../../session/account.ts'
import { minute, zoneName } from '../../views/local-time.ts'
import type { Override } from '../../views/overrides.ts'
import type { Report, SessionAccount } from '../../views/report.ts'
import type { Io } from '../command.ts'
import { shortName } from '../input/find-session.ts'
import { countFindings } from './audit.ts'
import { renderDecider } from './decider.ts'
import { type Colors, colors, plural, table } from './output.ts'
import { indented, nest, uniqueBeginnings } from './session-rows.ts'
import { saySpooled } from './spooled.ts'
import { WIDTH } from './story/teller.ts'
import { wrap } from './texts.ts'
import { fill } from './width.ts'

/** Counts over all sessions, for people. */
export function renderReport(report: Report, io: Io): string {
  const c = colors(io.color)
  const { sessions, total, overrides, audit, spooled } = report
  const broken = new Set(audit.findings.map(({ stream }) => stream))
  const sections = [
    sessions.length === 0 ? 'No sessions recorded.\n' : sessionTable(sessions, total, broken, c),
    claimTable(total, c),
    overrideLines(overrides, c),
    audit.ok
      ? c.green(
          `✓ Evidence intact: ${plural(audit.entries, 'entry', 'entries')} verified; stored output not checked.\n`,
        )
      : brokenLines(report, c),
    spooled === 0 ? '' : `${saySpooled(spooled)}\n`,
    sessions.length === 0 && overrides.length === 0 ? '' : c.dim(`Times: ${zoneName()}\n`),
  ]
  return sections.filter((section) => section !== '').join('\n')
}

/** Turn endings in words: a column for each would not fit. */
const endedOf = ({ ended }: Account): string =>
  ENDINGS.filter((ending) => ended[ending] > 0)
    .map((ending) => `${ended[ending]} ${ending}`)
    .join(', ') || '-'

function sessionTable(
  sessions: readonly SessionAccount[],
  total: Account,
  broken: ReadonlySet<string>,
  c: Colors,
): string {
  const names = uniqueBeginnings(sessions.map(({ stream }) => stream))
  const numbers = ({ turns, heldBack }: Account): string[] => [String(turns).padStart(5), String(heldBack).padStart(6)]
  const rows = nest(sessions).map(({ row, depth }) => [
    indented(names.get(row.stream) ?? row.stream, depth),
    minute(row.first),
    ...numbers(row),
    `${endedOf(row)}${broken.has(row.stream) ? ', ✗ broken evidence' : ''}`,
  ])
  const agents = sessions.filter(({ agent }) => agent !== null).length
  const all = ['Total', plural(sessions.length - agents, 'session'), ...numbers(total), endedOf(total)]
  const head = ['SESSION', 'STARTED', 'TURNS', 'BLOCKS', 'ENDED']
  const [title = '', ...lines] = table([head, ...rows, all]).split('\n')
  const last = lines.findLastIndex((line) => line.startsWith('Total'))
  return [c.dim(title), ...lines.map((line, i) => (i >= last && line !== '' ? c.bold(line) : line))].join('\n')
}

const trimmed = (text: string): string => text.replace(/(?<! ) +$/gm, '')

/** How each claim was judged. The turns are the sum of the other columns; changed files are judged without a claim. */
function claimTable({ claims }: Account, c: Colors): string {
  const keys = ['earned', 'unearned', 'waived', 'other'] as const
  const columns = ['TURNS', 'EARNED', 'NOT EARNED', 'WAIVED', 'OTHER']
  const rows = CLAIM_TYPES.flatMap((type) => {
    const counts = keys.map((key) => claims[type][key])
    const turns = counts.reduce((sum, count) => sum + count, 0)
    const cells = [turns, ...counts].map((count, i) => String(count).padStart(columns[i]?.length ?? 0))
    return turns === 0 ? [] : [[type, ...cells, '']]
  })
  if (rows.length === 0) return ''
  const [title = '', ...lines] = trimmed(table([['CLAIM', ...columns, ''], ...rows])).split('\n')
  return [c.dim(title), ...lines].join('\n')
}

const MAX_OVERRIDES = 50
/** Maximum number of lines per override. Later readers have only the reason, so it gets room. */
const MAX_LINES = 8

function overrideLines(overrides: readonly Override[], c: Colors): string {
  if (overrides.length === 0) return 'No overrides by people.\n'
  const grouped = withFilesOfOneRemoval(overrides)
  const shown = grouped.slice(-MAX_OVERRIDES)
  const lines = shown.flatMap(({ at, what, reason, decider, project, session, stream, seq }) => {
    const where = project !== null ? ` in ${project}` : session !== null ? ` of session ${shortName(session)}` : ''
    const why = reason === null ? '' : `: ${reason}`
    const text = wrap(`${what}${where}${why} (${renderDecider(decider)})`, WIDTH - 4, MAX_LINES).map(
      (line) => `    ${line}`,
    )
    return [`  ${c.dim(`${minute(at)}  ${stream} #${seq}`)}`, ...text]
  })
  const left = grouped.length - shown.length
  return [
    c.bold(`Overrides by people (${grouped.length})`),
    ...(left > 0 ? [`  … and ${plural(left, 'earlier override')} (--json shows all)`] : []),
    ...lines,
    '',
  ].join('\n')
}

/** One `uninstall` removes hooks from many files, and each is an entry: those that follow each other at once are one line. */
function withFilesOfOneRemoval(overrides: readonly Override[]): Override[] {
  const grouped: (Override & { files: number })[] = []
  for (const one of overrides) {
    const last = grouped.at(-1)
    const isSame =
      last?.kind === 'hooks-removed' && one.kind === last.kind && Date.parse(one.at) - Date.parse(last.at) < 10_000
    if (isSame) Object.assign(last, { at: one.at, seq: one.seq, files: last.files + 1 })
    else grouped.push({ ...one, files: 1 })
  }
  return grouped.map(({ files, ...one }) =>
    files === 1 ? one : { ...one, what: `${one.what} and ${plural(files - 1, 'more file')}` },
  )
}

const MAX_BROKEN = 10

function brokenLines({ audit }: Report, c: Colors): string {
  const streams = [...new Set(audit.findings.map(({ stream }) => stream))]
  const named = streams.slice(0, MAX_BROKEN).join(', ')
  const left = streams.length > MAX_BROKEN ? ` and ${streams.length - MAX_BROKEN} more` : ''
  const sentence = `Evidence altered: ${countFindings(audit)} in ${named}${left}. Entries that do not verify are left out. Run: bailiff verify`
  return c.red(fill(sentence, '✗ ', '  '))
}
