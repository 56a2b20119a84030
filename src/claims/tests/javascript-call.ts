import type { TestState } from './found-test.ts'
import { type Meaning, NAME, type Range, SUITE, usualMeaning } from './meaning.ts'
import type { RunnerNames } from './runner-names.ts'
import { MODIFIERS } from './runners.ts'
import type { Closing, Token } from './token.ts'

/**
 * A call that declares a test or a suite. `isNamed`: the body is a function defined elsewhere. `wrapper`: the body of the
 * function of this file that declares it under the title that it is given.
 */
export type Call = {
  kind: 'test' | 'suite'
  title: string
  state: TestState
  only: boolean
  rows: boolean
  body: (Range & { isNamed: boolean }) | null
  wrapper: Range | null
  /** The positions of its parentheses. */
  open: number
  end: number
}

/** Objects whose methods declare tests: `t.test`, `test.describe`. */
const OWNER = /^(?:t|tt|tap|test|suite|ctx|context|describe|it)$/

const MAX_TITLE = 40

type Modifiers = { words: string[]; open: number; suite: boolean }
/** `isStrict`: only modifiers may follow the name. */
type Head = { meaning: Meaning; next: number; isStrict: boolean }

/** Reads the declaration that begins here; null if there is none. */
export function callAt(tokens: readonly Token[], closing: Closing, at: number, names: RunnerNames): Call | null {
  const head = headAt(tokens, at, names)
  if (head === null) return null
  const { meaning, isStrict } = head
  const modifiers = modifiersAt(tokens, closing, head.next, isStrict)
  if (modifiers === null) return null
  const { words, open } = modifiers
  const end = closing.get(open) ?? tokens.length
  const [title, ...others] = argumentsOf(tokens, closing, open, end)
  if (title === undefined) return null
  const titled = titleOf(tokens, closing, title)
  if (titled.isBody && !words.every(isModifier)) return null
  const marks = [...meaning.marks, ...words, ...[title, ...others].flatMap((part) => optionsIn(tokens, part))]
  const body = functionIn(tokens, closing, titled.isBody ? [...others, title] : others)
  const isInline = body !== null && !body.isNamed && tokens[title.from]?.kind === 'string'
  if (!meaning.isSure && !isInline) return null
  return {
    kind: modifiers.suite || meaning.kind === 'suite' ? 'suite' : 'test',
    title: titled.text,
    state: stateOf([...marks, ...marksAfter(tokens, end)]),
    only: marks.includes('only') || marks.includes('solo'),
    rows: words.includes('each') || words.includes('for') || titled.isComputed,
    body: body ?? argumentsFor(meaning, modifiers.open, end),
    wrapper: meaning.wrapper,
    open,
    end,
  }
}

/** The arguments stand for the body if a function of the file has it. */
const argumentsFor = ({ wrapper }: Meaning, open: number, end: number): Call['body'] =>
  wrapper === null ? null : { from: open + 1, to: end, isNamed: true }

function headAt(tokens: readonly Token[], at: number, names: RunnerNames): Head | null {
  const word = tokens[at]
  if (word?.kind !== 'word') return null
  const before = tokens[at - 1]?.text ?? ''
  const isAsConst = before === 'const' && tokens[at - 2]?.text === 'as'
  if (/^(?:function|const|let|var|import|as|class)$/.test(before) && !isAsConst) return null
  const usual = usualMeaning(word.text)
  if (before === '.' && (usual === null || !OWNER.test(tokens[at - 2]?.text ?? ''))) return null
  const found = before === '.' ? null : names.headAt(at)
  if (found !== null) return { ...found, isStrict: usual === null || !found.meaning.isSure }
  return usual === null || (before !== '.' && names.isHidden(at))
    ? null
    : { meaning: usual, next: at + 1, isStrict: false }
}

const UNNAMED = '(no title)'

/** `scenario.parts.filter((part) => …)` declares nothing. */
const isModifier = (word: string): boolean => MODIFIERS.has(word) || NAME.test(word)

type Title = { text: string; isComputed: boolean; isBody: boolean }

/** Reads a title, or the name in `test({ name: 'adds', fn() {} })` and `test(function adds() {})`. */
function titleOf(tokens: readonly Token[], closing: Closing, part: Range): Title {
  if (isMark(tokens[part.from], '{') || bodyStart(tokens, closing, part) !== null) {
    const options = tokens.slice(part.from, Math.min(part.to, part.from + MAX_OPTIONS))
    const key = options.findIndex(({ text }, i) => /^(?:name|title)$/.test(text) && isMark(options[i + 1], ':'))
    const after = options.findIndex(({ text }) => text === 'function')
    const name = options[isMark(tokens[part.from], '{') ? key + 2 : after + 1]
    return { text: name?.kind === 'mark' ? UNNAMED : (name?.text ?? UNNAMED), isComputed: false, isBody: true }
  }
  const isWords = isComputed(tokens, part)
  return { text: isWords ? `\${${titleIn(tokens, part)}}` : titleIn(tokens, part), isComputed: isWords, isBody: false }
}

/** Reads what follows a declaration: `test('adds', …).skip()`. */
function marksAfter(tokens: readonly Token[], end: number): string[] {
  const word = tokens[end + 2]?.text ?? ''
  const isCall = (isMark(tokens[end + 1], '.') || isMark(tokens[end + 1], '->')) && isMark(tokens[end + 3], '(')
  return isCall && /^(?:skip|todo|fails)$/.test(word) ? [word] : []
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
  if (marks.some((word) => /^(?:skip|todo|fixme|ignore)$/.test(word))) return 'skipped'
  if (marks.some((word) => /^(?:fails|failing|fail|expectFailure)$/.test(word))) return 'expected to fail'
  return marks.some((word) => /^(?:skipIf|runIf|todoIf|if|skip\?|todo\?|ignore\?)$/.test(word)) ? 'conditional' : 'runs'
}

/** Reads `.skip`, `.each(table)`, `.each<Row>` and the like, up to the parenthesis before the title. */
function modifiersAt(tokens: readonly Token[], closing: Closing, from: number, isStrict: boolean): Modifiers | null {
  const words: string[] = []
  let at: number | null = from
  for (let steps = 0; at !== null && steps < MAX_STEPS; steps++) {
    const close: number = closing.get(at) ?? tokens.length
    if (isMark(tokens[at], '(') && !isMark(tokens[close + 1], '('))
      return { words, open: at, suite: words.some((word) => SUITE.test(word)) }
    const word: Token | undefined = isMark(tokens[at], '.') ? tokens[at + 1] : undefined
    if (word !== undefined && isStrict && !isModifier(word.text)) return null
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
    if (!/^(?:skip|todo|only|fails|ignore|expectFailure)$/.test(text) || options[at + 1]?.text !== ':') return []
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
  if (named !== undefined) return { ...named, isNamed: true }
  const object = parts.findLast((part) => isWithFunction(tokens, part))
  return object === undefined ? null : { from: object.from + 1, to: object.to - 1, isNamed: false }
}

/** True for `{ name: 'adds', fn() {} }`. */
const isWithFunction = (tokens: readonly Token[], { from, to }: Range): boolean =>
  isMark(tokens[from], '{') &&
  tokens.slice(from, Math.min(to, from + MAX_OPTIONS)).some(({ text }) => /^(?:fn|function|=>)$/.test(text))

/** The position after a function's arrow or parameters; null if the argument is no function. */
function bodyStart(tokens: readonly Token[], closing: Closing, { from, to }: Range): number | null {
  const isFunction = [tokens[from]?.text, tokens[from + 1]?.text].includes('function')
  for (let at = from; at < to; at++) {
    if (isMark(tokens[at], '=>')) return at + 1
    const close = closing.get(at)
    // Dart has functions without an arrow.
    if (at === from && isMark(tokens[at], '(') && isMark(tokens[(close ?? at) + 1], '{')) return (close ?? at) + 1
    if (isFunction && isMark(tokens[at], '(')) return (close ?? at) + 1
    at = close ?? at
  }
  return null
}
