import { appendSync } from '../../ledger/stores/files/append.ts'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { currentKeyPath } from '../../ledger/stores/files/layout.ts'
import { listOpen, type OpenStream } from '../../ledger/stores/files/open-streams.ts'
import type { Ancestor } from '../../process/ancestors.ts'
import { agentStarted } from '../../shell/agents.ts'
import { baseName } from '../../shell/run.ts'
import { known } from '../../shell/value.ts'
import { type Args, type Io, RefusedError } from '../command.ts'
import { withHome } from './home.ts'

/** What hosts put into the environment of the shells they give to agents. */
const MARKS: { [variable: string]: string } = {
  CLAUDECODE: 'claude-code',
  CLAUDE_CODE_SESSION_ID: 'claude-code',
  CODEX_CI: 'codex',
  CODEX_SESSION_ID: 'codex',
  CODEX_THREAD_ID: 'codex',
  GEMINI_CLI: 'gemini',
}

/** How it shows in the environment that an agent is asking, or null where it does not. */
export function markIn(env: NodeJS.ProcessEnv): string | null {
  const mark = Object.keys(MARKS).find((name) => (env[name] ?? '') !== '' && env[name] !== '0')
  return mark === undefined ? null : `${mark} is set, as ${MARKS[mark]} does`
}

/** The agent that started this, by its name or by its open session; null where there is none. */
export function agentAbove(ancestors: readonly Ancestor[], open: readonly OpenStream[]): string | null {
  const agent = ancestors.map(({ argv }) => agentOf(argv)).find((one) => one !== null)
  if (agent !== undefined) return `${agent} started this`
  const host = open.find(({ process }) => ancestors.some((one) => isSame(one, process)))
  return host === undefined ? null : `the program of the open session ${nameOf(host)} started this`
}

const nameOf = ({ stream }: OpenStream): string => stream.replace('session/', '')

const isSame = ({ pid, start }: Ancestor, process: OpenStream['process']): boolean =>
  pid === process?.pid && start === process.start

/** The agent program that a command line is one of; also where a shell runs it as a script. */
function agentOf([program = '', ...rest]: readonly string[]): string | null {
  const agent = agentStarted({ name: baseName(program), program: known(program), args: rest.map(known) })
  const [script, ...args] = SHELLS.includes(baseName(program)) ? rest : []
  return agent ?? (script === undefined || script.startsWith('-') ? null : agentOf([script, ...args]))
}

const SHELLS = ['sh', 'bash', 'dash', 'zsh']

/** Refuses what only a person may do where an agent shows. */
export async function requirePerson(io: Io, args: Args, command: string): Promise<void> {
  const open = listOpen(args.home)
  const above = agentAbove(io.ancestors(), open) ?? cutLoose(io, open)
  const mark = markIn(io.env)
  if (above === null && mark === null) return
  // A terminal that an agent once opened keeps the mark for ever; whoever types there is a person.
  const isOld = above === null && open.length === 0 && io.hasTerminal()
  if (isOld && (await io.ask(`${mark}. If you are a person, type "person" to go on: `))?.trim() === 'person') return
  const message = `bailiff ${command} is for a person, at a terminal of their own: ${above ?? mark}.`
  throw await recorded(args, command, new RefusedError('PERSON_ONLY', message))
}

/** While an agent works, somebody without a terminal may be what it started and cut loose. */
const cutLoose = (io: Io, [open]: readonly OpenStream[]): string | null =>
  open === undefined || io.hasTerminal() ? null : `there is no terminal, and the session ${nameOf(open)} is open`

/** Has the person type a word, unless they said --yes, and tells which it was. */
export async function requireConfirmation(
  io: Io,
  args: Args,
  command: string,
  word: string,
): Promise<'typed' | '--yes'> {
  if (args.has('yes')) return '--yes'
  const answer = await io.ask(`Type "${word}" to go on: `)
  if (answer?.trim() === word) return 'typed'
  const message =
    answer === null
      ? 'There is no terminal to ask at. Nothing was changed; --yes goes on without asking.'
      : `That was not "${word}". Nothing was changed.`
  throw await recorded(args, command, new RefusedError('NOT_CONFIRMED', message))
}

/** Every refusal is an entry, where there is a ledger; one that fails to be written is a refusal all the same. */
async function recorded(args: Args, command: string, refusal: RefusedError): Promise<RefusedError> {
  const body = { command, code: refusal.code, why: refusal.message }
  try {
    if (fileSize(currentKeyPath(args.home)) !== null)
      await withHome(args.home, (home) =>
        appendSync(home, 'admin/refusals', [{ kind: 'command.refused', actor: 'harness', body }]),
      )
  } catch {
    // Whoever was refused may have seen to it that nothing can be written.
  }
  return refusal
}
