import { words } from '../../ledger/lazy.ts'
import { type AgentPrograms, agentStarted } from '../../shell/agents.ts'
import { invocationOf } from '../../shell/invocation.ts'
import { programNamed } from '../../shell/programs.ts'
import type { Invocation } from '../../shell/run.ts'
import { joined, type Value } from '../../shell/value.ts'
import { LISTERS } from '../readers.ts'
import { saidOf } from '../words.ts'
import { spelledIn } from './named.ts'
import { bailiffArgs, personOnlyIn, withoutHome } from './person-only.ts'
import { isClosed, type Protection, type ProtectionFinding } from './place.ts'

/**
 * Last check, for words with unknown meaning: a program may run or open anything in its options, environment or input.
 * Finds only closed places and person-only commands, and ignores prose.
 */
export function backstop(runs: readonly Invocation[], protection: Protection): ProtectionFinding | null {
  const closed = { ...protection, places: protection.places.filter(isClosed) }
  const names = ['bailiff', ...closed.places.slice(-1).map(({ path }) => path.slice(path.lastIndexOf('/') + 1))]
  // Cheap check first, because the hook is a cold process: most calls contain none of these names.
  if (!runs.some((run) => hasAny(run, names))) return null
  const isFed = runs.some(isFedUnseen)
  for (const one of runs) {
    const isOurs = bailiffArgs(one, { protection, real: NONE }).length > 0
    const run = isOurs ? invocationOf({ ...one, args: withoutHome(one) }) : one
    for (const text of textsOf(run, isFed, protection.hosts.agents)) {
      const isProse = PROSE.test(text) && !COMMANDED.test(run.name ?? '')
      const found = isProse ? null : findingIn(text, closed)
      if (found !== null) return found
    }
  }
  return null
}

const hasAny = ({ program, args, assignments, input }: Invocation, names: readonly string[]): boolean =>
  [...args, ...assignments.map(({ value }) => value), input ?? [], program ?? []].some((value) => holds(value, names))

const holds = (value: Value, names: readonly string[]): boolean =>
  value.some((piece) =>
    piece.kind === 'text'
      ? names.some((name) => piece.text.includes(name))
      : piece.kind === 'variable' && piece.seen.some((one) => holds(one, names)),
  )

const NONE: ReadonlyMap<string, string> = new Map()

function findingIn(text: string, closed: Protection): ProtectionFinding | null {
  const command = personOnlyIn(text)
  if (command !== null && /\s/.test(text)) return { code: 'PERSON_ONLY', what: command, said: command }
  return spelledIn(text, closed)
}

/** Two plain words in a row are prose, not input to a program. */
const PROSE = /(?<![A-Za-z])[A-Za-z]{2,}\s+[A-Za-z]{2,}\s+(?!["'~/$.-])/

/** Programs that only print their words or search for them. Their file accesses are judged elsewhere. */
const SAYING: ReadonlySet<string> = new Set(
  (
    'echo printf export declare typeset local readonly set unset gh glab curl grep egrep fgrep rg ag ack sed gsed awk gawk jq yq ' +
    'test [ [[ cat tee mail logger notify-send say wall man tldr help type which pgrep pkill kill ps ssh-keygen'
  ).split(' '),
)

/** Git commands that run their arguments. */
const GIT_RUNS = words('rebase bisect submodule filter-branch difftool mergetool config')

/** Programs that read commands from their input. */
const COMMANDED =
  /^(?:(?:ba|da|z|k|a)?sh|source|\.|ed|ex|vi|vim|nvim|emacs|sudo|doas|su|g?make|expect|at|batch|crontab)$/

/** True for a shell that reads commands from an unseen source. Text printed for it is not prose. */
const isFedUnseen = ({ name, args, texts }: Invocation): boolean =>
  /^(?:(?:ba|da|z|k|a)?sh|source|\.|eval|crontab)$/.test(name ?? '') &&
  (texts.includes('-') || args.some((arg) => arg.some(({ kind }) => kind === 'unknown' || kind === 'pipe')))

const NAMING = /^(?:BAILIFF_HOME|XDG_STATE_HOME)$/

/** The words of a command whose meaning is unknown. */
function textsOf(run: Invocation, isFed: boolean, agents: AgentPrograms): string[] {
  const { name, args, assignments, input } = run
  if (run.program === null) return []
  if (name === null)
    return [
      joined(
        run.program.flatMap((piece) => (piece.kind === 'variable' ? piece.seen : [])),
        ' ',
      ),
    ].map(saidOf)
  const assigned = assignments.filter((one) => !NAMING.test(one.name)).map(({ value }) => value)
  const given = input !== null && (COMMANDED.test(name) || programNamed(name) === null) ? [input] : []
  const words = isFed && isPrinting(name) ? [joined(args, ' ')] : wordsOf(name, args)
  return [...assigned, ...(isSaid(run, isFed, agents) ? [] : [...words, ...given])].map(saidOf)
}

function isSaid(run: Invocation, isFed: boolean, agents: AgentPrograms): boolean {
  const { name, texts, git, via } = run
  if (git !== null) return !GIT_RUNS.has(git.name)
  if (/^(?:npm|pnpm|yarn)$/.test(name ?? '') && texts[0] === 'pkg') return true
  const isSaying = SAYING.has(name ?? '') || LISTERS.has(name ?? '') || agentStarted(run, agents) !== null
  return isSaying && !(isFed && via.length > 0 && isPrinting(name))
}

const isPrinting = (name: string | null): boolean => name === 'echo' || name === 'printf'

/** For well-known programs, only words that are more than a path. Code is searched separately. */
function wordsOf(name: string, args: readonly Value[]): readonly Value[] {
  const program = programNamed(name)
  if (program === null) return args
  if (program.language !== undefined) return []
  return args.filter((arg) => /[\s:]|^-.*=/.test(saidOf(arg)))
}
