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

/** Leaves out `try { … } catch {}`: a failure in it is not heard. */
function withoutSwallowed(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ kind, text }) => kind === 'word' && text === 'try')) return tokens
  const closing = closings(tokens)
  const heard: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const end = swallowedUntil(tokens, closing, at)
    if (end !== null) at = end
    else heard.push(tokens[at] ?? NO_TOKEN)
  }
  return heard
}

/** The end of the empty `catch` of a `try` that begins here; null if the `catch` does something, or there is none. */
function swallowedUntil(tokens: readonly Token[], closing: Closing, at: number): number | null {
  if (tokens[at]?.text !== 'try' || tokens[at + 1]?.text !== '{') return null
  const after = (closing.get(at + 1) ?? tokens.length) + 1
  if (tokens[after]?.text !== 'catch') return null
  const open = tokens[after + 1]?.text === '(' ? (closing.get(after + 1) ?? tokens.length) + 1 : after + 1
  const isNothing = tokens[open]?.text === '{' && closing.get(open) === open + 1
  return isNothing && tokens[open + 1]?.text === '}' ? open + 1 : null
}

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
