import type { StopHook } from '../../doctor/facts/stop-hooks.ts'
import type { FoundHost } from '../../hosts/find.ts'
import type { HostHooks, Site } from '../../hosts/install/hooks.ts'
import { isSame, type Plan } from '../../hosts/install/plan.ts'
import { findHost, HOSTS } from '../../hosts/registry.ts'
import { DEFAULT_RETENTION } from '../../ledger/retention.ts'
import type { Io } from '../command.ts'
import { calledAs } from '../input/called-as.ts'
import type { Chosen } from '../input/targets.ts'
import { type FirstPolicy, sayChecks, sayClaims, sayToAgent } from '../policy/first-policy.ts'
import { colors, plural, printable, table } from './output.ts'
import { byPresence } from './reach.ts'
import { fill } from './width.ts'

/** The screens before and after hooks are installed. */

/** Every file that will be written, with its new lines. `isWritten` is true if there is anything new in them. */
export function renderPlan({ changes }: Plan, { found, targets, left }: Chosen, isWritten: boolean): string {
  const files = changes.map(({ part, file, after, lines }) => {
    const has = part === 'hooks' ? 'these hooks' : 'what it needs'
    if (isSame(file, after)) return `  ${printable(file.path)}\n    unchanged: it has ${has} already\n`
    const title = `  ${printable(file.path)}${file.bytes === null ? ' (new)' : ''}\n`
    return title + lines.map((line) => fill(printable(line), '    + ', '      ')).join('')
  })
  const passed = left.map(({ title, why }) => fill(`${title}: skipped, ${why}`, '  '))
  return `${renderFound(found, targets)}\n${isWritten ? 'To be written:' : 'Nothing to write:'}\n${[...files, ...passed].join('')}\n`
}

/** Files of hooks that are named one by one; a project can have many worktrees. */
const MAX_FILES = 5

/** What will be written, at most half a screen: one line per file, the policy in a few words. */
export function renderSummary(
  { changes }: Plan,
  { found, targets, left }: Chosen,
  { isNew, root, place, policy }: { isNew: boolean; root: string; place: Site; policy: readonly [string, string] },
): string {
  const written = isNew ? changes.filter(({ file, after }) => !isSame(file, after)) : changes
  const rows = written.map((change) => [`  ${printable(shortPath(change.file.path, root, place))}`, sayChange(change)])
  const more = rows.length > MAX_FILES ? [['  …', plural(rows.length - MAX_FILES, 'more file')]] : []
  const passed = left.map(({ title, why }) => fill(`${title}: skipped, ${why}`, '  '))
  const all = [...rows.slice(0, MAX_FILES), ...more, [`  ${policy[0]}`, policy[1]]]
  return `${renderFound(found, targets)}\n${isNew ? 'To be written:' : 'Nothing to write:'}\n${table(all)}${passed.join('')}\n`
}

function sayChange({ host, part, file, after }: Plan['changes'][number]): string {
  if (isSame(file, after)) return 'unchanged'
  return {
    hooks: `hooks for ${findHost(host).install.title}`,
    trust: `your approval of the hooks in ${findHost(host).install.title}`,
    exclude: 'keeps the hooks out of commits',
    checkout: 'copies the hooks into new worktrees',
  }[part]
}

/** A path from the project or from the person's home, whichever is above it. */
function shortPath(path: string, root: string, { person }: Site): string {
  if (path.startsWith(`${root}/`)) return path.slice(root.length + 1)
  return path.startsWith(`${person}/`) ? `~${path.slice(person.length)}` : path
}

/** The agent programs on this machine, and those that are not. */
function renderFound(found: Chosen['found'], targets: Chosen['targets']): string {
  const isThere = ({ program }: FoundHost): boolean => program !== null
  const there = found.filter(isThere).map(({ hooks, version }) => [hooks.title, version].filter(Boolean).join(' '))
  const absent = HOSTS.map(({ install }) => install).filter(
    ({ host }) => !found.some((one) => one.hooks.host === host && isThere(one)),
  )
  const isWritten = ({ host }: HostHooks): boolean => targets.some(({ hooks }) => hooks.host === host)
  const missing = absent.map((hooks) =>
    isWritten(hooks) ? `${hooks.title} (its hooks are written anyway)` : hooks.title,
  )
  return [
    there.length === 0 ? '' : fill(`Agent programs: ${there.join(', ')}.`),
    missing.length === 0 ? '' : fill(`Not installed, or not on PATH: ${missing.join(', ')}.`),
  ].join('')
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
  const title = `${c.green(titleOf(chosen))}\n`
  const warnings = [...(notice === null ? [] : [notice]), ...stopHooks.map(otherHook)]
  const warning = warnings.map((one) => `\n${c.yellow(fill(printable(one), '! ', '  '))}`).join('')
  return `${title}\n${table(rows.map(([name = '', what = '']) => [`  ${name}`, what]))}${warning}${approvalNote(approvals)}\n${callNote(io)}${NEXT}`
}

/** No names if a plugin has the hooks already. */
function titleOf(chosen: Chosen): string {
  const { there, absent } = byPresence(chosen)
  const names = (targets: Chosen['targets']): string => targets.map(({ hooks }) => hooks.title).join(', ')
  const ready = absent.length === 0 ? '' : ` Hooks are ready for ${names(absent)}, once installed.`
  return there.length === 0 ? `✓ Set up.${ready}` : `✓ Installed for ${names(there)}.${ready}`
}

/** A hook of the person that may overrule ours. The doctor plays a stop to it; `init` runs nothing of theirs. */
const otherHook = ({ path, command }: StopHook): string =>
  `${path} has another hook for when an agent stops: ${command.slice(0, MAX_COMMAND_CHARS)}. If it answers "continue": false, the turn ends even if Bailiff blocks it. bailiff doctor tries it.`

const MAX_COMMAND_CHARS = 80

/** The screens name the program "bailiff", which a program started by npx is not yet in the person's shell. */
function callNote(io: Io): string {
  const call = calledAs(io)
  if (call === 'bailiff') return ''
  return `${fill('bailiff is not on your PATH. Until you install it (npm install --global bailiff), call it as:')}  ${call}\n\n`
}

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
