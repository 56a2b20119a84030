import { sha256 } from '../../ledger/digest.ts'
import { assertionsIn, END_OF_LINE } from './assertions.ts'
import type { FoundTest, TestState } from './found-test.ts'
import { type Closing, closings, NO_TOKEN, type Token } from './token.ts'

/** Describes the body of a test. `helpers` are functions of the same file that compare something. */
export function bodyOf(
  tokens: readonly Token[],
  helpers: ReadonlySet<string>,
): Pick<FoundTest, 'body' | 'asserts' | 'state'> {
  const heard = withoutSwallowed(tokens)
  const asserts = assertionsIn(heard).length > 0 || heard.some((one, at) => isHelper(heard, at, one, helpers))
  const empty = !asserts && isEmpty(tokens)
  return { body: empty ? '' : hashOf(tokens), asserts, state: empty ? 'runs' : stateOf(tokens) }
}

/** Leaves out what cannot fail a test: `try { … } catch {}`, `if (false) …`, and everything after a plain `return`. */
function withoutSwallowed(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ kind, text }) => kind === 'word' && /^(?:try|if|return)$/.test(text))) return tokens
  const closing = closings(tokens)
  const heard: Token[] = []
  let depth = -1
  for (let at = 0; at < tokens.length; at++) {
    const end = swallowedUntil(tokens, closing, at) ?? silencedUntil(tokens, at) ?? neverUntil(tokens, closing, at)
    if (end !== null) at = end
    else if (at > depth && returnsAt(tokens, at)) break
    else heard.push(tokens[at] ?? NO_TOKEN)
    depth = Math.max(depth, closing.get(at) ?? -1)
  }
  return heard
}

/** Words of a `catch` that lets a failure pass. */
const SILENT = /^(?:return|console|log|warn|error|info|debug|void|undefined|null|true|false)$/

/** The end of the `catch` of a `try` that begins here; null if the `catch` does something, or there is none. */
function swallowedUntil(tokens: readonly Token[], closing: Closing, at: number): number | null {
  if (tokens[at]?.text !== 'try' || tokens[at + 1]?.text !== '{') return null
  const after = (closing.get(at + 1) ?? tokens.length) + 1
  if (tokens[after]?.text !== 'catch') return null
  const hasName = tokens[after + 1]?.text === '('
  const open = hasName ? (closing.get(after + 1) ?? tokens.length) + 1 : after + 1
  const close = closing.get(open) ?? tokens.length
  const name = hasName ? tokens[after + 2]?.text : undefined
  if (tokens[open]?.text !== '{' || close - open > MAX_SILENT) return null
  const isSilent = ({ kind, text }: Token): boolean => kind !== 'word' || text === name || SILENT.test(text)
  return tokens.slice(open, close).every(isSilent) ? close : null
}

/** A longer `catch` does something. */
const MAX_SILENT = 60

const CATCHES_FAILURES = /^(?:AssertionError|Exception|BaseException)$/

/** Python: the end of a `try` whose `except` passes. */
function silencedUntil(tokens: readonly Token[], at: number): number | null {
  if (tokens[at]?.text !== 'try' || tokens[at + 1]?.text !== ':') return null
  const next = nextWord(tokens, at + 1)
  if (tokens[next]?.text !== 'except') return null
  let colon = next
  while (colon < next + MAX_SILENT && tokens[colon]?.text !== ':') colon++
  // Another exception may be the one that the test is about.
  if (colon > next + 1 && !tokens.slice(next, colon).some(({ text }) => CATCHES_FAILURES.test(text))) return null
  const first = tokens[colon + 1]?.text === END_OF_LINE ? colon + 2 : colon + 1
  return tokens[first]?.text === 'pass' ? first : null
}

function nextWord(tokens: readonly Token[], from: number): number {
  let at = from
  while (at < tokens.length && !(tokens[at]?.kind === 'word' && /^(?:except|try)$/.test(tokens[at]?.text ?? ''))) at++
  return at
}

/** The end of what stands behind `if (false)`. */
function neverUntil(tokens: readonly Token[], closing: Closing, at: number): number | null {
  const [first, open, value, close] = tokens.slice(at, at + 4).map(({ text }) => text)
  if (first !== 'if' || open !== '(' || close !== ')' || !/^(?:false|0|null|undefined)$/.test(value ?? '')) return null
  if (tokens[at + 4]?.text === '{') return closing.get(at + 4) ?? tokens.length
  for (let one = at + 4; one < tokens.length; one++) {
    if (isEnd(tokens[one])) return one
    one = closing.get(one) ?? one
  }
  return tokens.length
}

/** True for a statement that returns nothing but a literal. Python has no semicolons that would say where it ends. */
function returnsAt(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]
  if (tokens[at]?.text !== 'return' || tokens[at]?.kind !== 'word') return false
  if (before !== undefined && !(before.kind === 'mark' && /^[;}]$/.test(before.text))) return false
  const end = tokens[at + 1]?.text === ';' ? at + 1 : at + 2
  // A body that begins so is skipped.
  if (at === 0 && end === 1) return false
  return tokens[end]?.text === ';' && /^(?:return|undefined|null|true|false)$/.test(tokens[end - 1]?.text ?? '')
}

const isEnd = (token: Token | undefined): boolean => token?.kind === 'mark' && token.text === ';'

const isHelper = (tokens: readonly Token[], at: number, one: Token, helpers: ReadonlySet<string>): boolean =>
  one.kind === 'word' && helpers.has(one.text) && tokens[at + 1]?.text === '('

/** Words of bodies that do nothing: `pass`, `return`, `expect(true).toBe(true)`, `console.log(…)`. */
const IDLE =
  /^(?:pass|return|true|false|null|None|nil|undefined|Ok|expect\w*|assert\w*|toBe\w*|toEqual|equal|ok|is|eq|console|log|print\w*|fmt|Log\w*|t|self|this|end|done|_)$/i

const isEmpty = (tokens: readonly Token[]): boolean =>
  tokens.every(({ kind, text }) => kind !== 'word' || IDLE.test(text))

/** Calls that skip a test from within. */
const SKIP =
  /^(?:skip|Skip|Skipf|SkipNow|skipTest|SkipTest|markTestSkipped|markTestIncomplete|todo|fixme|XCTSkip|assumeTrue|importorskip|pending)$/

/** Reads from a body whether it ends before it has tested anything. */
function stateOf(tokens: readonly Token[]): TestState {
  const first = tokens.findIndex(({ kind, text }) => kind === 'word' && text !== 'raise' && text !== 'throw')
  if (isBareReturn(tokens, first)) return 'skipped'
  let state: TestState = 'runs'
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? NO_TOKEN
    if (kind !== 'word' || tokens[at - 1]?.text === 'def') continue
    if (text === 'xfail' && tokens[at - 1]?.text === '.') return 'expected to fail'
    if (!SKIP.test(text) || !isCalled(tokens, at)) continue
    // Only the name of its owner may stand before the call: `t.Skip()`, `pytest.skip()`.
    if (at - first <= 2 && !/^(?:importorskip|assumeTrue)$/.test(text)) return 'skipped'
    state = 'conditional'
  }
  return state
}

function isCalled(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text
  if (tokens[at + 1]?.text === '(')
    return before === '.' || before === '->' || before === '::' || /^[A-Z]/.test(tokens[at]?.text ?? '')
  // Ruby: `skip "reason"` and `skip` alone.
  return before === undefined || before === END_OF_LINE
}

function isBareReturn(tokens: readonly Token[], first: number): boolean {
  if (tokens[first]?.text !== 'return' || tokens[first - 1] !== undefined) return false
  const next = tokens[first + 1]
  if (next === undefined) return true
  return next.kind === 'mark' && (next.text === ';' || next.text === END_OF_LINE)
}

const HASH_DIGITS = 12
/** Layout that formatters change. */
const LAYOUT = /^[;,\n]$/

/** Hashes tokens with each plain name replaced by its number, so a renamed function leaves the body the same. */
function hashOf(tokens: readonly Token[]): string {
  const numbers = new Map<string, number>()
  const parts: string[] = []
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? NO_TOKEN
    if (kind === 'mark' && LAYOUT.test(text)) continue
    if (kind !== 'word' || tokens[at - 1]?.text === '.') parts.push(`${kind[0]}${text}`)
    else {
      const number = numbers.get(text) ?? numbers.size
      numbers.set(text, number)
      parts.push(`#${number}`)
    }
  }
  return sha256(parts.join('\0')).slice(0, HASH_DIGITS)
}
