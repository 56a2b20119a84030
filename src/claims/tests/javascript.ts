import { bodyOf } from './body.ts'
import { exitsOnLoad } from './exits.ts'
import { type FoundTest, joined, MAX_TESTS, type ReadInventory, type TestState, worst } from './found-test.ts'
import { helpersIn } from './helpers.ts'
import { type Call, callAt } from './javascript-call.ts'
import { type Closing, closings, type Token } from './token.ts'
import { type Lexis, tokensOf } from './tokens.ts'

const LEXIS: Lexis = { line: ['//'], nested: false, templates: true, raw: [], lifetimes: false }

/** A file with deeper tests is not read. */
const MAX_DEPTH = 24
/** Tokens of tests inside other tests: each level hashes its bodies again. */
const MAX_NESTED = 500_000

/** A suite, or a block that runs on a condition, and the position where it ends. */
type Block = { end: number; title: string | null; state: TestState; only: boolean; rows: boolean }

/** Finds the tests of vitest, jest, mocha, jasmine, node:test and their relatives. */
export function javascriptTests(text: string): ReadInventory {
  const tokens = tokensOf(text, LEXIS)
  const closing = closings(tokens)
  const helpers = helpersIn(tokens)
  const found: MaybeFocused[] = []
  const blocks: Block[] = []
  let left = tokens.length + MAX_NESTED
  for (let at = 0; at < tokens.length; at++) {
    leave(blocks, at)
    const condition = conditionAt(tokens, closing, at)
    if (condition !== null) blocks.push(condition)
    const call = callAt(tokens, closing, at)
    if (call === null) continue
    left -= bodySize(call)
    if (left < 0 || blocks.length > MAX_DEPTH || found.length > MAX_TESTS) return 'unread'
    const around = surroundings(blocks, call)
    if (call.kind === 'suite' || call.body !== null) blocks.push({ ...around, title: call.title, end: call.end })
    if (call.kind === 'test') found.push({ ...testOf(tokens, call, around, blocks, helpers), only: around.only })
  }
  return exitsOnLoad(tokens, closing) ? found.map(skipped) : focused(found)
}

type MaybeFocused = FoundTest & { only: boolean }

const skipped = ({ only, ...test }: MaybeFocused): FoundTest => ({ ...test, state: 'skipped' })

function focused(found: readonly MaybeFocused[]): FoundTest[] {
  const isFocused = found.some(({ only }) => only)
  return found.map((one) => {
    const { only, ...test } = one
    return isFocused && !only ? skipped(one) : test
  })
}

function leave(blocks: Block[], at: number): void {
  while ((blocks.at(-1)?.end ?? at) < at) blocks.pop()
}

/** The number of tokens to hash. */
const bodySize = ({ kind, body }: Call): number => (kind === 'suite' || body === null ? 0 : body.to - body.from)

function surroundings(blocks: readonly Block[], call: Call): Omit<Block, 'end' | 'title'> {
  const outer = blocks.at(-1)
  return {
    state: worst(outer?.state ?? 'runs', call.state),
    only: call.only || (outer?.only ?? false),
    rows: call.rows || (outer?.rows ?? false),
  }
}

function testOf(
  tokens: readonly Token[],
  { title, body }: Call,
  { state, rows }: Omit<Block, 'end' | 'title'>,
  blocks: readonly Block[],
  helpers: ReadonlySet<string>,
): FoundTest {
  const suites = blocks.flatMap((one) => (one.title === null ? [] : [one.title]))
  // The test itself is the last block if it has a body.
  const name = joined(body === null ? [...suites, title] : suites)
  if (body === null) return { name, body: '', asserts: false, rows, state: worst(state, 'skipped') }
  const inside = bodyOf(tokens.slice(body.from, body.to), helpers)
  const seen = body.isNamed ? { ...inside, asserts: true } : inside
  return { name, ...seen, rows, state: worst(state, seen.state) }
}

/** Reads `if (…) {` and `if (…) it(…)`: what is inside runs on a condition; never if the condition is false. */
function conditionAt(tokens: readonly Token[], closing: Closing, at: number): Block | null {
  if (tokens[at]?.text !== 'if' || tokens[at]?.kind !== 'word' || tokens[at + 1]?.text !== '(') return null
  const close = closing.get(at + 1) ?? at
  const end =
    tokens[close + 1]?.text === '{' ? (closing.get(close + 1) ?? close) : statementEnd(tokens, closing, close + 1)
  const isNever = close === at + 3 && /^(?:false|0|null|undefined)$/.test(tokens[at + 2]?.text ?? '')
  return { end, title: null, state: isNever ? 'skipped' : 'conditional', only: false, rows: false }
}

/** The first call of a statement without braces. */
function statementEnd(tokens: readonly Token[], closing: Closing, from: number): number {
  const open = tokens.slice(from, from + 6).findIndex(({ kind, text }) => kind === 'mark' && text === '(')
  return open < 0 ? from : (closing.get(from + open) ?? from)
}
