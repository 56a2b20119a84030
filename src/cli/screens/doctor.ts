import type { Remark } from '../../doctor/finding.ts'
import type { Check, CheckName, Report } from '../../doctor/report.ts'
import { hooksOf } from '../../hosts/install/hosts.ts'
import type { Io } from '../command.ts'
import { type Colors, colors, plural, printable } from './output.ts'
import { wrap } from './texts.ts'

/** What the doctor found, for people. */

const NAMES: Record<CheckName, string> = {
  ledger: 'Ledger',
  program: 'Program',
  policy: 'Policy',
  settings: 'Settings',
  rehearsal: 'Hooks',
  canary: 'Canary',
}

/** The threat model in three lines. */
export const TIER_1 = {
  stops:
    'accidents and casual cheating: a tool call that can be seen to touch keys, ledger, hook settings, session records or approved policies is denied, and what is changed all the same is found.',
  doesNotStop:
    'a program written to forge as the same user, which reads the key; root; a session whose host does not call the hook at all.',
} as const

/** One check and what was found with it, under the title of its host where that is a new one. */
export function renderCheck({ host, name, state, says, remarks }: Check, isFirst: boolean, io: Io): string {
  const c = colors(io.color)
  const title = host !== null && isFirst ? `\n${c.bold(hooksOf(host).title)}\n` : ''
  const sound = remarks.length === 0 ? c.green('✓') : c.yellow('!')
  const sign = { sound, broken: c.red('✗'), skipped: c.dim('–') }[state]
  return `${title}${sign} ${NAMES[name].padEnd(9)} ${printable(says)}\n${remarks.map((one) => renderRemark(one, c)).join('')}`
}

const WIDTH = 100
const MAX_LINES = 8

function renderRemark({ kind, code, what, mend }: Remark, c: Colors): string {
  const sign = kind === 'finding' ? c.red(code) : c.dim(code)
  const lines = [...wrap(printable(what), WIDTH, MAX_LINES), ...wrap(`→ ${printable(mend)}`, WIDTH, MAX_LINES)]
  return `    ${sign}\n${lines.map((line) => `      ${line}\n`).join('')}`
}

/** Whether all is well, and against whom that helps. */
export function renderEnd({ ok, checks }: Report, io: Io): string {
  const c = colors(io.color)
  const count = (kind: Remark['kind']): number =>
    checks.flatMap(({ remarks }) => remarks).filter((one) => one.kind === kind).length
  const [findings, notes] = [count('finding'), count('note')]
  const beside = notes === 0 ? '' : ` ${plural(notes, 'note')} above.`
  const headline = ok
    ? c.green(`✓ Everything that was examined is sound.${beside}`)
    : c.red(`✗ ${plural(findings, 'finding')}.${beside}`)
  const said = [`Tier 1 stops ${TIER_1.stops}`, `It does not stop ${TIER_1.doesNotStop} See docs/threat-model.md.`]
  return `\n${headline}\n\n${said.flatMap((text) => wrap(text, WIDTH, MAX_LINES)).join('\n')}\n`
}
