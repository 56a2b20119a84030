import { END_OF_LINE } from './assertions.ts'
import { bodyOf } from './body.ts'
import { type FoundTest, joined, type TestState, worst } from './found-test.ts'
import { helpersIn } from './helpers.ts'
import { blockEnd, type Line, linesOf } from './lines.ts'
import type { Token } from './token.ts'

const LEXIS = { long: [] }
const TEST = /^([xf]?)(?:it|specify|example|scenario|test|its)$/
const SUITE = /^([xf]?)(?:describe|context|feature|shared_examples\w*|class|module|RSpec)$/

type Block = { indent: number; title: string; state: TestState; only: boolean }

/** Finds the tests of RSpec, minitest and Rails. Blocks are read by their indentation. */
export function rubyTests(text: string): FoundTest[] {
  const lines = linesOf(text.replace(/^=begin\b[\s\S]*?(?:^=end\b|$(?![\s\S]))/gm, ''), LEXIS)
  const helpers = helpersIn(lines.flatMap(({ tokens }) => tokens))
  const found: (FoundTest & { only: boolean })[] = []
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? { indent: 0, tokens: [] }
    while ((blocks.at(-1)?.indent ?? -1) >= line.indent) blocks.pop()
    const head = headOf(line)
    if (head === null) continue
    const block = blockOf(line, head, blocks.at(-1))
    if (head.kind === 'suite') blocks.push(block)
    else {
      const end = blockEnd(lines, at)
      const inside = bodyOf(bodyTokens(lines, at, end), helpers)
      const name = joined([...blocks.map(({ title }) => title), head.title])
      found.push({ name, ...inside, state: worst(block.state, inside.state), rows: false, only: block.only })
      at = end - 1
    }
  }
  const focused = found.some(({ only }) => only)
  return found.map(({ only, ...test }) => (focused && !only ? { ...test, state: 'skipped' } : test))
}

const blockOf = ({ indent }: Line, { title, state, only }: Head, outer: Block | undefined): Block => ({
  indent,
  title,
  state: worst(outer?.state ?? 'runs', state),
  only: only || (outer?.only ?? false),
})

type Head = { kind: 'test' | 'suite'; title: string; state: TestState; only: boolean }

function headOf({ tokens }: Line): Head | null {
  const [first, second] = tokens
  if (first?.kind !== 'word' || second?.text === '=') return null
  if (first.text === 'def')
    return /^test_/.test(second?.text ?? '')
      ? { kind: 'test', title: second?.text ?? '', state: 'runs', only: false }
      : null
  if (second?.text === '.' && first.text !== 'RSpec') return null
  const test = TEST.exec(first.text)
  const prefix = (test ?? SUITE.exec(first.text))?.[1]
  return prefix === undefined ? null : declared(test === null ? 'suite' : 'test', prefix, tokens)
}

/** Reads a declaration's title and tags: `it "adds", :focus do`. */
function declared(kind: Head['kind'], prefix: string, tokens: readonly Token[]): Head {
  const open = tokens.findIndex(isOpening)
  const words = tokens.slice(1, open < 0 ? tokens.length : open)
  const has = (word: string): boolean => words.some(({ kind: type, text }) => type === 'word' && text === word)
  // Without a block, the test is only announced.
  const isPending = kind === 'test' && open < 0
  const isSkipped = prefix === 'x' || isPending || has('skip') || has('pending')
  const title = words.find((one) => one.kind === 'string') ?? words.find((one) => one.kind === 'word')
  return {
    kind,
    title: title?.text ?? '',
    state: isSkipped ? 'skipped' : 'runs',
    only: prefix === 'f' || has('focus'),
  }
}

const isOpening = ({ kind, text }: Token): boolean =>
  (kind === 'word' && text === 'do') || (kind === 'mark' && text === '{')

/** The statements inside a block: the rest of its own line, and the deeper lines after it. */
function bodyTokens(lines: readonly Line[], at: number, end: number): Token[] {
  const { tokens = [] } = lines[at] ?? {}
  const open = tokens.findIndex(isOpening)
  const inline = open < 0 ? [] : tokens.slice(open + 1).filter(({ text }) => text !== '}')
  const statements = [inline, ...lines.slice(at + 1, end).map((line) => line.tokens)].filter((one) => one.length > 0)
  return statements.flatMap((one, i) => (i === 0 ? one : [{ kind: 'mark' as const, text: END_OF_LINE }, ...one]))
}
