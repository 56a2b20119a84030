import { words } from '../ledger/lazy.ts'
import { type Hidden, hiddenStatuses } from '../shell/exit.ts'

/** A command whose failure a script hides from its caller. */
export type Swallowed = { command: string; why: Hidden['why'] }

/** Programs that prepare or print. Nobody relies on their exit code. */
const HARMLESS =
  words(`echo printf cat tail head tee wc sort uniq tr cut sed awk grep egrep rg cd pushd popd mkdir rmdir rm cp mv ln touch
  chmod true : sleep wait kill export unset read shift local declare typeset source . test [ [[ date pwd ls which type
  command hash ulimit umask trap set shopt alias yes false exit return break continue let eval rimraf`)

/** Programs that only list the input of the next program in a pipe. */
const LISTING = new Set(['git', 'find', 'fd', 'jq', 'ls'])

/**
 * Returns the first command of a script that could fail unseen; null if every failure shows in the exit code, or if the
 * script cannot be parsed.
 */
export function swallowedBy(script: string): Swallowed | null {
  const read = hiddenStatuses(script)
  if (read.kind !== 'read') return null
  const isServed = read.shown.some(isGenuine)
  return read.hidden.find((one) => matters(one, isServed)) ?? null
}

/**
 * Like `swallowedBy`, but for a project's own script: accepts one in which a command of the kind that matters still shows its
 * failure, such as the tests after the linter.
 */
export function swallowedIn(script: string, isWanted: (command: string) => boolean): Swallowed | null {
  const read = hiddenStatuses(script)
  if (read.kind !== 'read' || read.shown.some((command) => isWanted(command))) return null
  const isServed = read.shown.some(isGenuine)
  const hidden = read.hidden.filter((one) => matters(one, isServed))
  return hidden.find(({ command }) => isWanted(command)) ?? (isServed ? null : (hidden[0] ?? null))
}

const isGenuine = (command: string): boolean => !HARMLESS.has(programIn(command))

/** `isServed`: another command shows its exit code, so one in the background may be a server for it. */
function matters({ why, command }: Hidden, isServed: boolean): boolean {
  const program = programIn(command)
  // `[ -z "$(gofmt -l .)" ]` reads the output instead.
  if (HARMLESS.has(program) || why === 'substitution') return false
  if (why === 'pipe' && LISTING.has(program)) return false
  return why !== 'background' || !isServed
}

/** The program of a simple command, without its folder and the words before it. For `sh -c`, the script's own commands are listed. */
function programIn(command: string): string {
  const plain = command.replace(/^(?:(?:\w+=\S*|exec|command|time|env|nohup)\s+)*/, '')
  if (/^(?:\S*\/)?(?:ba|da|z|k)?sh\s(?:\S+\s)*-\w*c\b/.test(plain)) return 'eval'
  return (/^["']?([^\s"']*)/.exec(plain)?.[1] ?? '').replace(/^.*\//, '')
}

const WAYS: { [why in Hidden['why']]: string } = {
  pipe: 'a pipe returns only the exit code of its last command; use "set -o pipefail"',
  'or-true': 'what follows || succeeds',
  'or-else': 'what follows || may succeed',
  exit: 'an exit follows it',
  true: 'a command that succeeds follows it',
  followed: 'another command follows it; join them with &&',
  background: 'it runs in the background',
  negated: 'its exit code is negated',
  condition: 'it is only a condition',
  loop: 'only the last round of a loop counts',
  substitution: 'only its output is used',
  trap: 'a trap sets the exit code',
  find: 'find ignores it; end -exec with +',
}

/** Says in one sentence how a failure is hidden. */
export const saySwallowed = ({ command, why }: Swallowed): string =>
  `a failure of "${command.replace(/\s+/g, ' ').trim().slice(0, 80)}" does not show in the exit code (${WAYS[why]}), so it proves nothing.`
