import { LIMITS } from './limits.ts'
import type { Part } from './syntax.ts'

/** A brace, a comma, or anything else, in the order of the word. */
type Item = '{' | ',' | '}' | Part

/** The words that `{a,b}` and `{1..3}` make of one; null where they are too many to list. */
export function expandBraces(parts: Part[]): Part[][] | null {
  if (!parts.some((part) => part.kind === 'text' && !part.quoted && part.text.includes('{'))) return [parts]
  const items = parts.flatMap(itemsOf)
  const closes = closings(items)
  return closes.size === 0 ? [parts] : expandItems(items, 0, items.length, closes, 0)
}

function itemsOf(part: Part): Item[] {
  if (part.kind !== 'text' || part.quoted) return [part]
  return part.text
    .split(/([{,}])/)
    .filter((text) => text !== '')
    .map((text) => (text === '{' || text === ',' || text === '}' ? text : { ...part, text }))
}

/** For each opening brace, where it closes. */
function closings(items: Item[]): Map<number, number> {
  const open: number[] = []
  const closes = new Map<number, number>()
  items.forEach((item, i) => {
    if (item === '{') open.push(i)
    const from = item === '}' ? open.pop() : undefined
    if (from !== undefined) closes.set(from, i)
  })
  return closes
}

function expandItems(items: Item[], from: number, to: number, closes: Map<number, number>, depth: number) {
  let words: Part[][] = [[]]
  for (let at = from; at < to; at++) {
    const close = items[at] === '{' ? (closes.get(at) ?? at) : at
    const choices = close === at ? undefined : choicesIn(items, at + 1, close, closes, depth)
    if (choices === null || words.length * (choices?.length ?? 1) > LIMITS.braceWords) return null
    words = followedBy(words, choices ?? [[asPart(items[at])]])
    if (choices !== undefined) at = close
  }
  return words
}

/** Each word with each choice behind it. Alone, a choice is added in place: long words stay cheap. */
function followedBy(words: Part[][], choices: Part[][]): Part[][] {
  const [only] = choices
  if (only === undefined || choices.length > 1) {
    return words.flatMap((word) => choices.map((choice) => [...word, ...choice]))
  }
  for (const word of words) for (const part of only) word.push(part)
  return words
}

/** What one pair of braces offers; undefined where it is text, null where it offers too much. */
function choicesIn(items: Item[], from: number, to: number, closes: Map<number, number>, depth: number) {
  if (depth > LIMITS.depth) return null
  const commas = commasIn(items, from, to, closes)
  if (commas.length === 0) return sequenceIn(items, from, to)
  if (commas.length > LIMITS.braceWords) return null
  const choices: Part[][] = []
  for (const [i, end] of [...commas, to].entries()) {
    const words = expandItems(items, i === 0 ? from : (commas[i - 1] ?? 0) + 1, end, closes, depth + 1)
    if (words === null) return null
    choices.push(...words)
  }
  return choices
}

function commasIn(items: Item[], from: number, to: number, closes: Map<number, number>): number[] {
  const commas: number[] = []
  for (let at = from; at < to; at++) {
    if (items[at] === ',') commas.push(at)
    if (items[at] === '{') at = closes.get(at) ?? at
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
