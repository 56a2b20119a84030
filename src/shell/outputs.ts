import { expandOne, expandWord } from './expand.ts'
import type { Scope } from './scope.ts'
import type { Command, List } from './syntax.ts'
import { joined, known, prefixOf, textOf, UNKNOWN, type Value } from './value.ts'

/** What a list prints, where it is a single command whose output can be seen in the text; null for all others. */
export function outputOfList(list: List, scope: Scope): Value | null {
  const [andOr] = list
  const [pipeline] = andOr?.pipelines ?? []
  const [command] = pipeline?.commands ?? []
  if (list.length !== 1 || andOr?.pipelines.length !== 1 || pipeline?.commands.length !== 1) return null
  return command === undefined ? null : outputOfCommand(command, scope)
}

/** The same for one command. */
export function outputOfCommand(command: Command, scope: Scope): Value | null {
  if (command.kind !== 'simple') return null
  const [heredoc] = command.redirections
  const [program, ...args] = command.words.flatMap((word) => expandWord(word, scope))
  const print = PRINTERS.get(textOf(program ?? []) ?? '')
  if (heredoc === undefined) return print?.(args, scope) ?? null
  const isCat = textOf(program ?? []) === 'cat' && args.length === 0 && command.redirections.length === 1
  return isCat && heredoc.body !== null ? expandOne(heredoc.body.parts, scope) : null
}

type Printer = (args: Value[], scope: Scope) => Value | null

const PRINTERS: ReadonlyMap<string, Printer> = new Map<string, Printer>([
  ['echo', (args) => joined(args.slice(args.findIndex((arg) => !/^-[neE]+$/.test(textOf(arg) ?? ''))), ' ')],
  ['printf', printed],
  ['pwd', (_, { state }) => directory(state.cwds)],
  ['realpath', ([path]) => path ?? null],
  ['which', ([name]) => located(name)],
  ['command', ([option, name]) => (textOf(option ?? []) === '-v' ? located(name) : null)],
  ['git', ([command, what]) => (textOf([...(command ?? []), ...(what ?? [])]) === TOPLEVEL ? topLevel() : null)],
])

/** Wherever a program lies: it is called by its name. */
function located(name: Value | undefined): Value | null {
  const text = name === undefined ? null : textOf(name)
  return text === null || text === '' ? null : [UNKNOWN, ...known(`/${text}`)]
}

const TOPLEVEL = 'rev-parse--show-toplevel'

/** The folder of a repository is mostly the one in which agents begin. */
const topLevel = (): Value => [{ kind: 'variable', name: TOPLEVEL, seen: [[{ kind: 'start' }]] }]

const directory = (cwds: readonly Value[]): Value =>
  cwds.length === 1 && cwds[0] !== undefined ? cwds[0] : [{ kind: 'variable', name: 'PWD', seen: cwds }]

/** `printf` with plain text, or with a format that only joins its arguments. */
function printed([format, ...args]: Value[]): Value | null {
  const text = textOf(format ?? [])
  if (text === null || prefixOf(format ?? []).startsWith('-')) return null
  if (!/[%\\]/.test(text)) return known(text)
  const separator = /^(?:%[sb]|"%[sb]")((?:\\n|\\0| )*)$/.exec(text)?.[1]
  return separator === undefined ? null : joined(args, separator === '' ? '' : ' ')
}
