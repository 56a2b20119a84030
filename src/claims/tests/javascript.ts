import { bodyOf } from './body.ts'
import { exitsOnLoad } from './exits.ts'
import { type FoundTest, joined, MAX_TESTS, type ReadInventory, type TestState, worst } from './found-test.ts'
import { helpersIn } from './helpers.ts'
import { type Call, callAt } from './javascript-call.ts'
import { RunnerNames } from './runner-names.ts'
import { type Closing, closings, NO_TOKEN, type Token } from './token.ts'
import { type Lexis, tokensOf } from './tokens.ts'

const LEXIS: Lexis = { line: ['//'], nested: false, templates: true, raw: [], lifetimes: false }

/** A file with deeper tests is not read. */
const MAX_DEPTH = 24
/** Tokens of tests inside other tests: each level hashes its bodies again. */
const MAX_NESTED = 500_000

/** A suite, or a block that runs on a condition, and the position where it ends. */
type Block = {
  from: number
  end: number
  title: string | null
  state: TestState
  only: boolean
  rows: boolean
  isTest: boolean
}
/** The suite or the file that a call skips at run time: `before(function () { this.skip() })`. */
type Skipping = { from: number; to: number }

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
  const skipping: Skipping[] = []
  const unused = unusedIn(tokens)
  let left = tokens.length + MAX_NESTED
  for (let at = 0; at < tokens.length; at++) {
    leave(blocks, at)
    blocks.push(...conditionAt(tokens, closing, at), ...unusedAt(tokens, closing, at, unused))
    const isSkip = skipsAround(tokens, closing, at, names)
    if (isSkip) skipping.push(...skippedIn(blocks, tokens.length))
    const call = isSkip ? null : callAt(tokens, closing, at, names)
    if (call === null) continue
    left -= bodySize(call)
    if (left < 0 || blocks.length > MAX_DEPTH || declared.length > MAX_TESTS) return 'unread'
    const found = surroundings(blocks, call)
    const around = { ...found, state: worst(found.state, stateBefore(tokens, at)) }
    const isTest = call.kind === 'test'
    if (!isTest || call.body !== null) blocks.push({ ...around, title: call.title, from: at, end: call.end, isTest })
    if (call.kind === 'test') declared.push(declaredBy(call, at, testOf(tokens, call, around, blocks, helpers), around))
    at = call.open
  }
  return settled(withoutWrapped(withSkipped(declared, skipping)), exitsOnLoad(tokens, closing))
}

/** More calls that skip a suite are not told apart. */
const MAX_SKIPPING = 100

function withSkipped(declared: readonly Declared[], all: readonly Skipping[]): readonly Declared[] {
  const skipping = all.slice(0, MAX_SKIPPING)
  const isSkipped = (at: number): boolean => skipping.some(({ from, to }) => from <= at && at <= to)
  return declared.map((one) => (isSkipped(one.at) ? { ...one, state: worst(one.state, 'conditional') } : one))
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

type Around = Pick<Block, 'state' | 'only' | 'rows'>

function surroundings(blocks: readonly Block[], call: Call): Around {
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
  { state, rows }: Around,
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

const NEVER = /^(?:false|0|null|undefined)$/

/** The names of functions that occur once: at their own declaration. */
function unusedIn(tokens: readonly Token[]): (name: string) => boolean {
  const count = new Map<string, number>()
  for (const { kind, text } of tokens) if (kind === 'word') count.set(text, (count.get(text) ?? 0) + 1)
  return (name) => count.get(name) === 1
}

/** Reads `function later() {` and `const later = () => {` if nothing calls it: what is inside never runs. */
function unusedAt(
  tokens: readonly Token[],
  closing: Closing,
  at: number,
  isUnused: (name: string) => boolean,
): Block[] {
  const { kind, text } = tokens[at] ?? NO_TOKEN
  if (kind !== 'word' || !/^(?:function|const|let|var)$/.test(text)) return []
  const isExported = [tokens[at - 1], tokens[at - 2]].some((one) => /^(?:export|default)$/.test(one?.text ?? ''))
  const name = tokens[at + 1]
  if (isExported || name?.kind !== 'word' || !isUnused(name.text)) return []
  const open = text === 'function' ? at + 2 : parametersAfter(tokens, at + 2)
  const brace = (closing.get(open) ?? at) + (text === 'function' ? 1 : 2)
  if (tokens[open]?.text !== '(' || tokens[brace]?.text !== '{') return []
  return [{ ...NO_TITLE, from: at, end: closing.get(brace) ?? tokens.length, state: 'skipped' }]
}

const parametersAfter = (tokens: readonly Token[], equals: number): number => {
  if (tokens[equals]?.text !== '=') return equals
  return tokens[equals + 1]?.text === 'async' ? equals + 2 : equals + 1
}

const OWNER = /^(?:this|t|tt|ctx|context|test|it|describe|suite)$/

/** The suite or the file that a call here skips; none inside a test. */
function skippedIn(blocks: readonly Block[], length: number): Skipping[] {
  const near = blocks.slice(-MAX_DEPTH)
  if (near.some(({ isTest }) => isTest)) return []
  const suite = near.findLast(({ title }) => title !== null)
  return [{ from: suite?.from ?? 0, to: suite?.end ?? length }]
}

/** Reads `this.skip()` and `test.skip(condition)` outside a test; `test.skip('adds', …)` declares one. */
function skipsAround(tokens: readonly Token[], closing: Closing, at: number, { words }: RunnerNames): boolean {
  const { kind, text } = tokens[at] ?? NO_TOKEN
  if (kind !== 'word' || !(OWNER.test(text) || words.has(text)) || tokens[at - 1]?.text === '.') return false
  const open = at + 3
  if (tokens[at + 1]?.text !== '.' || !/^(?:skip|fixme)$/.test(tokens[at + 2]?.text ?? '')) return false
  if (tokens[open]?.text !== '(' || tokens[open + 1]?.kind === 'string') return false
  const comma = commaIn(tokens, closing, open)
  return comma === null || tokens[comma + 1]?.kind === 'string'
}

function commaIn(tokens: readonly Token[], closing: Closing, open: number): number | null {
  const end = Math.min(closing.get(open) ?? open, open + MAX_CONDITION)
  for (let at = open + 1; at < end; at++) {
    if (tokens[at]?.text === ',' && tokens[at]?.kind === 'mark') return at
    at = closing.get(at) ?? at
  }
  return null
}

const MAX_CONDITION = 100

/** Reads `condition && test(…)` and `condition ? test(…) : …`. */
function stateBefore(tokens: readonly Token[], at: number): TestState {
  const [before, last] = [tokens[at - 2]?.text, tokens[at - 1]]
  if (last?.kind !== 'mark') return 'runs'
  if (/^[&|]$/.test(last.text) && before === last.text)
    return last.text === '&' && NEVER.test(tokens[at - 3]?.text ?? '') ? 'skipped' : 'conditional'
  return last.text === '?' && before !== '?' ? 'conditional' : 'runs'
}

const NO_TITLE = { title: null, only: false, rows: false, isTest: false } as const

/**
 * Reads `if (…) {`, `if (…) it(…)` and loops: what is inside runs on a condition; never if the condition is false or nothing is to
 * be looped over.
 */
function conditionAt(tokens: readonly Token[], closing: Closing, at: number): Block[] {
  const { kind, text } = tokens[at] ?? NO_TOKEN
  if (kind !== 'word' || !/^(?:if|while|for)$/.test(text) || tokens[at + 1]?.text !== '(') return []
  const close = closing.get(at + 1) ?? at
  const end =
    tokens[close + 1]?.text === '{' ? (closing.get(close + 1) ?? close) : statementEnd(tokens, closing, close + 1)
  const isNothing =
    tokens[close - 2]?.text === '[' && tokens[close - 1]?.text === ']' && tokens[close - 3]?.text === 'of'
  const isNever = text === 'for' ? isNothing : close === at + 3 && NEVER.test(tokens[at + 2]?.text ?? '')
  if (text !== 'if' && !isNever) return []
  return [{ ...NO_TITLE, from: at, end, state: isNever ? 'skipped' : 'conditional' }]
}

/** The first call of a statement without braces. */
function statementEnd(tokens: readonly Token[], closing: Closing, from: number): number {
  const open = tokens.slice(from, from + 6).findIndex(({ kind, text }) => kind === 'mark' && text === '(')
  return open < 0 ? from : (closing.get(from + open) ?? from)
}
