import { tokensOf } from '../shell/tokens.ts'
import type { Listing } from './checks.ts'
import { manifestIn, scriptsIn } from './node.ts'
import { type ScriptCall, scriptCall } from './package-scripts.ts'
import { startedBy } from './programs.ts'
import { reach } from './reach.ts'
import { type CountingKind, countingKinds } from './runners.ts'
import { taskCall } from './tasks.ts'

/** Adds words to the command of a test runner, where package scripts pass them on to it. Pure. */

/** The runs of test runners that a command starts in the end; null if it cannot be followed, as through all packages. */
export function testRunsOf(listing: Listing, dir: string, words: readonly string[]): string[] | null {
  const { commands } = reach(listing, dir, words)
  return commands.length === 0 ? null : commands.filter((command) => countingKinds([command]).length > 0)
}

/** A script that calls itself ends here. */
const MAX_DEPTH = 8

/** The command with these words for its runner; null if they would not reach it, or something else as well. */
export function passOn(
  listing: Listing,
  dir: string,
  words: readonly string[],
  kind: CountingKind,
  more: readonly string[],
): string[] | null {
  const spelled = isShort(words) ? ['pnpm', 'run', 'test', ...words.slice(2)] : words
  const passed = suffix(listing, dir, spelled, kind, 0)
  return passed === null ? null : [...spelled, ...passed, ...more]
}

/** `pnpm test` reads options itself, which `pnpm run test` does not; `--` means something else in each version. */
const isShort = ([program, name = '']: readonly string[]): boolean =>
  program === 'pnpm' && /^(?:t|tst|test)$/.test(name)

/** What must stand between a command and words for its runner: a `--` for each npm on the way. */
function suffix(
  listing: Listing,
  dir: string,
  words: readonly string[],
  kind: CountingKind,
  depth: number,
): string[] | null {
  const [program = '', ...args] = words
  if (depth > MAX_DEPTH || isShort(words)) return null
  const ended = args.includes('--')
  const inner = startedIn(listing, dir, program, args)
  if (inner === 'runs itself') return !ended && isRunner(program, args, kind) ? [] : null
  const passed = inner === null ? null : suffix(listing, dir, inner, kind, depth + 1)
  if (passed === null) return null
  return /^(?:npm|composer)$/.test(program) && !ended ? ['--', ...passed] : passed
}

/** The command to which a program passes words on; null if that cannot be told. */
function startedIn(
  listing: Listing,
  dir: string,
  program: string,
  args: readonly string[],
): string[] | 'runs itself' | null {
  const scripts = scriptsIn(manifestIn(listing, dir))
  const call = scriptCall(program, args, (name) => Object.hasOwn(scripts, name))
  if (call !== null) return lastOf(scriptsOf(program, call, scripts))
  const task = taskCall(listing, dir, program, args)
  return task === null ? (startedBy(program, args) ?? 'runs itself') : lastOf(task.texts)
}

/** The text of the one script that a package manager runs here. */
const scriptsOf = (
  program: string,
  { where, dir, names }: ScriptCall,
  scripts: { [name: string]: string },
): string[] =>
  where === 'here' && dir === '' && /^(?:npm|pnpm|yarn|bun)$/.test(program)
    ? names.map((name) => scripts[name] ?? '')
    : []

/** True if the program is this runner, or an interpreter that starts it. A shell would keep the words for itself. */
function isRunner(program: string, args: readonly string[], kind: CountingKind): boolean {
  const name = program.replace(/^.*\//, '')
  const command = /^(?:node|bun|deno|ruby|php)$/.test(name) ? [name, ...args] : [name, args[0] ?? '']
  return countingKinds([command.join(' ').trim()])[0] === kind
}

/** The words of a script's last command, to which a package manager adds words. Null if that cannot be told. */
function lastOf(scripts: readonly string[]): string[] | null {
  const [script = '', ...others] = scripts
  const last = (script.split('&&').at(-1) ?? '').replace(/^\s*(?:\w+=[\w./:-]*\s+)*/, '').trim()
  if (others.length > 0 || !/^[^;&|()<>#`$\\\n{}]+$/.test(last)) return null
  // Patterns of files are no words yet.
  return tokensOf(last) ?? (/['"]/.test(last) ? null : last.split(/\s+/))
}
