import type { Remark } from '../../doctor/finding.ts'
import type { Check, CheckName, Report } from '../../doctor/report.ts'
import { hooksOf } from '../../hosts/registry.ts'
import type { Io } from '../command.ts'
import { type Colors, colors, plural, printable } from './output.ts'
import { wrap } from './texts.ts'
import { fill, SCREEN_WIDTH } from './width.ts'

/** The doctor's report for people. */

const NAMES: Record<CheckName, string> = {
  ledger: 'Ledger',
  program: 'Program',
  policy: 'Policy',
  settings: 'Settings',
  rehearsal: 'Hooks',
  stops: 'Stops',
  canary: 'Canary',
}

/** The threat model in three lines. */
export const TIER_1 = {
  stops:
    'accidents and casual cheating: it denies a tool call that visibly touches keys, ledger, hook settings, session records or approved policies, and finds changes made in other ways.',
  doesNotStop:
    'a program that runs as the same user and reads the key to forge entries; root; a session whose host does not call the hook.',
} as const

/** One check with its remarks; the first check of a host starts with the host's title. */
export function renderCheck({ host, name, state, says, remarks }: Check, isFirst: boolean, io: Io): string {
  const c = colors(io.color)
  const title = host !== null && isFirst ? `\n${c.bold(hooksOf(host).title)}\n` : ''
  const sound = remarks.length === 0 ? c.green('✓') : c.yellow('!')
  const sign = { sound, broken: c.red('✗'), skipped: c.dim('–') }[state]
  return `${title}${sign} ${fill(printable(says), NAMES[name].padEnd(10), ' '.repeat(12)).trimEnd()}\n${remarks.map((one) => renderRemark(one, c)).join('')}`
}

const WIDTH = SCREEN_WIDTH - 6
const MAX_LINES = 8

function renderRemark({ kind, code, what, fix }: Remark, c: Colors): string {
  const sign = kind === 'finding' ? c.red(code) : c.dim(code)
  const lines = [...wrap(printable(what), WIDTH, MAX_LINES), ...wrap(`→ ${printable(fix)}`, WIDTH, MAX_LINES)]
  return `    ${sign}\n${lines.map((line) => `      ${line}\n`).join('')}`
}

/** The result, and what this protection does and does not stop. */
export function renderEnd({ ok, checks }: Report, io: Io): string {
  const c = colors(io.color)
  const count = (kind: Remark['kind']): number =>
    checks.flatMap(({ remarks }) => remarks).filter((one) => one.kind === kind).length
  const [findings, notes] = [count('finding'), count('note')]
  const beside = notes === 0 ? '' : ` See the ${notes === 1 ? 'note' : plural(notes, 'note')} above.`
  const headline = ok ? c.green(`✓ All checks passed.${beside}`) : c.red(`✗ ${plural(findings, 'finding')}.${beside}`)
  const said = [`Tier 1 stops ${TIER_1.stops}`, `It does not stop ${TIER_1.doesNotStop} See: bailiff docs threat-model`]
  return `\n${headline}\n\n${said.map((text) => fill(text)).join('')}`
}
