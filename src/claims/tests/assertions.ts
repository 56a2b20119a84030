import type { Token } from './token.ts'

/** Names of functions and keywords that compare, in any of the languages; helpers are often called after them. */
const ASSERTION =
  /^(?:assert|expect|should|must|verify|check|ensure|require|validate|compare|matches|refute|raises?$|throws?$|throw|fail|panic|is_expected|XCTAssert|XCTFail|snapshot|golden|approve)/i
/** Methods of a test's context: `t.Errorf`, `t.is`, `t.deepEqual`. */
const OF_CONTEXT =
  /^(?:Error|Fatal|Fail|is|isNot|not|ok|notOk|true|false|truthy|falsy|equal|notEqual|same|like|deepEqual|strictEqual|throws|rejects|regex|match|plan|snapshot|assert|cmp)/
const CONTEXT = /^(?:t|b|f|tb|ctx|tap|assert|context)$/
/** These mean something by themselves, without a value to compare. */
const BY_THEMSELVES = /^(?:raises?|throws?|fail\w*|panic|XCTFail|is_expected|Error\w*|Fatal\w*|Fail\w*)$/
const LITERAL = /^(?:true|false|null|nil|none|undefined|not|new|self|this|is|and|or|in)$/i

/** Returns the positions of assertions that compare something; `expect(true).toBe(true)` compares nothing. */
export function assertionsIn(tokens: readonly Token[]): number[] {
  const found: number[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token?.kind === 'word' && mayAssert(token.text) && isAssertion(tokens, at)) found.push(at)
  }
  return found
}

const known = new Map<string, boolean>()
const MAX_KNOWN = 10_000

/** True if a word can begin an assertion. Most words come again and again, so the answers are kept. */
function mayAssert(word: string): boolean {
  const kept = known.get(word)
  if (kept !== undefined) return kept
  if (known.size > MAX_KNOWN) known.clear()
  const may = ASSERTION.test(word) || OF_CONTEXT.test(word)
  known.set(word, may)
  return may
}

function isAssertion(tokens: readonly Token[], at: number): boolean {
  const { text = '' } = tokens[at] ?? {}
  const isMember = /^(?:\.|->|::)$/.test(tokens[at - 1]?.text ?? '')
  const owner = isMember ? (tokens[at - 2]?.text ?? '') : ''
  if (isMember && CONTEXT.test(owner) && OF_CONTEXT.test(text)) return BY_THEMSELVES.test(text) || compares(tokens, at)
  if (!ASSERTION.test(text)) return false
  // `require('x')` loads a module; `require.Equal(…)` is an assertion of Go.
  if (text === 'require' && tokens[at + 1]?.text !== '.') return false
  if (BY_THEMSELVES.test(text)) return true
  // `response.expect(200)` and `value.should.equal(1)` compare what stands before them.
  if (isMember && !/^(?:self|this|Assert|Assertions|assert|expect|chai|pytest|XCTest)$/.test(owner)) return true
  return !TAKES_VALUE.test(text) || compares(tokens, at)
}

/** Assertions of libraries. Other names belong to helpers, which know themselves what to compare. */
const TAKES_VALUE = /^(?:assert|expect|should|refute|XCTAssert|require)/i

/** No assertion is longer before its first name. */
const REACH = 60

/** True if an assertion's first arguments, or the rest of its statement, name something. */
function compares(tokens: readonly Token[], from: number): boolean {
  let depth = 0
  for (let at = from + 1; at < tokens.length && at < from + REACH; at++) {
    const token = tokens[at]
    if (token?.kind === 'mark') {
      depth += depthChange(token.text)
      if (isEnd(token.text, depth)) return false
    }
    const isPath = depth === 0 && /^[.:!]+$/.test(tokens[at - 1]?.text ?? '')
    if (token?.kind === 'word' && !LITERAL.test(token.text) && !isPath) return true
  }
  return false
}

const depthChange = (mark: string): number => ('([{'.includes(mark) ? 1 : ')]}'.includes(mark) ? -1 : 0)

const isEnd = (mark: string, depth: number): boolean =>
  depth <= 0 && (')]}'.includes(mark) || mark === ';' || mark === END_OF_LINE)

/** Ends a statement in languages that end them with the line. */
export const END_OF_LINE = '\n'
