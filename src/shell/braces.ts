import { LIMITS, Refusal } from './limits.ts'
import type { Part } from './syntax.ts'

/** A brace, a comma or a part, in word order. */
type Item = '{' | ',' | '}' | Part

/** Expands `{a,b}` and `{1..3}` into words. Returns null for a long sequence, and throws a `Refusal` for a long list. */
export function expandBraces(parts: Part[]): Part[][] | null {
  if (!parts.some((part) => part.kind === 'text' && !part.quoted && part.text.includes('{'))) return [parts]
  const items = parts.flatMap(itemsOf)
  const braces = items.filter((item) => item === '{').length
  if (!items.includes('}')) return [parts]
  // Each brace scans for its closing brace, and braces nest, so their number is limited.
  const words = braces > LIMITS.braces ? null : expandItems(items, 0, items.length)
  if (words === null && (braces > LIMITS.braces || items.includes(','))) throw new Refusal('too-many', 0)
  // `{$,x}HOME` becomes `$HOME`, which is expanded after the braces.
  if (words !== null && words.length > 1 && parts.some((part) => part.kind === 'text' && part.text === '$')) return null
  return words?.map(joinText) ?? null
}

/** Joins text that braces kept apart, so that `{~,x}/a` is seen to start with a tilde. */
function joinText(parts: Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part.kind !== 'text' || part.quoted || last?.kind !== 'text' || last.quoted) joined.push(part)
    else joined[joined.length - 1] = { ...last, text: last.text + part.text }
  }
  return joined
}

function itemsOf(part: Part): Item[] {
  if (part.kind !== 'text' || part.quoted) return [part]
  return part.text
    .split(/([{,}])/)
    .filter((text) => text !== '')
    .map((text) => (text === '{' || text === ',' || text === '}' ? text : { ...part, text }))
}

function expandItems(items: Item[], from: number, to: number): Part[][] | null {
  let words: Part[][] = [[]]
  let start = from
  for (let at = from; at < to; at++) {
    const close = items[at] === '{' && !isEmptyPair(items, at, start) ? closeOf(items, at, to) : -1
    const choices = close < 0 ? undefined : choicesIn(items, at + 1, close)
    if (choices === null || words.length * (choices?.length ?? 1) > LIMITS.braceWords) return null
    words = followedBy(words, choices ?? [[asPart(items[at])]])
    if (choices === undefined) continue
    at = close
    start = close + 1
  }
  return words
}

/** `{}` is plain text at the start of a word. Elsewhere, as in `x{},a}`, the brace may be closed later. */
const isEmptyPair = (items: Item[], at: number, start: number): boolean => at === start && items[at + 1] === '}'

/** Index of the closing brace: as in bash, the first one after a comma or `..`. `{a},b}` expands to `a}` and `b`. */
function closeOf(items: Item[], open: number, to: number): number {
  let inside = 0
  let offers = false
  for (let at = open + 1; at < to; at++) {
    const item = items[at]
    if (item === '{') inside++
    else if (item === '}' && inside > 0) inside--
    else if (item === '}' && offers) return at
    else if (inside === 0) offers ||= item === ',' || hasDots(item)
  }
  return -1
}

const hasDots = (item: Item | undefined): boolean =>
  typeof item === 'object' && item.kind === 'text' && !item.quoted && item.text.includes('..')

/** Appends each choice to each word. A single choice is appended in place, so that long words stay cheap. */
function followedBy(words: Part[][], choices: Part[][]): Part[][] {
  const [only] = choices
  if (only === undefined || choices.length > 1) {
    return words.flatMap((word) => choices.map((choice) => [...word, ...choice]))
  }
  for (const word of words) for (const part of only) word.push(part)
  return words
}

/** The choices in a pair of braces; undefined if the braces are plain text, null if there are too many choices. */
function choicesIn(items: Item[], from: number, to: number): Part[][] | null | undefined {
  const commas = commasIn(items, from, to)
  if (commas.length === 0) return sequenceIn(items, from, to)
  const choices: Part[][] = []
  let start = from
  for (const end of [...commas, to]) {
    const words = expandItems(items, start, end)
    if (words === null || choices.length + words.length > LIMITS.braceWords) return null
    choices.push(...words)
    start = end + 1
  }
  return choices
}

function commasIn(items: Item[], from: number, to: number): number[] {
  const commas: number[] = []
  let inside = 0
  for (let at = from; at < to; at++) {
    if (items[at] === '{') inside++
    else if (items[at] === '}' && inside > 0) inside--
    else if (items[at] === ',' && inside === 0) commas.push(at)
  }
  return commas
}

const SEQUENCE = /^(?:(-?\d{1,15})\.\.(-?\d{1,15})|([A-Za-z])\.\.([A-Za-z]))(?:\.\.-?(\d{1,15}))?$/

function sequenceIn(items: Item[], from: number, to: number): Part[][] | null | undefined {
  const item = items[from]
  if (to - from !== 1 || typeof item !== 'object' || item.kind !== 'text' || item.quoted) return undefined
  const match = SEQUENCE.exec(item.text)
  if (match === null) return undefined
  const [, first, last, letter, lastLetter, by] = match
  const step = Math.max(1, Number(by ?? 1))
  if (letter !== undefined && lastLetter !== undefined) {
    return steps(letter.charCodeAt(0), lastLetter.charCodeAt(0), step, (code) => String.fromCharCode(code))
  }
  const width = [first, last].some((text) => /^-?0\d/.test(text ?? ''))
    ? Math.max(first?.length ?? 0, last?.length ?? 0)
    : 0
  return steps(Number(first), Number(last), step, (number) => String(number).padStart(width, '0'))
}

function steps(first: number, last: number, by: number, render: (number: number) => string): Part[][] | null {
  const count = Math.floor(Math.abs(last - first) / by) + 1
  if (count > LIMITS.braceWords) return null
  const sign = last < first ? -1 : 1
  return Array.from({ length: count }, (_, i) => [asPart(render(first + sign * i * by))])
}

const asPart = (item: Item | string | undefined): Part =>
  typeof item === 'object' ? item : { kind: 'text', text: item ?? '', quoted: false }
