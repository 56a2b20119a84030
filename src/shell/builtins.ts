import { splitArguments } from './options.ts'
import type { Run } from './run.ts'
import { type Branches, bind, changeDirectory, either, type State, stackedIn } from './state.ts'
import {
  inDirectory,
  isAbsolute,
  prefixOf,
  splitValue,
  textOf,
  UNKNOWN,
  type Value,
  without,
  wordsOf,
} from './value.ts'

type Builtin = (args: readonly Value[], state: State, run: Pick<Run, 'input' | 'assignments'>) => Branches

/** Effects of shell builtins on the state. A builtin that cannot fail changes the state in place. */
export const BUILTINS: Readonly<Record<string, Builtin>> = {
  cd: changeTo,
  chdir: changeTo,
  pushd: push,
  popd: pop,
  set: setOptions,
  shift: (args, state) => either({ ...state, positional: state.positional?.slice(countOf(args)) ?? null }),
  export: declare,
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  unset: forget,
  read: fill,
  mapfile: fill,
  readarray: fill,
  getopts: (args, state) => forget(args.slice(1), state),
  printf: (args, state) => (textOf(args[0] ?? []) === '-v' ? forget(args.slice(1, 2), state) : either(state)),
}

function changeTo(args: readonly Value[], state: State, { assignments }: Pick<Run, 'assignments'>): Branches {
  const operands = args.filter((arg) => !/^-[LPe@-]+$/.test(textOf(arg) ?? ''))
  const [to = homeOf(state)] = operands
  if (textOf(to) !== '-') return { ok: changeDirectory(state, ...searched(to, state, assignments)), failed: state }
  const previous = state.variables.get('OLDPWD')?.values ?? state.previousCwds
  return { ok: { ...state, cwds: previous, previousCwds: state.cwds }, failed: state }
}

/** The folders that a name may stand for: `cd` looks for a relative one in each folder of `CDPATH`. */
function searched(to: Value, { variables }: State, assignments: Run['assignments']): Value[] {
  const own = assignments.filter(({ name }) => name === 'CDPATH').map(({ value }) => value)
  const paths = own.length > 0 ? own : (variables.get('CDPATH')?.values ?? [])
  if (paths.length === 0 || isAbsolute(to) || /^\.{1,2}(?:\/|$)/.test(prefixOf(to))) return [to]
  const folders = paths.flatMap((path) => splitValue(path, /:/)).filter((folder) => textOf(folder) !== '.')
  return [to, ...folders.map((folder) => inDirectory(atHome(folder), to))]
}

/** The shell also expands the tildes after a colon. */
const atHome = (folder: Value): Value =>
  /^~(?:\/|$)/.test(prefixOf(folder)) ? [{ kind: 'home', user: '' }, ...without(folder, 1)] : folder

/** `pushd` alone swaps the last two folders; `-n` only puts the folder on the stack. A rotated stack may start anywhere. */
function push(args: readonly Value[], state: State, run: Pick<Run, 'assignments'>): Branches {
  const [to] = args.filter((arg) => textOf(arg) !== '-n')
  const [last = [[UNKNOWN]], ...rest] = state.stack
  if (to === undefined)
    return { ok: { ...state, cwds: last, previousCwds: state.cwds, stack: [state.cwds, ...rest] }, failed: state }
  if (/^[+-]\d+$/.test(textOf(to) ?? ''))
    return { ok: { ...changeDirectory(state, ...stackedIn(state)), stack: state.stack }, failed: state }
  const moved = changeTo([to], state, run).ok
  return args.length > 1
    ? { ok: { ...state, stack: [moved.cwds, ...state.stack] }, failed: state }
    : { ok: { ...moved, stack: [state.cwds, ...state.stack] }, failed: state }
}

function pop(args: readonly Value[], state: State): Branches {
  const [last = [...state.previousCwds, [UNKNOWN]], ...rest] = state.stack
  const cwds = args.length === 0 ? last : stackedIn(state)
  return { ok: { ...state, cwds, previousCwds: state.cwds, stack: rest }, failed: state }
}

const homeOf = (state: State): Value => state.variables.get('HOME')?.values[0] ?? [{ kind: 'home', user: '' }]

const countOf = (args: readonly Value[]): number => Number(textOf(args[0] ?? []) ?? 1) || 1

/** `set -- a b` replaces the arguments; `set -e` makes the shell exit at the first failure. */
function setOptions(args: readonly Value[], state: State): Branches {
  const texts = wordsOf(args)
  const end = texts.indexOf('--')
  const flags = end < 0 ? texts : texts.slice(0, end)
  const { operands } = splitArguments(args, { valued: new Set(['-o', '+o']), end: 'operand' })
  const replaced = end >= 0 || operands.length > 0
  const errexit = flags.some(
    (flag, i) => /^-[a-z]*e/.test(flag) || (flag === 'errexit' && /^-[a-z]*o$/.test(flags[i - 1] ?? '')),
  )
  const off = flags.some((flag) => /^\+[a-z]*e/.test(flag))
  return either({
    ...state,
    positional: replaced ? operands.filter((arg) => !/^\+/.test(prefixOf(arg))) : state.positional,
    errexit: errexit || (state.errexit && !off),
  })
}

function declare(args: readonly Value[], state: State): Branches {
  for (const arg of args) {
    const [head, name] = /^([A-Za-z_]\w*)\+?=/.exec(prefixOf(arg)) ?? []
    if (head !== undefined && name !== undefined) {
      bind(state, name, { values: [without(arg, head.length)], certain: !head.endsWith('+=') })
    }
  }
  return either(state)
}

/** Binds variables that are read from standard input. Each may hold any line. */
function fill(args: readonly Value[], state: State, { input }: Pick<Run, 'input'>): Branches {
  const outcome = forget(args, state)
  const lines = input === null ? [] : splitValue(input, /[\n\0]/)
  for (const arg of lines.length === 0 ? [] : args) {
    const name = textOf(arg)
    if (name !== null && /^[A-Za-z_]\w*$/.test(name)) bind(state, name, { values: lines, certain: false })
  }
  return outcome
}

/** Marks variables as unknown: they were unset, or filled from outside. */
function forget(args: readonly Value[], state: State): Branches {
  for (const arg of args) {
    const name = textOf(arg)
    if (name !== null && /^[A-Za-z_]\w*$/.test(name)) bind(state, name, { values: [], certain: false })
  }
  return either(state)
}
