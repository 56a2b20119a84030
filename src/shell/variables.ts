import type { ExpansionScope } from './scope.ts'
import { bind, stackedIn } from './state.ts'
import type { Part } from './syntax.ts'
import { alternatives, joined, known, textOf, UNKNOWN, type Value } from './value.ts'

type Variable = Extract<Part, { kind: 'variable' }>

/** True for `"$@"` and `$*`. */
export const isAllPositional = (part: Variable): boolean => part.name === '@' || part.name === '*'

/** The value of a variable; if uncertain, a piece with its name and its candidates. */
export function valueOfVariable(part: Variable, scope: ExpansionScope, expandRest: (parts: Part[]) => Value): Value {
  if (part.prefix === '#') return [UNKNOWN]
  if (part.prefix === '!') return indirect(part, scope)
  const operator = operatorOf(part)
  if (operator === '') return named(part.name, scope)
  const values = candidates(part.name, scope)
  if (operator === '[') return values.length === 1 && values[0] ? values[0] : unsure(part.name, values)
  if (!/^:?[-=+?]$/.test(operator)) return unsure(part.name, values)
  const fallback = expandRest(withoutPrefix(part.rest, operator.length))
  if (operator.endsWith('=') && values.length === 0)
    bind(scope.state, part.name, { values: [fallback], certain: false })
  return values.length === 1 && isCertain(part.name, scope) && !operator.endsWith('+')
    ? named(part.name, scope)
    : unsure(part.name, [...values, fallback])
}

function operatorOf({ rest }: Variable): string {
  const [first] = rest
  if (first === undefined) return ''
  return first.kind === 'text' ? (/^:?[-=+?]/.exec(first.text)?.[0] ?? first.text.charAt(0)) : '?'
}

/** Drops an operator such as `:-` from the start of the parts. */
function withoutPrefix(rest: Part[], length: number): Part[] {
  const [first, ...others] = rest
  return first?.kind === 'text' ? [{ ...first, text: first.text.slice(length) }, ...others] : rest
}

function indirect(part: Variable, scope: ExpansionScope): Value {
  const name = textOf(named(part.name, scope))
  return name === null || !/^\w+$/.test(name) ? [UNKNOWN] : named(name, scope)
}

const unsure = (name: string, seen: readonly Value[]): Value => [
  { kind: 'variable', name, seen: seen.flatMap(alternatives) },
]

function named(name: string, scope: ExpansionScope): Value {
  const values = candidates(name, scope)
  const [only] = values
  return only !== undefined && values.length === 1 && isCertain(name, scope) ? only : unsure(name, values)
}

const isCertain = (name: string, { state }: ExpansionScope): boolean => state.variables.get(name)?.certain ?? true

function candidates(name: string, { state }: ExpansionScope): readonly Value[] {
  const bound = state.variables.get(name)
  if (bound !== undefined) return bound.values
  if (name === 'HOME') return [[{ kind: 'home', user: '' }]]
  if (name === 'PWD') return state.cwds
  if (name === 'OLDPWD') return state.previousCwds
  if (name === 'DIRSTACK') return stackedIn(state)
  if (/^\d+$/.test(name)) return positional(Number(name), state.positional)
  return []
}

function positional(index: number, values: readonly Value[] | null): readonly Value[] {
  const value = index === 0 ? undefined : values?.[index - 1]
  if (value !== undefined) return [value]
  return values === null || index === 0 ? [] : [known('')]
}

/** The fields of `"$@"`, or null if the arguments come from outside. */
export const allPositional = ({ state }: ExpansionScope): readonly Value[] | null => state.positional

/** `"$*"`: the arguments joined into one. */
export const joinedPositional = (scope: ExpansionScope): Value =>
  scope.state.positional === null ? unsure('*', []) : joined(scope.state.positional, ' ')
