import { realpathSync } from 'node:fs'
import { relative } from 'node:path'
import { ownCommand, type PersonOnly } from '../../dispatch/protection/person-only.ts'
import { hostFacts } from '../../hosts/facts.ts'
import { HOSTS } from '../../hosts/registry.ts'
import { listOpen, type OpenStream } from '../../ledger/stores/files/open-streams.ts'
import type { Ancestor } from '../../process/ancestors.ts'
import { FOR_AGENT } from '../../process/environment.ts'
import { findRoot } from '../../project/look.ts'
import { sharedGitFolder } from '../../project/stores/git-folder.ts'
import { agentStarted } from '../../shell/agents.ts'
import { baseName } from '../../shell/run.ts'
import { known } from '../../shell/value.ts'
import { type Args, type Io, RefusedError } from '../command.ts'
import { recorded } from './refusals.ts'

/** The sign of an agent in the environment; null if there is none. */
export function markIn(env: NodeJS.ProcessEnv): string | null {
  const own = Object.keys(FOR_AGENT).find((name) => (env[name] ?? '') !== '')
  if (own !== undefined) return `${own} is set, as in programs that Bailiff starts for an agent`
  for (const { name: host, places } of HOSTS) {
    const mark = places.variables.marks.find((name) => (env[name] ?? '') !== '' && env[name] !== '0')
    if (mark !== undefined) return `${mark} is set, as in ${host} shells`
  }
  return null
}

/** The agent that started this process, found by its name or its open session; null if there is none. */
export function agentAbove(ancestors: readonly Ancestor[], open: readonly OpenStream[]): string | null {
  const agent = ancestors.map(({ argv }) => agentOf(argv) ?? actingOf(argv)).find((one) => one !== null)
  if (agent !== undefined) return `${agent} started this command`
  const host = open.find(({ process }) => ancestors.some((one) => isSame(one, process)))
  return host === undefined ? null : `the program of the open session ${nameOf(host)} started this command`
}

const nameOf = ({ stream }: OpenStream): string => stream.replace('session/', '')

const isSame = ({ pid, start }: Ancestor, process: OpenStream['process']): boolean =>
  pid === process?.pid && start === process.start

/** The agent program that a command line runs, directly or as a script passed to a shell. */
function agentOf([program = '', ...rest]: readonly string[]): string | null {
  const agent = agentStarted(
    { name: baseName(program), program: known(program), args: rest.map(known) },
    hostFacts().agents,
  )
  const [script, ...args] = SHELLS.includes(baseName(program)) ? rest : []
  return agent ?? (script === undefined || script.startsWith('-') ? null : agentOf([script, ...args]))
}

const SHELLS = ['sh', 'bash', 'dash', 'zsh']

/** Our commands that start programs for an agent. */
const ACTING: ReadonlySet<string> = new Set(['run', 'mcp', 'controller run'])

/** The command of ours that a command line runs, if it starts programs for an agent. */
function actingOf(argv: readonly string[]): string | null {
  const [first = '', second = ''] = ownCommand(argv) ?? []
  const command = [first, `${first} ${second}`].find((one) => ACTING.has(one))
  return command === undefined ? null : `bailiff ${command}`
}

/**
 * Throws if there is any sign of an agent. The type ensures that tool calls may not run the command either. `isMeant`: the open
 * sessions in which an agent could have left this process running; without it, all of them.
 */
export async function requirePerson(
  io: Io,
  args: Args,
  command: PersonOnly,
  isMeant: (open: OpenStream) => boolean = () => true,
): Promise<void> {
  const open = listOpen(args.home)
  const above = agentAbove(io.ancestors(), open) ?? cutLoose(io, open.filter(isMeant))
  const mark = markIn(io.env)
  if (above === null && mark === null) return
  // A terminal that an agent once opened keeps the variable; someone who types there is a person.
  const isOld = above === null && open.length === 0 && io.hasTerminal()
  if (isOld && (await io.ask(`${mark}. If you are a person, type "person" to continue: `))?.trim() === 'person') return
  const message = `"bailiff ${command}" is for people only, at their own terminal: ${above ?? mark}. ${NEXT}`
  throw await recorded(args, command, new RefusedError('PERSON_ONLY', message))
}

/** True if two folders belong to one repository, its worktrees included, or one is inside the other. */
export function isNear(one: string, other: string): boolean {
  const [a, b] = [real(one), real(other)]
  const isInside = (inner: string, outer: string): boolean => !/^\.\.(?:\/|$)/.test(relative(outer, inner))
  return isInside(a, b) || isInside(b, a) || sharedGitFolder(findRoot(a)) === sharedGitFolder(findRoot(b))
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

const NEXT = 'If you are a person, run it in a terminal that no agent started.'

/** While a session is open, a process without a terminal may be one that the agent started and detached. */
const cutLoose = (io: Io, [open]: readonly OpenStream[]): string | null =>
  open === undefined || io.hasTerminal() ? null : `there is no terminal, and the session ${nameOf(open)} is open`

/** Throws while a session is open: a program that an agent has left running can look like a person. */
export async function requireNoSession(args: Args, command: PersonOnly): Promise<void> {
  const [open] = listOpen(args.home)
  if (open === undefined) return
  const message = `The session ${nameOf(open)} is open. End all agent sessions, then run the command again.`
  throw await recorded(args, command, new RefusedError('PERSON_ONLY', message))
}
