import { splitArguments } from './options.ts'
import { type Branches, bind, changeDirectory, either, type State } from './state.ts'
import { known, prefixOf, textOf, UNKNOWN, type Value, without, wordsOf } from './value.ts'

type Builtin = (args: readonly Value[], state: State, input: Value | null) => Branches

/** Effects of shell builtins on the state. A builtin that cannot fail changes the state in place. */
export const BUILTINS: Readonly<Record<string, Builtin>> = {
  cd: changeTo,
  chdir: changeTo,
  pushd: changeTo,
  popd: (_, state) => ({ ok: { ...state, cwds: [...state.previousCwds, [UNKNOWN]] }, failed: state }),
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

function changeTo(args: readonly Value[], state: State): Branches {
  const operands = args.filter((arg) => !/^-[LPe@-]+$/.test(textOf(arg) ?? ''))
  const [to = homeOf(state)] = operands
  if (textOf(to) !== '-') return { ok: changeDirectory(state, to), failed: state }
  return { ok: { ...state, cwds: state.previousCwds, previousCwds: state.cwds }, failed: state }
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
function fill(args: readonly Value[], state: State, input: Value | null): Branches {
  const outcome = forget(args, state)
  const lines = input === null ? [] : (textOf(input)?.split('\n').map(known) ?? [input])
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
