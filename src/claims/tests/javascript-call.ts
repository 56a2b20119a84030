import type { TestState } from './found-test.ts'
import type { Closing, Token } from './token.ts'

/** Tokens from one position up to another. */
type Range = { from: number; to: number }

/** A call that declares a test or a suite. `isNamed`: the body is a function defined elsewhere. */
export type Call = {
  kind: 'test' | 'suite'
  title: string
  state: TestState
  only: boolean
  rows: boolean
  body: (Range & { isNamed: boolean }) | null
  end: number
}

const NAME = /^([xf]?)(it|test|specify|scenario|describe|context|suite|feature)$/
const MAX_NAME = 10
const SUITE = /^(?:describe|context|suite|feature)$/
/** Objects whose methods declare tests: `t.test`, `test.describe`, `Deno.test`. */
const OWNER = /^(?:t|tt|tap|Deno|QUnit|test|suite|ctx|context|describe|it)$/

const MAX_TITLE = 40

type Modifiers = { words: string[]; open: number; suite: boolean }

const nameOf = (word: Token | undefined): RegExpExecArray | null =>
  word?.kind === 'word' && word.text.length < MAX_NAME ? NAME.exec(word.text) : null

/** Reads the declaration that begins here; null if there is none. */
export function callAt(tokens: readonly Token[], closing: Closing, at: number): Call | null {
  const named = nameOf(tokens[at])
  if (named === null) return null
  const before = tokens[at - 1]?.text
  if (/^(?:function|const|let|var|import|as|class)$/.test(before ?? '')) return null
  if (before === '.' && !OWNER.test(tokens[at - 2]?.text ?? '')) return null
  const modifiers = modifiersAt(tokens, closing, at + 1)
  if (modifiers === null) return null
  const [, prefix = '', base = ''] = named
  const { words, open } = modifiers
  const end = closing.get(open) ?? tokens.length
  const [title, ...others] = argumentsOf(tokens, closing, open, end)
  if (title === undefined) return null
  const marks = [...words, ...others.flatMap((part) => optionsIn(tokens, part))]
  const kind = modifiers.suite || SUITE.test(base) ? 'suite' : 'test'
  return {
    kind,
    title: isComputed(tokens, title) ? `\${${titleIn(tokens, title)}}` : titleIn(tokens, title),
    state: prefix === 'x' ? 'skipped' : stateOf(marks),
    only: prefix === 'f' || marks.includes('only'),
    rows: words.includes('each') || words.includes('for') || isComputed(tokens, title),
    body: functionIn(tokens, closing, others),
    end,
  }
}

const titleIn = (tokens: readonly Token[], { from, to }: Range): string =>
  tokens
    .slice(from, Math.min(to, from + MAX_TITLE))
    .map(({ text }) => text)
    .join('')

/** True for `test(name, …)`, which declares one test per row of a loop. */
function isComputed(tokens: readonly Token[], { from, to }: Range): boolean {
  // No copy of the range: of a call that is never closed, it is the rest of the file.
  for (let at = from; at < to; at++) if (tokens[at]?.kind !== 'word' && tokens[at]?.text !== '.') return false
  return !isFunction(tokens[from])
}

const isFunction = (token: Token | undefined): boolean => /^(?:async|function)$/.test(token?.text ?? '')

function stateOf(marks: readonly string[]): TestState {
  if (marks.some((word) => /^(?:skip|todo|fixme)$/.test(word))) return 'skipped'
  if (marks.some((word) => /^(?:fails|failing|fail)$/.test(word))) return 'expected to fail'
  return marks.some((word) => /^(?:skipIf|runIf|skip\?|todo\?)$/.test(word)) ? 'conditional' : 'runs'
}

/** Reads `.skip`, `.each(table)`, `.each<Row>` and the like, up to the parenthesis before the title. */
function modifiersAt(tokens: readonly Token[], closing: Closing, from: number): Modifiers | null {
  const words: string[] = []
  let at: number | null = from
  for (let steps = 0; at !== null && steps < MAX_STEPS; steps++) {
    const close: number = closing.get(at) ?? tokens.length
    if (isMark(tokens[at], '(') && !isMark(tokens[close + 1], '('))
      return { words, open: at, suite: words.some((word) => SUITE.test(word)) }
    const word: Token | undefined = isMark(tokens[at], '.') ? tokens[at + 1] : undefined
    if (word !== undefined) words.push(word.text)
    at = word === undefined ? afterPart(tokens, closing, at) : afterWord(word, at)
  }
  return null
}

const afterWord = ({ kind, text }: Token, at: number): number | null =>
  kind === 'word' && !NOT_MODIFIER.test(text) ? at + 2 : null

const NOT_MODIFIER = /^(?:test|it|step|beforeEach|afterEach|beforeAll|afterAll|use|extend|setTimeout|configure)$/

/** Steps over a table, a type or a group of arguments; null if something else stands here. */
function afterPart(tokens: readonly Token[], closing: Closing, at: number): number | null {
  const token = tokens[at]
  if (token?.kind === 'string') return at + 1
  if (isMark(token, '<')) return afterTypes(tokens, at)
  return isMark(token, '(') || isMark(token, '{') ? (closing.get(at) ?? at) + 1 : null
}

const MAX_STEPS = 40

function afterTypes(tokens: readonly Token[], from: number): number {
  let depth = 0
  for (let at = from; at < tokens.length && at < from + MAX_TYPE; at++) {
    if (tokens[at]?.text === '<') depth++
    if (tokens[at]?.text === '>' && --depth === 0) return at + 1
  }
  return from + 1
}

const MAX_TYPE = 200

/** Splits the arguments of a call at its own commas. Steps over brackets, so nested calls cost nothing. */
function argumentsOf(tokens: readonly Token[], closing: Closing, open: number, end: number): Range[] {
  const parts: Range[] = []
  let from = open + 1
  for (let at = open + 1; at < end; at++) {
    if (isMark(tokens[at], ',')) {
      parts.push({ from, to: at })
      from = at + 1
    } else at = closing.get(at) ?? at
  }
  return [...parts, { from, to: end }].filter((part) => part.from < part.to)
}

const isMark = (token: Token | undefined, text: string): boolean => token?.kind === 'mark' && token.text === text

const MAX_OPTIONS = 100

/** Reads `{ skip: true, only: true }`; `skip?` stands for a value that is computed. */
function optionsIn(tokens: readonly Token[], { from, to }: Range): string[] {
  if (!isMark(tokens[from], '{')) return []
  const options = tokens.slice(from, Math.min(to, from + MAX_OPTIONS))
  return options.flatMap(({ text }, at) => {
    if (!/^(?:skip|todo|only|fails|expectFailure)$/.test(text) || options[at + 1]?.text !== ':') return []
    const value = options[at + 2]
    if (value?.text === 'false' || value?.text === 'undefined') return []
    if (text === 'expectFailure') return ['fails']
    const isComputed = value?.kind === 'word' && value.text !== 'true'
    return [isComputed && text !== 'only' && text !== 'fails' ? `${text}?` : text]
  })
}

/** Finds the function among a test's arguments; null if there is none. */
function functionIn(tokens: readonly Token[], closing: Closing, parts: readonly Range[]): Call['body'] {
  for (const part of parts) {
    const from = bodyStart(tokens, closing, part)
    if (from === null) continue
    const isBlock = isMark(tokens[from], '{') && closing.get(from) === part.to - 1
    return isBlock ? { from: from + 1, to: part.to - 1, isNamed: false } : { from, to: part.to, isNamed: false }
  }
  const named = parts.find(({ from }) => tokens[from]?.kind === 'word')
  return named === undefined ? null : { ...named, isNamed: true }
}

/** The position after a function's arrow or parameters; null if the argument is no function. */
function bodyStart(tokens: readonly Token[], closing: Closing, { from, to }: Range): number | null {
  const isFunction = [tokens[from]?.text, tokens[from + 1]?.text].includes('function')
  for (let at = from; at < to; at++) {
    if (isMark(tokens[at], '=>')) return at + 1
    const close = closing.get(at)
    if (isFunction && isMark(tokens[at], '(')) return (close ?? at) + 1
    at = close ?? at
  }
  return null
}
