import { pathsOf } from '../../shell/paths.ts'
import type { Invocation } from '../../shell/run.ts'
import { known, prefixOf, textOf, type Value } from '../../shell/value.ts'
import { type Protection, programsOf } from './place.ts'
import { standingOf } from './standing.ts'

/** Commands and groups that change how Bailiff supervises, and `hook`, which only hosts run. No tool call may run them. */
const PERSON_ONLY = [
  'init',
  'uninstall',
  'setup',
  'pause',
  'resume',
  'waive',
  'accept',
  'gc',
  'key',
  'admin',
  'hook',
  'policy approve',
  'policy trust',
  'policy sign',
  'controller resolve',
  'trust undo',
] as const

/** Options that only a person may give to commands that anybody may run. */
const PERSON_ONLY_OPTIONS = { 'controller run': ['--approve', '--take-over'] } as const

type Listed = (typeof PERSON_ONLY)[number]
type WithOption = {
  [Command in keyof typeof PERSON_ONLY_OPTIONS]: `${Command} ${(typeof PERSON_ONLY_OPTIONS)[Command][number]}`
}[keyof typeof PERSON_ONLY_OPTIONS]

/** The name of a listed command, of a command in a listed group, or of a command with a listed option. */
export type PersonOnly = Listed | `${Listed} ${string}` | WithOption

const LISTED: ReadonlySet<string> = new Set(PERSON_ONLY)

/** Our program, however it is named: bare, by path, as a package with a version. */
const PROGRAM = /^(?:.*[/:#])?bailiff(?:\.[cm]?[jt]s|\.cmd|\.exe)?(?:@[\w.^~*-]+)?$/
const IN_PACKAGE = /\/bailiff\/(?:dist\/?(?:[\w.]+)?|\.|)$/

const isNamed = (text: string): boolean => text.includes('bailiff') && (PROGRAM.test(text) || IN_PACKAGE.test(text))

/** Programs that can start ours. */
const STARTERS =
  /^(?:npx|bunx|pnpx|npm|pnpm|yarn|bun|node|nodejs|deno|tsx|ts-node|corepack|volta|mise|asdf|fnm|poetry|uv|direnv|dotenv|cross-env|nix|screen|daemonize|start-stop-daemon)$/

/** Programs that run a file they are given. Shells treat everything after the file as its arguments. */
const INTERPRETERS = /^(?:bun|node|nodejs|deno|tsx|ts-node)$/
const SHELLS = /^(?:(?:ba|da|z|k|a)?sh|source|\.)$/

/** The protected places, and a map from a named path to its real path, if they differ. */
export type KnownFiles = { protection: Protection; real: ReadonlyMap<string, string> }

/** The argument lists with which a command may start our program; empty if it does not. */
export function bailiffArgs(run: Invocation, known: KnownFiles): Value[][] {
  const { program, name, args } = run
  const isPath = program?.some((piece) => piece.kind === 'text' && piece.text.includes('/')) ?? false
  const own = namedAs(program ?? []) ?? (isPath ? locatedAs(program ?? [], run, known) : null)
  if (own !== null) return [[...own, ...args]]
  const isRunning = INTERPRETERS.test(name ?? '') || SHELLS.test(name ?? '')
  if (!isRunning && !STARTERS.test(name ?? '')) return []
  const script = args.findIndex((arg) => !prefixOf(arg).startsWith('-'))
  return args.flatMap((arg, i) => {
    const isElse = SHELLS.test(name ?? '') && i !== script
    const started = isElse ? null : (namedAs(arg) ?? (isRunning && i === script ? locatedAs(arg, run, known) : null))
    return started === null ? [] : [[...started, ...args.slice(i + 1)]]
  })
}

const HOOK = known('hook')

/** Marks the unknown parts of a word. */
const UNKNOWN = '\0'

/** Returns the words that one of our names adds before its arguments, or null if the name is not ours. */
function namedAs(word: Value): Value[] | null {
  const marked = word.map((piece) => (piece.kind === 'text' ? piece.text : UNKNOWN)).join('')
  // The known end of a word names the program, whatever folder the path starts in.
  const end = marked.slice(marked.lastIndexOf(UNKNOWN) + 1)
  // The launcher that hosts start is the hook under another name.
  if (/(?:^|\/)bailiff-hook$/.test(end)) return [HOOK]
  return isNamed(end) || mayBeNamed(marked) ? [] : null
}

/** Like `namedAs`, but recognizes our program by its location or its real path. */
function locatedAs(word: Value, { cwds }: Invocation, { protection, real }: KnownFiles): Value[] | null {
  const programs = programsOf(protection)
  for (const path of pathsOf(word, cwds, protection.world)) {
    if (programs !== null && standingOf(path, programs)?.kind === 'within') return [HOOK]
    if (path.text !== null && (isNamed(path.text) || isNamed(real.get(path.text) ?? ''))) return []
  }
  return null
}

/** True if a partly unknown name, `bail*` or `bail${x}iff`, may be ours. Requires four known letters. */
function mayBeNamed(marked: string): boolean {
  const name = marked.slice(marked.lastIndexOf('/') + 1)
  const letters = name.replaceAll(UNKNOWN, '').length
  if (!name.includes(UNKNOWN) || letters < 4 || letters > OURS.length) return false
  const pattern = name.split(/\0+/).map((text) => text.replace(/[^\w-]/g, '\\$&'))
  return new RegExp(`^${pattern.join('.*')}$`).test(OURS)
}

const OURS = 'bailiff'

const VALUED: ReadonlySet<string> = new Set(['--home', '--session'])

/** Returns the person-only command that these arguments invoke, or null. */
export function personOnly(args: readonly Value[]): string | null {
  const words = firstWords(args)
  const isHelp = args.length <= 3 && /^(?:--help|-h)$/.test(textOf(args.at(-1) ?? []) ?? '')
  if (isHelp) return null
  return [words[0] ?? '', words.join(' ')].find((one) => LISTED.has(one)) ?? withOption(words.join(' '), args)
}

/** The first two words that are not options: the name of the command. */
function firstWords(args: readonly Value[]): string[] {
  const words: string[] = []
  for (let i = 0; i < args.length && words.length < 2; i++) {
    const text = textOf(args[i] ?? [])
    if (text === null) break
    if (VALUED.has(text)) i++
    else if (!/^(?:-|:+$)/.test(text)) words.push(text)
  }
  return words
}

/** The first two words after our program in the command line of a process; null if it is another program. */
export function ownCommand(argv: readonly string[]): readonly string[] | null {
  const at = argv.slice(0, MAX_BEFORE).findIndex(isNamed)
  return at < 0 ? null : firstWords(argv.slice(at + 1).map(known))
}

/** An interpreter and its options may stand before our program. */
const MAX_BEFORE = 8

/** Returns a command with an option that only a person may give it, or null. */
function withOption(command: string, args: readonly Value[]): string | null {
  const options: readonly string[] = Object.hasOwn(PERSON_ONLY_OPTIONS, command)
    ? PERSON_ONLY_OPTIONS[command as keyof typeof PERSON_ONLY_OPTIONS]
    : []
  const given = options.find((option) => args.some((arg) => prefixOf(arg).split('=')[0] === option))
  return given === undefined ? null : `${command} ${given}`
}

/** Drops the state directory from the arguments: naming it does not touch it. */
export function withoutHome({ args, texts }: Invocation): Value[] {
  const isHome = (arg: Value): boolean => arg[0]?.kind === 'text' && arg[0].text.startsWith('--home=')
  return args.filter((arg, i) => texts[i - 1] !== '--home' && !isHome(arg))
}

const inCode = (command: string): string => command.replace(' ', '\\W{1,4}')
const WORDS = [
  ...PERSON_ONLY.map(inCode),
  ...Object.entries(PERSON_ONLY_OPTIONS).map(
    ([command, options]) => `${inCode(command)}\\b[^\\n;]{0,400}(?:${options.join('|')})`,
  ),
].join('|')
const IN_CODE = new RegExp(`\\bbailiff(?:\\.[cm]?js)?\\W{1,8}(?:--home\\W{1,4}\\S{1,200}\\W{1,4})?(?:${WORDS})\\b`)

/** Returns the person-only command that code in another language seems to start, or null. */
export const personOnlyIn = (code: string): string | null => IN_CODE.exec(code)?.[0] ?? null
