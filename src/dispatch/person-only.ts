import type { Run } from '../shell/run.ts'
import { known, textOf, type Value } from '../shell/value.ts'

/** Commands that change what counts, and the one that hosts start. No tool call makes them. */
const PERSON_ONLY: ReadonlySet<string> = new Set([
  'init',
  'uninstall',
  'setup',
  'pause',
  'resume',
  'waive',
  'gc',
  'key',
  'admin',
  'hook',
  'policy approve',
  'policy trust',
])

/** Our program, however it is named: alone, by its path, as a package with a version. */
const PROGRAM = /^(?:.*[/:])?bailiff(?:\.[cm]?[jt]s|\.cmd|\.exe)?(?:@[\w.^~*-]+)?$/
const IN_PACKAGE = /\/bailiff\/dist\/[\w.]+$/

const isNamed = (text: string): boolean => text.includes('bailiff') && (PROGRAM.test(text) || IN_PACKAGE.test(text))

/** Programs that are given ours to start. */
const STARTERS =
  /^(?:npx|bunx|pnpx|npm|pnpm|yarn|bun|node|nodejs|deno|tsx|ts-node|corepack|volta|mise|asdf|fnm|poetry|uv|direnv|dotenv|cross-env)$/

/** The arguments our program may be started with by a run; none where it does not start it. `real` are paths behind links. */
export function bailiffArgs({ program, name, args }: Run, real: ReadonlyMap<string, string> = new Map()): Value[][] {
  const isOurs = (text: string): boolean => isNamed(text) || isNamed(real.get(text) ?? '')
  // The launcher that hosts start is the hook by another name.
  if (name === 'bailiff-hook') return [[known('hook'), ...args]]
  if (isOurs(textOf(program ?? []) ?? name ?? '')) return [[...args]]
  if (!STARTERS.test(name ?? '')) return []
  return args.flatMap((arg, i) => (isOurs(textOf(arg) ?? '') ? [args.slice(i + 1)] : []))
}

const VALUED: ReadonlySet<string> = new Set(['--home', '--session'])

/** The command of ours that is for persons and that these arguments ask for, or null. */
export function personOnly(args: readonly Value[]): string | null {
  const words: string[] = []
  for (let i = 0; i < args.length && words.length < 2; i++) {
    const text = textOf(args[i] ?? [])
    if (text === null) break
    if (VALUED.has(text)) i++
    else if (!/^(?:-|:+$)/.test(text)) words.push(text)
  }
  const isHelp = args.length <= 3 && /^(?:--help|-h)$/.test(textOf(args.at(-1) ?? []) ?? '')
  const command = [words[0] ?? '', words.join(' ')].find((one) => PERSON_ONLY.has(one))
  return command === undefined || isHelp ? null : command
}

const WORDS = [...PERSON_ONLY].map((command) => command.replace(' ', '\\W{1,4}')).join('|')
const IN_CODE = new RegExp(`\\bbailiff(?:\\.[cm]?js)?\\W{1,8}(?:--home\\W{1,4}\\S{1,200}\\W{1,4})?(?:${WORDS})\\b`)

/** A command for persons that code in another language seems to start, or null. */
export const personOnlyIn = (code: string): string | null => IN_CODE.exec(code)?.[0] ?? null
