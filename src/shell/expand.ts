import { expandBraces } from './braces.ts'
import type { ExpansionScope } from './scope.ts'
import { stackedIn } from './state.ts'
import type { Part, Word } from './syntax.ts'
import { compact, known, lengthOf, type Piece, textOf, UNKNOWN, type Value } from './value.ts'
import { allPositional, isAllPositional, joinedPositional, valueOfVariable } from './variables.ts'

const PLAIN = /^[\w./:@%+,-]+$/

/** Cost in characters of a field that the source does not spell out. */
const FIELD_COST = 64

/** Cost factor for one of several candidate values. It is higher because states that hold them are compared. */
const SEEN_COST = 4

/** Expands a word into its fields: none, one or several. */
export function expandWord(word: Word, scope: ExpansionScope): Value[] {
  const [only, more] = word.parts
  // Most words are this plain.
  if (more === undefined && only?.kind === 'text' && PLAIN.test(only.text)) return [known(only.text)]
  const branches = expandBraces(word.parts)
  if (branches === null) return [[...expandOne(beforeBrace(word.parts), scope), UNKNOWN]]
  if (branches.length > 1) scope.spend(FIELD_COST * branches.length)
  return branches.flatMap((parts) => expandFields(parts, scope))
}

/** Expands a word that stays one field: an assigned value, a redirection target, a heredoc. */
export function expandOne(parts: readonly Part[], scope: ExpansionScope): Value {
  const value: Piece[] = []
  parts.forEach((part, i) => {
    if (part.kind === 'text') addAll(value, pieces(part, parts, i, scope, 'no-globs'))
    else addAll(value, partValue(part, scope))
  })
  return compact(value)
}

/** Expands an assigned array into its elements, or any other assigned word into one value. */
export function expandAssigned(word: Word, scope: ExpansionScope): Value[] {
  const array = word.parts.find((part) => part.kind === 'array')
  return array === undefined ? [expandOne(word.parts, scope)] : array.words.flatMap((one) => expandWord(one, scope))
}

function beforeBrace(parts: Part[]): Part[] {
  const at = parts.findIndex((part) => part.kind === 'text' && !part.quoted && part.text.includes('{'))
  return parts.slice(0, at + 1).map((part, i) => (i === at && part.kind === 'text' ? cutAtBrace(part) : part))
}

const cutAtBrace = (part: Extract<Part, { kind: 'text' }>): Part => ({
  ...part,
  text: part.text.slice(0, part.text.indexOf('{')),
})

/** The field being assembled, and the completed ones. */
type Fields = { done: Value[]; open: Piece[] | null }

function expandFields(parts: Part[], scope: ExpansionScope): Value[] {
  const fields: Fields = { done: [], open: null }
  parts.forEach((part, i) => {
    if (part.kind === 'text') addToField(fields, pieces(part, parts, i, scope, 'globs'))
    else if (part.kind === 'variable') addVariable(fields, part, scope)
    else if (part.kind === 'output' && !part.quoted) addSplit(fields, partValue(part, scope), scope)
    else addToField(fields, partValue(part, scope))
  })
  endField(fields)
  return fields.done
}

function addToField(fields: Fields, value: Value): void {
  fields.open ??= []
  addAll(fields.open, value)
}

function endField(fields: Fields): void {
  if (fields.open !== null) fields.done.push(compact(fields.open))
  fields.open = null
}

function addVariable(fields: Fields, part: Extract<Part, { kind: 'variable' }>, scope: ExpansionScope): void {
  const all = isAllPositional(part) && part.rest.length === 0 ? allPositional(scope) : null
  // An unquoted `$IFS` separates fields, even if trimmed, as in `${IFS%?}`.
  if (part.name === 'IFS' && !part.quoted && !scope.state.variables.has('IFS')) endField(fields)
  else if (all !== null && (part.name === '@' || !part.quoted)) addFields(fields, all, scope)
  else if (part.quoted) addToField(fields, partValue(part, scope))
  else addSplit(fields, partValue(part, scope), scope)
}

/** `a"$@"b`: the first value continues the open field, and later parts continue the last one. */
function addFields(fields: Fields, values: readonly Value[], scope: ExpansionScope): void {
  values.forEach((value, i) => {
    if (i > 0) endField(fields)
    scope.spend(FIELD_COST)
    addToField(fields, value)
  })
}

/** Adds an unquoted value: splits it at the characters in `IFS`, and reads its wildcards as globs. */
function addSplit(fields: Fields, value: Value, scope: ExpansionScope): void {
  const separators = ifs(scope)
  const before = fields.done.length
  for (const piece of value) {
    if (piece.kind !== 'text') addToField(fields, [piece])
    else addSplitText(fields, piece.text, separators)
  }
  scope.spend(FIELD_COST * (fields.done.length - before))
}

function addSplitText(fields: Fields, text: string, separators: string): void {
  let from = 0
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && !separators.includes(text.charAt(at))) continue
    if (at > from) addToField(fields, globbed(text.slice(from, at)))
    if (at < text.length) endField(fields)
    from = at + 1
  }
}

function ifs({ state }: ExpansionScope): string {
  const bound = state.variables.get('IFS')
  return (bound?.certain ? textOf(bound.values[0] ?? []) : null) ?? ' \t\n'
}

/** Expands a part that is not text. */
function partValue(part: Part, scope: ExpansionScope): Value {
  switch (part.kind) {
    case 'text':
      return known(part.text)
    case 'variable':
      return spent(variableValue(part, scope), scope)
    case 'output':
      return spent(scope.outputOf(part.list) ?? [UNKNOWN], scope)
    case 'glob':
      return [{ kind: 'glob', text: '*' }]
    case 'process': {
      const output = scope.outputOf(part.list)
      return output === null ? [UNKNOWN] : spent([{ kind: 'pipe', output }], scope)
    }
    case 'arithmetic':
    case 'array':
      return [UNKNOWN]
  }
}

const variableValue = (part: Extract<Part, { kind: 'variable' }>, scope: ExpansionScope): Value =>
  isAllPositional(part) && part.rest.length === 0
    ? joinedPositional(scope)
    : valueOfVariable(part, scope, (rest) => expandOne(rest, scope))

function spent(value: Value, scope: ExpansionScope): Value {
  scope.spend(lengthOf(value))
  for (const piece of value) {
    if (piece.kind === 'variable') for (const one of piece.seen) scope.spend(SEEN_COST * lengthOf(one))
  }
  return value
}

type TextPart = Extract<Part, { kind: 'text' }>

function pieces(
  part: TextPart,
  parts: readonly Part[],
  i: number,
  scope: ExpansionScope,
  globs: 'globs' | 'no-globs',
): Value {
  if (part.quoted) return scope.restore(part.text)
  const tilde = i === 0 ? TILDE.exec(part.text) : null
  // `~"x"` and `~$x` are not home directories: the whole user name must be literal.
  if (tilde !== null && (tilde[0].length < part.text.length || parts.length === 1)) {
    const [head, before = '', user = ''] = tilde
    return [...known(before), ...home(user, scope), ...globbed(part.text.slice(head.length))]
  }
  return scope
    .restore(part.text)
    .flatMap((one) => (one.kind === 'text' && globs === 'globs' ? globbed(one.text) : [one]))
}

// As in bash, also after the `=` of a word that looks like an assignment: `dd of=~/x`.
const TILDE = /^([A-Za-z_]\w*=)?~([\w.+-]*)(?=\/|$)/

function home(user: string, { state }: ExpansionScope): Value {
  const bound = state.variables.get('HOME')
  if (user === '' && bound !== undefined) return [{ kind: 'variable', name: 'HOME', seen: bound.values }]
  if (user === '+' || user === '-')
    return [{ kind: 'variable', name: 'PWD', seen: user === '+' ? state.cwds : state.previousCwds }]
  if (/^[+-]?\d+$/.test(user)) return [{ kind: 'variable', name: 'DIRSTACK', seen: stackedIn(state) }]
  return [{ kind: 'home', user }]
}

const GLOB = /(\*+|\?|\[(?:\[:\w+:\]|[^[\]/])+\])/

function globbed(text: string): Value {
  if (!/[*?[]/.test(text)) return known(text)
  return text.split(GLOB).flatMap((one, i): Value => (i % 2 === 1 ? [{ kind: 'glob', text: one }] : known(one)))
}

function addAll(to: Piece[], value: Value): void {
  for (const piece of value) to.push(piece)
}
