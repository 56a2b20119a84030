import { END_OF_LINE } from './assertions.ts'
import { bodyOf } from './body.ts'
import { type FoundTest, JOINT, joined, type TestState, worst } from './found-test.ts'
import { helpersIn } from './helpers.ts'
import { blockEnd, type Line, linesOf } from './lines.ts'
import { importsIn, withoutAliases } from './python-names.ts'
import type { Token } from './token.ts'

const LEXIS = { long: ['"""', "'''"] }

/** A class, or a block on a condition, by the indentation of its first line. */
type Block = { indent: number; name: string | null; state: TestState; tests: boolean }

/** Finds the tests of pytest and unittest. */
export function pythonTests(text: string): FoundTest[] {
  const lines = withoutAliases(linesOf(text, LEXIS))
  const reader = new PythonReader(lines)
  for (let at = 0; at < lines.length; at++) at = reader.readAt(at)
  return reader.tests()
}

class PythonReader {
  readonly found = new Map<string, FoundTest>()
  readonly #lines: readonly Line[]
  readonly #helpers: ReadonlySet<string>
  readonly #marks: ReadonlyMap<string, TestState>
  /** How often each word occurs. */
  readonly #words = new Map<string, number>()
  readonly #blocks: Block[] = []
  /** The states in which functions that run before each test leave a class, or the module (""). */
  readonly #setups = new Map<string, TestState>()
  #decorators: Line[] = []

  constructor(lines: readonly Line[]) {
    this.#lines = lines
    this.#helpers = helpersIn(lines.flatMap(({ tokens }) => tokens))
    this.#marks = marksIn(lines)
    for (const { tokens } of lines)
      for (const { kind, text } of tokens) if (kind === 'word') this.#words.set(text, (this.#words.get(text) ?? 0) + 1)
  }

  /** Reads the statement that begins here, and returns its last line. */
  readAt(at: number): number {
    const line = this.#lines[at] ?? NO_LINE
    const blocks = this.#blocks
    while ((blocks.at(-1)?.indent ?? -1) >= line.indent) blocks.pop()
    const head = headOf(line)
    const end = head.kind === 'function' ? blockEnd(this.#lines, at) : at + 1
    if (head.kind === 'class') blocks.push(classOf(line, head.name, this.#state()))
    if (head.kind === 'condition') blocks.push(conditionOf(line, blocks))
    if (head.kind === 'other') forget(this.found, line, blocks)
    if (line.indent === 0) for (const test of importedTests(line, this.#words)) this.found.set(test.name, test)
    if (head.kind === 'function') this.#addFunction(head.name, at, end)
    if (head.kind === 'decorator') this.#decorators.push(line)
    else this.#decorators = []
    return end - 1
  }

  #addFunction(name: string, at: number, end: number): void {
    if (isTest(name, this.#blocks)) this.#addTest(name, at, end)
    else if (this.#isSetup(name)) this.#addSetup(at, end)
  }

  #addTest(title: string, at: number, end: number): void {
    const suites = names(this.#blocks)
    const inside = bodyOf(bodyTokens(this.#lines, at, end), this.#helpers)
    const marked = worst(this.#marks.get('') ?? 'runs', this.#marks.get(joined(suites)) ?? 'runs')
    const state = [this.#state(), marked].reduce(worst, inside.state)
    const name = joined([...suites, title])
    // The last of several definitions is the one that runs.
    this.found.set(name, { name, ...inside, state, rows: this.#decorators.some(isTable) })
  }

  /** A function that runs before each test of its class or module: if it skips, they are skipped. */
  #isSetup(name: string): boolean {
    const isFixture = this.#decorators.some(({ tokens }) => {
      const texts = tokens.map(({ text }) => text)
      return chainOf(tokens).includes('fixture') && texts[texts.indexOf('autouse') + 2] === 'True'
    })
    return isFixture || SETUP.test(name)
  }

  #addSetup(at: number, end: number): void {
    const { state } = bodyOf(bodyTokens(this.#lines, at, end), this.#helpers)
    const suite = joined(names(this.#blocks))
    if (state === 'skipped' || state === 'conditional')
      this.#setups.set(suite, worst(this.#setups.get(suite) ?? 'runs', state))
  }

  tests(): FoundTest[] {
    if (this.#setups.size === 0) return [...this.found.values()]
    const around = (name: string): TestState => {
      const suite = name.slice(0, Math.max(0, name.lastIndexOf(JOINT)))
      return worst(this.#setups.get('') ?? 'runs', this.#setups.get(suite) ?? 'runs')
    }
    return [...this.found.values()].map((test) => ({ ...test, state: worst(test.state, around(test.name)) }))
  }

  #state(): TestState {
    return worst(outer(this.#blocks), decorated(this.#decorators))
  }
}

/** Tests that a file takes from elsewhere run in it, too. A name that is used is a module or a helper. */
const importedTests = ({ tokens }: Line, words: ReadonlyMap<string, number>): FoundTest[] =>
  importsIn(tokens, /./).flatMap(([exported, name]) =>
    name.startsWith('test_') && words.get(name) === 1
      ? [{ name, body: `import ${exported}`, asserts: true, state: 'runs', rows: false }]
      : [],
  )

const SETUP = /^(?:setUp|setUpClass|setUpModule|setup_(?:module|class|method|function)|asyncSetUp)$/

const NO_LINE: Line = { indent: 0, tokens: [] }
const isTest = (name: string, blocks: readonly Block[]): boolean =>
  /^test/i.test(name) && (blocks.at(-1)?.tests ?? true)
const outer = (blocks: readonly Block[]): TestState => blocks.at(-1)?.state ?? 'runs'
const names = (blocks: readonly Block[]): string[] => blocks.flatMap(({ name }) => (name === null ? [] : [name]))

type Head = { kind: 'function' | 'class'; name: string } | { kind: 'decorator' | 'condition' | 'other' }

function headOf({ tokens }: Line): Head {
  const [first, second, third] = tokens.map(({ text }) => text)
  if (first === '@') return { kind: 'decorator' }
  if (first === 'def' && second !== undefined) return { kind: 'function', name: second }
  if (first === 'async' && second === 'def' && third !== undefined) return { kind: 'function', name: third }
  if (first === 'class' && second !== undefined) return { kind: 'class', name: second }
  return { kind: /^(?:if|elif|else|try|except|with|for|while)$/.test(first ?? '') ? 'condition' : 'other' }
}

/** Pytest looks into classes called Test…; unittest into those with a base class. */
const classOf = ({ indent, tokens }: Line, name: string, state: TestState): Block => ({
  indent,
  name,
  state,
  tests: /^Test/.test(name) || (tokens[2]?.text === '(' && tokens[3]?.text !== ')'),
})

function conditionOf({ indent, tokens }: Line, blocks: readonly Block[]): Block {
  const [first, second, third] = tokens.map(({ text }) => text)
  const isNever = first === 'if' && /^(?:False|0|None)$/.test(second ?? '') && third === ':'
  const mayNot = /^(?:if|elif|else|except|while)$/.test(first ?? '')
  const state = worst(outer(blocks), isNever ? 'skipped' : mayNot ? 'conditional' : 'runs')
  return { indent, name: null, state, tests: blocks.at(-1)?.tests ?? true }
}

/** A function's statements, with a mark after each; without its docstring. */
function bodyTokens(lines: readonly Line[], at: number, end: number): Token[] {
  const inline = afterSignature(lines[at]?.tokens ?? [])
  const statements = [...(inline.length > 0 ? [inline] : []), ...lines.slice(at + 1, end).map(({ tokens }) => tokens)]
  const isDoc = statements[0]?.length === 1 && statements[0][0]?.kind === 'string'
  return statements
    .slice(isDoc ? 1 : 0)
    .flatMap((tokens, i) => (i === 0 ? tokens : [{ kind: 'mark' as const, text: END_OF_LINE }, ...tokens]))
}

function afterSignature(tokens: readonly Token[]): Token[] {
  let depth = 0
  const colon = tokens.findIndex(({ kind, text }) => {
    if (kind !== 'mark') return false
    if ('([{'.includes(text)) depth++
    if (')]}'.includes(text)) depth--
    return text === ':' && depth === 0
  })
  return colon < 0 ? [] : tokens.slice(colon + 1)
}

const isTable = ({ tokens }: Line): boolean =>
  chainOf(tokens).at(-1) === 'parametrize' || chainOf(tokens).includes('expand')

/** The dotted name at the beginning of an expression. */
function chainOf(tokens: readonly Token[]): string[] {
  const open = tokens.findIndex(({ text }) => text === '(')
  return tokens.slice(0, open < 0 ? tokens.length : open).flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))
}

const decorated = (decorators: readonly Line[]): TestState =>
  decorators.map(({ tokens }) => markOf(tokens, chainOf(tokens).at(-1) ?? '')).reduce(worst, 'runs')

function markOf(tokens: readonly Token[], name: string): TestState {
  if (name === 'skip') return 'skipped'
  if (/^skip(?:if|If|Unless|_if|_unless)/.test(name)) return 'conditional'
  if (name === 'xfail' || name === 'expectedFailure') return 'expected to fail'
  return name === 'parametrize' && tokens.some(({ text }) => text === 'skip' || text === 'xfail')
    ? 'conditional'
    : 'runs'
}

/** Reads marks of whole modules (under "") and classes: `pytestmark = …`, `__test__ = False`, `pytest.skip(…)`. */
function marksIn(lines: readonly Line[]): Map<string, TestState> {
  const marks = new Map<string, TestState>()
  let className = { indent: -1, name: '' }
  for (const { indent, tokens } of lines) {
    if (indent <= className.indent) className = { indent: -1, name: '' }
    const texts = tokens.map(({ text }) => text)
    if (texts[0] === 'class' && indent === 0) className = { indent, name: texts[1] ?? '' }
    const state = moduleMark(texts, tokens, indent)
    if (state !== 'runs') marks.set(className.name, worst(marks.get(className.name) ?? 'runs', state))
  }
  return marks
}

function moduleMark(texts: readonly string[], tokens: readonly Token[], indent: number): TestState {
  if (texts[0] === 'pytestmark') return texts.map((text) => markOf(tokens, text)).reduce(worst, 'runs')
  if (texts[0] === '__test__' && texts[2] === 'False') return 'skipped'
  const call = texts.slice(0, 3).join('')
  if (indent > 0) return 'runs'
  if (call === 'pytest.skip' || texts.join('').startsWith('raiseunittest.SkipTest')) return 'skipped'
  return texts.includes('importorskip') ? 'conditional' : 'runs'
}

/** Follows `del test_a` and `test_a = …` after the definition. */
function forget(found: Map<string, FoundTest>, { tokens }: Line, blocks: readonly Block[]): void {
  const [first, second] = tokens.map(({ text }) => text)
  const taken = first === 'del' ? second : second === '=' ? first : undefined
  if (taken !== undefined) found.delete(joined([...names(blocks), taken]))
  const test = tokens[1]?.text === '.' && tokens[2]?.text === '__test__' ? found.get(first ?? '') : undefined
  if (test !== undefined) found.set(test.name, { ...test, state: 'skipped' })
}
