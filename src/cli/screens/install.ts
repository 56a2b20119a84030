import { isSame, type Plan } from '../../hosts/install/plan.ts'
import { DEFAULT_RETENTION } from '../../ledger/retention.ts'
import type { Io } from '../command.ts'
import type { Chosen } from '../input/targets.ts'
import { type FirstPolicy, sayChecks, sayClaims, sayToAgent } from '../policy/first-policy.ts'
import { colors, plural, printable, table } from './output.ts'

/** What is shown to a person before and after hooks are installed. */

/** Every file that will be written, and every line that is new in it. */
export function renderPlan({ changes }: Plan, { found, left }: Chosen): string {
  const hosts = found.map(({ hooks, program, version }) => [
    `  ${hooks.title}`,
    version ?? '',
    program ?? 'settings only; the program is not on the search path',
  ])
  const files = changes.map(({ file, after, lines }) => {
    if (isSame(file, after)) return `  ${printable(file.path)}: unchanged, it holds these hooks already\n`
    const title = `  ${printable(file.path)}${file.bytes === null ? ' (a new file)' : ''}\n`
    return title + lines.map((line) => `    + ${printable(line)}\n`).join('')
  })
  const passed = left.map(({ title, why }) => `  ${title}: passed over, ${why}\n`)
  return `Found here:\n${hosts.length > 0 ? table(hosts) : '  nothing\n'}\nTo be written:\n${[...files, ...passed].join('')}\n`
}

type Done = {
  home: string
  chosen: Chosen
  policy: FirstPolicy
  notice: string | null
  approvals: Plan['approvals']
}

/** One screen: what is recorded and checked, what the agent sees, where it is kept, how to pause and to remove it. */
export function renderScreen({ home, chosen, policy, notice, approvals }: Done, io: Io): string {
  const c = colors(io.color)
  const rows = [
    ['Recorded', 'every prompt, every tool call with its output, and what the agent says at the end'],
    ['Checks', sayChecks(policy)],
    ['Claims', sayClaims(policy)],
    ['The agent sees', sayToAgent(policy)],
    ['Kept in', `${printable(home)}, without the secrets it recognises`],
    ['For', retention()],
    ['Pause', 'bailiff pause --for 1h, bailiff resume'],
    [
      'Remove',
      'bailiff uninstall: settings as they were, in all projects; the evidence stays unless you say --evidence',
    ],
    ['Prove', 'bailiff doctor: starts each program once, and shows that its hooks fire and are heard'],
    ['Look', 'bailiff sessions, bailiff explain <session>, bailiff verify'],
  ]
  const names = chosen.targets.map(({ hooks }) => hooks.title).join(', ')
  const title = c.green(`✓ Installed for ${names}.`)
  const warning = notice === null ? '' : `\n${c.yellow(`! ${printable(notice)}`)}\n`
  return `${title}\n\n${table(rows.map(([name = '', what = '']) => [`  ${name}`, what]))}${warning}${approvalNote(approvals)}`
}

const retention = (): string => {
  const { maxAgeMs, maxBytes } = DEFAULT_RETENTION
  return `${plural(maxAgeMs / (24 * 3600_000), 'day')} and up to ${maxBytes / 2 ** 30} GB; bailiff gc removes what is past that`
}

const approvalNote = (approvals: Plan['approvals']): string =>
  approvals.some(({ how }) => how === 'by-person')
    ? '\nStill to do: Codex runs no hook that you have not approved. Start codex, type /hooks, and approve them.\n'
    : ''
