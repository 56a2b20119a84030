import { words } from '../ledger/lazy.ts'
import { expandOne, expandWord } from './expand.ts'
import type { ExpansionScope } from './scope.ts'
import { stackedIn } from './state.ts'
import type { Command, List, Pipeline } from './syntax.ts'
import { compact, inDirectory, joined, known, oneOf, prefixOf, textOf, UNKNOWN, type Value } from './value.ts'
import { contentOf, findPlaces, foundByFd, foundIn } from './wrappers.ts'

/** Returns the output of a simple list if the code alone determines it, otherwise null. */
export function outputOfList(list: List, scope: ExpansionScope): Value | null {
  const [andOr] = list
  if (list.length !== 1 || andOr === undefined) return null
  const [first, second] = andOr.pipelines
  if (second !== undefined) return andOr.pipelines.length === 2 ? changedTo(first, second, scope) : null
  return (first?.commands ?? []).reduce<Value | null>((input, command) => outputOfCommand(command, scope, input), null)
}

/** `cd x && pwd` prints the path of x. */
function changedTo(first: Pipeline | undefined, second: Pipeline, scope: ExpansionScope): Value | null {
  const [cd, to] = wordsOf(first, scope)
  const [pwd] = wordsOf(second, scope)
  if (textOf(cd ?? []) !== 'cd' || textOf(pwd ?? []) !== 'pwd' || to === undefined) return null
  return inDirectory(directory(scope.state.cwds), to)
}

function wordsOf(pipeline: Pipeline | undefined, scope: ExpansionScope): Value[] {
  const [only, more] = pipeline?.commands ?? []
  return only?.kind === 'simple' && more === undefined ? only.words.flatMap((word) => expandWord(word, scope)) : []
}

/** Returns the output of one command, or null. Programs that only sort or filter their input pass it on. */
export function outputOfCommand(command: Command, scope: ExpansionScope, input: Value | null): Value | null {
  if (command.kind === 'group' || command.kind === 'subshell') return outputOfEach(command.body, scope)
  if (command.kind !== 'simple') return null
  const [heredoc] = command.redirections
  const [program, ...args] = command.words.flatMap((word) => expandWord(word, scope))
  // `$(<file)` reads the file.
  if (program === undefined && heredoc?.operator === '<') return contents(expandOne(heredoc.target.parts, scope), scope)
  const name = textOf(program ?? []) ?? ''
  const outputs = PRINTERS.get(name)
  if (heredoc?.body == null) return input !== null && passesOn(name, args) ? input : (outputs?.(args, scope) ?? null)
  const isCat = name === 'cat' && args.length === 0 && command.redirections.length === 1
  return isCat ? expandOne(heredoc.body.parts, scope) : null
}

/** The outputs of several commands, one after the other. The output of some may be unknown. */
function outputOfEach(list: List, scope: ExpansionScope): Value {
  const outputs = list.map((andOr): Value => outputOfList([andOr], scope) ?? [UNKNOWN])
  return joined(outputs, '\n')
}

const passesOn = (name: string, args: readonly Value[]): boolean =>
  FILTERS.has(name) || (name === 'cat' && args.length === 0)

const FILTERS = words('sort head tail tac uniq shuf tee grep egrep nl')

type Printer = (args: Value[], scope: ExpansionScope) => Value | null

const PRINTERS: ReadonlyMap<string, Printer> = new Map<string, Printer>([
  ['echo', (args) => joined(args.slice(args.findIndex((arg) => !/^-[neE]+$/.test(textOf(arg) ?? ''))), ' ')],
  ['printf', printed],
  ['pwd', (_, { state }) => directory(state.cwds)],
  ['realpath', ([path]) => path ?? null],
  ['dirs', (_, { state }) => oneOf(stackedIn(state))],
  ['cat', contentsOf],
  ['find', (args) => foundIn(oneOf(findPlaces(args)), args)],
  ['fd', foundByFd],
  ['fdfind', foundByFd],
  ['ls', listed],
  ['which', ([name]) => located(name)],
  ['command', ([option, name]) => (textOf(option ?? []) === '-v' ? located(name) : null)],
  ['git', ([command, what]) => (textOf([...(command ?? []), ...(what ?? [])]) === TOPLEVEL ? topLevel() : null)],
])

/** Contents of files, one after another. */
function contentsOf(args: readonly Value[], scope: ExpansionScope): Value | null {
  const files = args.filter((arg) => !prefixOf(arg).startsWith('-'))
  const values = files.map((path) => contents(path, scope))
  return files.length === 0 ? null : joined(values, '\n')
}

const contents = (path: Value, { files }: ExpansionScope): Value =>
  contentOf(path, { input: null, files }) ?? [{ kind: 'content', path }]

/** `ls` prints the names in a folder, but a file as given. With a glob or `-d`, the operand is printed as given. */
function listed(args: readonly Value[]): Value | null {
  const operands = args.filter((arg) => !prefixOf(arg).startsWith('-'))
  const isWhole = args.some((arg) => /^-\w*d/.test(textOf(arg) ?? ''))
  const files = operands.filter((arg) => isWhole || arg.some(({ kind }) => kind === 'glob'))
  return oneOf(files.length === 0 ? [[{ kind: 'glob', text: '*' }]] : files)
}

/** Returns the path that a lookup prints: unknown, except that it ends with the program's name. */
function located(name: Value | undefined): Value | null {
  const text = name === undefined ? null : textOf(name)
  return text === null || text === '' ? null : [UNKNOWN, ...known(`/${text}`)]
}

const TOPLEVEL = 'rev-parse--show-toplevel'

/** The repository's top folder is usually the one an agent starts in. */
const topLevel = (): Value => [{ kind: 'variable', name: TOPLEVEL, seen: [[{ kind: 'start' }]] }]

const directory = (cwds: readonly Value[]): Value =>
  cwds.length === 1 && cwds[0] !== undefined ? cwds[0] : [{ kind: 'variable', name: 'PWD', seen: cwds }]

/** `printf` with plain text, or with a format that only joins its arguments. */
function printed([format, ...args]: Value[]): Value | null {
  const text = textOf(format ?? [])
  if (text === null || prefixOf(format ?? []).startsWith('-')) return null
  if (!/[%\\]/.test(text)) return known(text)
  const separator = /^(?:%[sb]|"%[sb]")((?:\\n|\\0|[ \n])*)$/.exec(text)?.[1]
  if (separator !== undefined) return joined(args, separator === '' ? '' : /[n0\n]/.test(separator) ? '\n' : ' ')
  let next = 0
  return compact(
    text
      .split(/(%[sbd]|\\n)/)
      .flatMap((part, i): Value => (i % 2 === 0 ? known(part) : part === '\\n' ? known('\n') : (args[next++] ?? []))),
  )
}
