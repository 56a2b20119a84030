import { bodyOf } from './body.ts'
import { type FoundTest, joined, type TestState, worst } from './found-test.ts'
import { helpersIn } from './helpers.ts'
import { type Closing, closings, type Token } from './token.ts'
import { type Lexis, tokensOf } from './tokens.ts'

/** A language whose tests are functions or methods, known by their names or by what is written above them. */
export type MethodLanguage = {
  lexis: Lexis
  /** A function of this name is a test; null if names mean nothing. */
  named: RegExp | null
  /** The mark of a test: `@Test`, `#[test]`, `[Fact]`. */
  marked: RegExp | null
}

/** Words that introduce a scope with a name. */
const SCOPE = /^(?:class|struct|object|mod|module|trait|interface|record|namespace|extension)$/
const FUNCTION = /^(?:func|fn|fun|function|void|def)$/

type Method = { name: string; from: number; to: number }
type Scope = { end: number; name: string; state: TestState }
type Marks = { test: boolean; rows: boolean; state: TestState }
const NO_MARKS: Marks = { test: false, rows: false, state: 'runs' }

/** Finds the tests of Go, Rust, JUnit, .NET, PHPUnit and XCTest. */
export function methodTests(text: string, language: MethodLanguage): FoundTest[] {
  const reader = new MethodReader(tokensOf(text, language.lexis), language)
  for (let at = 0; at < reader.length; at++) at = reader.readAt(at)
  return reader.found
}

class MethodReader {
  readonly found: FoundTest[] = []
  readonly #tokens: readonly Token[]
  readonly #language: MethodLanguage
  readonly #closing: Closing
  readonly #helpers: ReadonlySet<string>
  readonly #scopes: Scope[] = []
  #marks = NO_MARKS

  constructor(tokens: readonly Token[], language: MethodLanguage) {
    this.#tokens = tokens
    this.#language = language
    this.#closing = closings(tokens)
    this.#helpers = helpersIn(tokens)
  }

  get length(): number {
    return this.#tokens.length
  }

  /** Reads what begins here, and returns the last position read. */
  readAt(at: number): number {
    while ((this.#scopes.at(-1)?.end ?? at) < at) this.#scopes.pop()
    return this.#readMark(at) ?? this.#readScope(at) ?? this.#readMethod(at) ?? this.#readOther(at)
  }

  #readMark(at: number): number | null {
    const { marked } = this.#language
    const mark = marked === null ? null : markAt(this.#tokens, this.#closing, at)
    if (mark === null || marked === null) return null
    this.#marks = together(this.#marks, readMark(this.#tokens, mark, marked))
    return mark.end
  }

  #readScope(at: number): number | null {
    const scope = this.#scopes.length < MAX_DEPTH ? scopeAt(this.#tokens, this.#closing, at) : null
    if (scope === null) return null
    this.#scopes.push({ ...scope, state: this.#outer() })
    this.#marks = NO_MARKS
    return scope.open
  }

  #readMethod(at: number): number | null {
    const method = methodAt(this.#tokens, this.#closing, at, this.#marks.test, this.#language.named)
    if (method === null) return null
    const inside = bodyOf(this.#tokens.slice(method.from, method.to), this.#helpers)
    const name = joined([...this.#scopes.map((one) => one.name), method.name])
    this.found.push({ name, ...inside, state: worst(inside.state, this.#outer()), rows: this.#marks.rows })
    this.#marks = NO_MARKS
    return method.to
  }

  #readOther(at: number): number {
    if (/^[;{}]$/.test(this.#tokens[at]?.text ?? '')) this.#marks = NO_MARKS
    return at
  }

  #outer(): TestState {
    return worst(this.#scopes.at(-1)?.state ?? 'runs', this.#marks.state)
  }
}

/** Deeper scopes are not named. */
const MAX_DEPTH = 24

const together = (a: Marks, b: Marks): Marks => ({
  test: a.test || b.test,
  rows: a.rows || b.rows,
  state: worst(a.state, b.state),
})

type MarkRange = { from: number; to: number; end: number }

/** Reads `@Name(…)`, `#[name(…)]` and, at the beginning of a statement, `[Name(…)]`. */
function markAt(tokens: readonly Token[], closing: Closing, at: number): MarkRange | null {
  const { kind, text } = tokens[at] ?? { kind: 'mark', text: '' }
  if (kind !== 'mark') return null
  if (text === '#' && tokens[at + 1]?.text === '[') return inside(closing, at + 1)
  if (text === '[' && /^(?:[{};\]]|)$/.test(tokens[at - 1]?.text ?? '')) return inside(closing, at)
  if (text !== '@' || tokens[at + 1]?.kind !== 'word') return null
  let end = at + 1
  while (tokens[end + 1]?.text === '.' && tokens[end + 2]?.kind === 'word') end += 2
  const close = tokens[end + 1]?.text === '(' ? closing.get(end + 1) : undefined
  return { from: at + 1, to: (close ?? end) + 1, end: close ?? end }
}

const inside = (closing: Closing, open: number): MarkRange => {
  const end = closing.get(open) ?? open
  return { from: open + 1, to: end, end }
}

const MAX_MARK = 60

function readMark(tokens: readonly Token[], { from, to }: MarkRange, marked: RegExp): Marks {
  const words = tokens
    .slice(from, Math.min(to, from + MAX_MARK))
    .flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))
  const open = tokens.slice(from, to).findIndex(({ text }) => text === '(')
  const name = tokens.slice(from, open < 0 ? to : from + open).findLast(({ kind }) => kind === 'word')?.text ?? ''
  return {
    test: words.some((word) => marked.test(word)),
    rows: /^(?:ParameterizedTest|RepeatedTest|Theory|TestCase\w*|DataProvider|rstest|case|test_case|DataTestMethod)$/.test(
      name,
    ),
    state: markState(name, words),
  }
}

function markState(name: string, words: readonly string[]): TestState {
  if (/^(?:Disabled|Ignore|ignore|Skip|Explicit)$/.test(name) || words.includes('Skip')) return 'skipped'
  if (words.includes('enabled') && words.includes('false')) return 'skipped'
  if (/^(?:should_panic|ExpectedToFail)$/.test(name)) return 'expected to fail'
  const isOther = (name === 'cfg' && !words.includes('test')) || /^(?:Disabled|Enabled|Ignore|Requires)\w+$/.test(name)
  return isOther || name === 'cfg_attr' ? 'conditional' : 'runs'
}

function scopeAt(
  tokens: readonly Token[],
  closing: Closing,
  at: number,
): { name: string; open: number; end: number } | null {
  const word = tokens[at]
  const name = tokens[at + 1]
  if (word?.kind !== 'word' || !SCOPE.test(word.text) || name?.kind !== 'word') return null
  const open = next(tokens, at + 2, /^[{;]$/)
  if (open === null || tokens[open]?.text !== '{') return null
  return { name: name.text, open, end: closing.get(open) ?? tokens.length }
}

const MAX_HEAD = 80

function next(tokens: readonly Token[], from: number, wanted: RegExp): number | null {
  for (let at = from; at < tokens.length && at < from + MAX_HEAD; at++)
    if (tokens[at]?.kind === 'mark' && wanted.test(tokens[at]?.text ?? '')) return at
  return null
}

/** True after `func`, and after `func (s *Suite)`. */
const isFunction = (tokens: readonly Token[], at: number): boolean =>
  FUNCTION.test(tokens[at - 1]?.text ?? '') ||
  (tokens[at - 1]?.text === ')' && tokens.slice(Math.max(0, at - MAX_RECEIVER), at).some(isReceiver))

const MAX_RECEIVER = 8
const isReceiver = ({ text }: Token, at: number, before: readonly Token[]): boolean =>
  text === 'func' && before[at + 1]?.text === '('

/** Reads a test's name and the range of its body; null if no test begins here. */
function methodAt(
  tokens: readonly Token[],
  closing: Closing,
  at: number,
  isMarked: boolean,
  named: RegExp | null,
): Method | null {
  const name = tokens[at]
  const generics = tokens[at + 1]?.text === '<' ? next(tokens, at + 1, /^\($/) : null
  const open = tokens[at + 1]?.text === '(' ? at + 1 : generics
  if (open === null || (name?.kind !== 'word' && name?.kind !== 'string')) return null
  const isTest = isMarked || (named?.test(name.text) === true && isFunction(tokens, at))
  if (!isTest) return null
  const begin = next(tokens, (closing.get(open) ?? open) + 1, /^(?:[{;=]|=>)$/)
  if (begin === null || tokens[begin]?.text === ';') return null
  const isBlock = tokens[begin]?.text === '{'
  const to = isBlock ? closing.get(begin) : next(tokens, begin, /^[;}]$/)
  return { name: name.text, from: begin + 1, to: to ?? tokens.length }
}
