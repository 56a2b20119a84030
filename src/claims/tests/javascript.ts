import { bodyOf } from './body.ts'
import { exitsOnLoad } from './exits.ts'
import { type FoundTest, joined, MAX_TESTS, type ReadInventory, type TestState, worst } from './found-test.ts'
import { helpersIn } from './helpers.ts'
import { type Call, callAt } from './javascript-call.ts'
import { RunnerNames } from './runner-names.ts'
import { type Closing, closings, type Token } from './token.ts'
import { type Lexis, tokensOf } from './tokens.ts'

const LEXIS: Lexis = { line: ['//'], nested: false, templates: true, raw: [], lifetimes: false }

/** A file with deeper tests is not read. */
const MAX_DEPTH = 24
/** Tokens of tests inside other tests: each level hashes its bodies again. */
const MAX_NESTED = 500_000

/** A suite, or a block that runs on a condition, and the position where it ends. */
type Block = { end: number; title: string | null; state: TestState; only: boolean; rows: boolean }

/** `at`: its position. `isOwn`: its body is at the call that declares it. */
type Declared = FoundTest & { at: number; wrapper: Call['wrapper']; isOwn: boolean; only: boolean }

/** Finds the tests of vitest, jest, mocha, jasmine, node:test and their relatives. */
export function javascriptTests(text: string): ReadInventory {
  const tokens = tokensOf(text, LEXIS)
  const closing = closings(tokens)
  const names = new RunnerNames(tokens, closing)
  const helpers = helpersIn(tokens, names.words)
  const declared: Declared[] = []
  const blocks: Block[] = []
  let left = tokens.length + MAX_NESTED
  for (let at = 0; at < tokens.length; at++) {
    leave(blocks, at)
    blocks.push(...conditionAt(tokens, closing, at))
    const call = callAt(tokens, closing, at, names)
    if (call === null) continue
    left -= bodySize(call)
    if (left < 0 || blocks.length > MAX_DEPTH || declared.length > MAX_TESTS) return 'unread'
    const around = surroundings(blocks, call)
    if (call.kind === 'suite' || call.body !== null) blocks.push({ ...around, title: call.title, end: call.end })
    if (call.kind === 'test') declared.push(declaredBy(call, at, testOf(tokens, call, around, blocks, helpers), around))
    at = call.open
  }
  return settled(withoutWrapped(declared), exitsOnLoad(tokens, closing))
}

/** A test alone with `only` leaves out all others, and a file that ends itself leaves out all. */
function settled(found: readonly Declared[], exits: boolean): FoundTest[] {
  const focused = found.some(({ only }) => only)
  return found.map(({ name, body, state, asserts, rows, only }) => {
    const isLeftOut = exits || (focused && !only)
    return { name, body, state: isLeftOut ? 'skipped' : state, asserts, rows }
  })
}

const declaredBy = ({ wrapper, body }: Call, at: number, test: FoundTest, { only }: Pick<Block, 'only'>): Declared => ({
  ...test,
  at,
  wrapper,
  isOwn: body?.isNamed === false,
  only,
})

/** Replaces the tests in functions that declare tests by the calls of these functions. */
function withoutWrapped(declared: readonly Declared[]): readonly Declared[] {
  const called = new Map(declared.flatMap(({ wrapper }) => (wrapper === null ? [] : [[wrapper.from, wrapper]])))
  if (called.size === 0) return declared
  const wrappers = [...called.values()].slice(0, MAX_WRAPPERS)
  const inside = (at: number): number | null => wrappers.find(({ from, to }) => from <= at && at < to)?.from ?? null
  const wrapped = new Map<number, Declared>()
  const others: Declared[] = []
  for (const one of declared) {
    const wrapper = inside(one.at)
    if (wrapper === null) others.push(one)
    else wrapped.set(wrapper, one)
  }
  return others.map((one) => {
    const inner = one.wrapper === null ? undefined : wrapped.get(one.wrapper.from)
    return inner === undefined ? one : asWrapped(one, inner)
  })
}

/** More functions of one file that declare tests are not followed. */
const MAX_WRAPPERS = 50

/** A test that a function declares for its caller tests what the caller gives it and what it tests by itself. */
function asWrapped(test: Declared, inner: Declared): Declared {
  const state = worst(test.state, inner.state)
  const { body, asserts } = inner
  if (!test.isOwn) return { ...test, body, asserts, state }
  const byItself = inner.isOwn && asserts
  return { ...test, body: byItself ? test.body || body : test.body, asserts: test.asserts || byItself, state }
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
function conditionAt(tokens: readonly Token[], closing: Closing, at: number): Block[] {
  if (tokens[at]?.text !== 'if' || tokens[at]?.kind !== 'word' || tokens[at + 1]?.text !== '(') return []
  const close = closing.get(at + 1) ?? at
  const end =
    tokens[close + 1]?.text === '{' ? (closing.get(close + 1) ?? close) : statementEnd(tokens, closing, close + 1)
  const isNever = close === at + 3 && /^(?:false|0|null|undefined)$/.test(tokens[at + 2]?.text ?? '')
  return [{ end, title: null, state: isNever ? 'skipped' : 'conditional', only: false, rows: false }]
}

/** The first call of a statement without braces. */
function statementEnd(tokens: readonly Token[], closing: Closing, from: number): number {
  const open = tokens.slice(from, from + 6).findIndex(({ kind, text }) => kind === 'mark' && text === '(')
  return open < 0 ? from : (closing.get(from + open) ?? from)
}
