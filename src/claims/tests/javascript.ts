import { bodyOf } from './body.ts'
import { exitsOnLoad } from './exits.ts'
import { type FoundTest, JOINT, type TestState, worst } from './found-test.ts'
import { helpersIn } from './helpers.ts'
import { type Call, callAt } from './javascript-call.ts'
import { closings, type Token } from './token.ts'
import { type Lexis, tokensOf } from './tokens.ts'

const LEXIS: Lexis = { line: ['//'], nested: false, templates: true, raw: [], lifetimes: false }

/** Deeper tests are not looked for: each level hashes its bodies again. */
const MAX_DEPTH = 24

/** A suite, or a block that runs on a condition, and the position where it ends. */
type Block = { end: number; title: string | null; state: TestState; only: boolean; rows: boolean }

/** Finds the tests of vitest, jest, mocha, jasmine, node:test and their relatives. */
export function javascriptTests(text: string): FoundTest[] {
  const tokens = tokensOf(text, LEXIS)
  const closing = closings(tokens)
  const helpers = helpersIn(tokens)
  const found: (FoundTest & { only: boolean })[] = []
  const blocks: Block[] = []
  for (let at = 0; at < tokens.length; at++) {
    while ((blocks.at(-1)?.end ?? at) < at) blocks.pop()
    if (blocks.length > MAX_DEPTH) continue
    const condition = conditionAt(tokens, closing, at)
    if (condition !== null) blocks.push(condition)
    const call = callAt(tokens, closing, at)
    if (call === null) continue
    const around = surroundings(blocks, call)
    if (call.kind === 'suite' || call.body !== null) blocks.push({ ...around, title: call.title, end: call.end })
    if (call.kind === 'test') found.push({ ...testOf(tokens, call, around, blocks, helpers), only: around.only })
  }
  const focused = found.some(({ only }) => only)
  const exits = exitsOnLoad(tokens, closing)
  return found.map(({ only, ...test }) => (exits || (focused && !only) ? { ...test, state: 'skipped' } : test))
}

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
  const name = (body === null ? [...suites, title] : suites).join(JOINT)
  if (body === null) return { name, body: '', asserts: false, rows, state: worst(state, 'skipped') }
  const inside = bodyOf(tokens.slice(body.from, body.to), helpers)
  const seen = body.isNamed ? { ...inside, asserts: true } : inside
  return { name, ...seen, rows, state: worst(state, seen.state) }
}

/** Reads `if (…) {` and `if (…) it(…)`: what is inside runs on a condition; never if the condition is false. */
function conditionAt(tokens: readonly Token[], closing: ReadonlyMap<number, number>, at: number): Block | null {
  if (tokens[at]?.text !== 'if' || tokens[at]?.kind !== 'word' || tokens[at + 1]?.text !== '(') return null
  const close = closing.get(at + 1) ?? at
  const end =
    tokens[close + 1]?.text === '{' ? (closing.get(close + 1) ?? close) : statementEnd(tokens, closing, close + 1)
  const isNever = close === at + 3 && /^(?:false|0|null|undefined)$/.test(tokens[at + 2]?.text ?? '')
  return { end, title: null, state: isNever ? 'skipped' : 'conditional', only: false, rows: false }
}

/** The first call of a statement without braces. */
function statementEnd(tokens: readonly Token[], closing: ReadonlyMap<number, number>, from: number): number {
  const open = tokens.slice(from, from + 6).findIndex(({ kind, text }) => kind === 'mark' && text === '(')
  return open < 0 ? from : (closing.get(from + open) ?? from)
}
