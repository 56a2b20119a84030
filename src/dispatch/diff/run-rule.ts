import type { DispatchCode } from '../../policy/dispatch.ts'
import type { Invocation } from '../../shell/run.ts'
import type { Value } from '../../shell/value.ts'
import type { CheckedCall } from '../call.ts'
import { saidOf } from '../words.ts'

/** A command that a call runs, with its words as strings. For git, `command` is the git command and `words` follow it. */
export type RunWords = {
  run: Invocation
  name: string
  args: readonly Value[]
  words: readonly string[]
  command: string
}

/** A rule about the space-separated `programs`. `seen` returns the words that show the finding, or null. */
export type RunRule = { code: DispatchCode; programs: string; seen(one: RunWords, call: CheckedCall): string | null }

export function seenOf(run: Invocation): RunWords {
  const name = run.name ?? ''
  const { name: command, args } = run.git ?? { name: '', args: run.args }
  return { run, name, args, words: args.map(saidOf), command }
}

const RUNNERS =
  ' npx bunx pnpx uvx pipx npm pnpm yarn bun uv poetry pipenv bundle pdm hatch python python3 php ruby dotenv doppler turbo nx '
/**
 * Runners with commands of their own, and the words that make them run another program. `npm run` names a script, not a
 * program.
 */
const OWN = ' npm pnpm yarn bun uv '
const RUNNING = ' exec x dlx tool -- '
const BETWEEN = ' exec x dlx run -m -- tool '

/** Unwraps a package runner and returns the command it runs: `npx prisma …`, `python manage.py …`. */
export function unwrapped(one: RunWords): RunWords {
  const isIn = (list: string, word: string): boolean => word !== '' && list.includes(` ${word} `)
  if (!isIn(RUNNERS, one.name)) return one
  const at = one.words.findIndex((word) => !isIn(BETWEEN, word) && !/^-[\w-]*(?:=.*)?$/.test(word))
  const word = one.words[at]
  const isOwn =
    isIn(OWN, one.name) &&
    !one.words.slice(0, at).some((before) => isIn(RUNNING, before) || (one.name === 'uv' && before === 'run'))
  if (word === undefined || isOwn) return one
  const name = word.slice(word.lastIndexOf('/') + 1).replace(/@[\w.^~*-]+$/, '')
  return { run: one.run, name, args: one.args.slice(at + 1), words: one.words.slice(at + 1), command: '' }
}

/**
 * True if one of these letters is among the short options, `-fdx`, or one of these long options is present. A long option
 * with its value in the same word, `--set=x`, is not found.
 */
export const has = (words: readonly string[], letters: string, ...long: string[]): boolean =>
  optionsIn(words).some(
    (word) => long.includes(word) || (/^-[A-Za-z]+$/.test(word) && [...letters].some((one) => word.includes(one))),
  )

/** The words before `--`, where options end. */
function optionsIn(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  return end < 0 ? words : words.slice(0, end)
}

/** The words that are not options. */
export function operands(words: readonly string[]): string[] {
  const end = words.indexOf('--')
  const before = words.filter((word, i) => !word.startsWith('-') && (end < 0 || i < end))
  return end < 0 ? before : [...before, ...words.slice(end + 1)]
}

/** The command as one line. */
export const told = ({ name, words, command }: RunWords): string =>
  [name, ...(command === '' ? [] : [command]), ...words].join(' ')
