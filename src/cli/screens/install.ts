import type { StopHook } from '../../doctor/facts/stop-hooks.ts'
import { isSame, type Plan } from '../../hosts/install/plan.ts'
import { findHost } from '../../hosts/registry.ts'
import { DEFAULT_RETENTION } from '../../ledger/retention.ts'
import type { Io } from '../command.ts'
import type { Chosen } from '../input/targets.ts'
import { type FirstPolicy, sayChecks, sayClaims, sayToAgent } from '../policy/first-policy.ts'
import { colors, plural, printable, table } from './output.ts'
import { fill } from './width.ts'

/** The screens before and after hooks are installed. */

/** Every file that will be written, with its new lines. */
export function renderPlan({ changes }: Plan, { found, left }: Chosen): string {
  const hosts = found.map(({ hooks, program, version }) => [
    `  ${hooks.title}`,
    version ?? '',
    program ?? 'settings only; the program is not on PATH',
  ])
  const files = changes.map(({ file, after, lines }) => {
    if (isSame(file, after)) return `  ${printable(file.path)}\n    unchanged: it has these hooks already\n`
    const title = `  ${printable(file.path)}${file.bytes === null ? ' (new)' : ''}\n`
    return title + lines.map((line) => fill(printable(line), '    + ', '      ')).join('')
  })
  const passed = left.map(({ title, why }) => fill(`${title}: skipped, ${why}`, '  '))
  return `Found:\n${hosts.length > 0 ? table(hosts) : '  no agent program\n'}\nTo be written:\n${[...files, ...passed].join('')}\n`
}

type Done = {
  home: string
  chosen: Chosen
  policy: FirstPolicy
  notice: string | null
  stopHooks: readonly StopHook[]
  approvals: Plan['approvals']
}

/** One screen: what is recorded and checked, what the agent sees, where it is kept, how to pause and remove it. */
export function renderScreen({ home, chosen, policy, notice, stopHooks, approvals }: Done, io: Io): string {
  const c = colors(io.color)
  const rows = [
    ['Recorded', 'every prompt, every tool call with its output, every final message'],
    ['Checks', sayChecks(policy)],
    ['Claims', sayClaims(policy)],
    ['The agent sees', sayToAgent(policy)],
    ['Kept in', `${printable(home)}, with known kinds of secrets removed`],
    ['Kept for', retention()],
    ['Pause', 'bailiff pause --for 1h; bailiff resume'],
    ['Remove', 'bailiff uninstall: restores your settings in all projects; evidence stays without --evidence'],
    ['Inspect', 'bailiff sessions, bailiff explain <session>, bailiff verify'],
  ]
  const names = chosen.targets.map(({ hooks }) => hooks.title).join(', ')
  const title = c.green(`✓ Installed for ${names}.`)
  const warnings = [...(notice === null ? [] : [notice]), ...stopHooks.map(otherHook)]
  const warning = warnings.map((one) => `\n${c.yellow(fill(printable(one), '! ', '  '))}`).join('')
  return `${title}\n\n${table(rows.map(([name = '', what = '']) => [`  ${name}`, what]))}${warning}${approvalNote(approvals)}\n${NEXT}`
}

/** A hook of the person that may overrule ours. The doctor plays a stop to it; `init` runs nothing of theirs. */
const otherHook = ({ path, command }: StopHook): string =>
  `${path} has another hook for when an agent stops: ${command.slice(0, MAX_COMMAND_CHARS)}. If it answers "continue": false, the turn ends even if Bailiff blocks it. bailiff doctor tries it.`

const MAX_COMMAND_CHARS = 80

const NEXT = 'Next: bailiff doctor starts each agent program and proves that its hooks work.\n'

const retention = (): string => {
  const { maxAgeMs, maxBytes } = DEFAULT_RETENTION
  return `${plural(maxAgeMs / (24 * 3600_000), 'day')} and up to ${maxBytes / 2 ** 30} GB; bailiff gc removes the rest`
}

const approvalNote = (approvals: Plan['approvals']): string =>
  approvals
    .filter(({ how }) => how === 'by-person')
    .map(({ host }) => findHost(host))
    .map(
      ({ install, approvals: asked }) =>
        `\n${fill(`To do: ${install.title} runs only hooks that you approved. ${asked?.byPerson}`)}`,
    )
    .join('')
