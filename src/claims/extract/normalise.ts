import { isInvisible, isMarked } from './lexicon/properties.ts'
import { LIMITS } from './limits.ts'

/** The text as a reader sees it, with the original position of each character. */
export type Normal = {
  text: string
  /** Start and end of each character in the original. */
  starts: Uint32Array
  ends: Uint32Array
}

/** Maps a range of the normalised text to the original. */
export const spanIn = ({ starts, ends }: Normal, from: number, to: number): { start: number; end: number } => ({
  start: starts[from] ?? 0,
  end: ends[to - 1] ?? 0,
})

/** Extends a range of the original to the whole of a link that it begins or ends with: brackets and address are not read. */
export function withLinks(
  text: string,
  { start, end }: { start: number; end: number },
): { start: number; end: number } {
  const last = text.slice(Math.max(0, start - 1), end).lastIndexOf('[') + Math.max(0, start - 1)
  const [first, final] = [linkFrom(text, start - 1), linkFrom(text, last)]
  return {
    start: first !== null && first.closing <= end ? start - 1 : start,
    end: final !== null && final.closing === end ? final.to : end,
  }
}

const LETTER = /[a-z]/i
const JAMO = /[\u1100-\u11ff]/
const QUOTES: Readonly<Record<string, string>> = { '‘': "'", '’': "'", ʼ: "'", '‛': "'", '`': '`' }
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/iy
/** Longer comments are read, so that a missing end hides nothing. */
const COMMENT_LENGTH = 4000
const LINK = /\[([^[\]\n]{0,200})\]\([^()\s]{0,300}\)/y
const TAG = /<\/?[a-z][a-z0-9]{0,15}(?:\s[^<>\n]{0,200})?\/?>/iy

/**
 * Removes invisible characters and tags, and gives look-alikes one spelling: widths, ligatures, entities, apostrophes. Keeps
 * case and line breaks.
 */
export function normalise(text: string): Normal {
  const end = Math.min(text.length, LIMITS.textLength)
  const normal = new Normalised(end)
  const glued = gluedTicks(text)
  const links = new Map<number, number>()
  for (let at = 0; at < end; ) {
    const plain = plainEnd(text, at, end)
    if (plain > at) {
      normal.copy(text, at, plain)
      at = plain
      continue
    }
    linkAt(text, at, links)
    const skipped = glued.has(at) ? at + 1 : links.get(at)
    const { to, read } = skipped !== undefined ? { to: skipped, read: '' } : next(text, at, end)
    normal.add(read, at, to)
    at = to
  }
  return normal.done()
}

/** Letters, digits, spaces and signs without special meaning here, in the scripts of our languages: copied unchanged. */
const PLAIN = new Uint8Array(0x10000)
for (const [from, to] of [
  [0xc0, 0xff],
  [0x400, 0x481],
  [0x3001, 0x3002],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
] as const)
  PLAIN.fill(1, from, to + 1)
for (const char of ' \n\t!"#$%\'(),-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz{|}~+>')
  PLAIN[char.charCodeAt(0)] = 1

/** The end of a run of plain characters; the last one is left out if it may carry a combining mark. */
function plainEnd(text: string, at: number, end: number): number {
  let to = at
  while (to < end && PLAIN[text.charCodeAt(to)] === 1) to++
  return to > at && to < text.length && text.charCodeAt(to) > 0x2ff ? to - 1 : to
}

/** The output so far. Most messages do not get longer when normalised. */
class Normalised {
  readonly #parts: string[] = []
  #starts: Uint32Array
  #ends: Uint32Array
  #length = 0

  constructor(length: number) {
    this.#starts = new Uint32Array(length + 16)
    this.#ends = new Uint32Array(length + 16)
  }

  /** Copies characters unchanged. */
  copy(text: string, from: number, to: number): void {
    this.#room(to - from)
    this.#parts.push(text.slice(from, to))
    for (let at = from; at < to; at++) {
      this.#starts[this.#length] = at
      this.#ends[this.#length] = at + 1
      this.#length++
    }
  }

  add(read: string, from: number, to: number): void {
    this.#room(read.length)
    this.#parts.push(read)
    for (let i = 0; i < read.length; i++) {
      this.#starts[this.#length] = from
      this.#ends[this.#length] = to
      this.#length++
    }
  }

  done(): Normal {
    const [starts, ends] = [this.#starts.subarray(0, this.#length), this.#ends.subarray(0, this.#length)]
    return { text: this.#parts.join(''), starts, ends }
  }

  #room(length: number): void {
    const needed = this.#length + length
    if (needed <= this.#starts.length) return
    this.#starts = grown(this.#starts, needed * 2)
    this.#ends = grown(this.#ends, needed * 2)
  }
}

function grown(old: Uint32Array, length: number): Uint32Array {
  const more = new Uint32Array(length)
  more.set(old)
  return more
}

/** Records where a link's brackets and address are, so that only its text is read. */
function linkAt(text: string, at: number, links: Map<number, number>): void {
  const link = linkFrom(text, at)
  if (link !== null) links.set(at, at + 1).set(link.closing, link.to)
}

/** The closing bracket and the end of a link that begins at `at`; null if none does. */
function linkFrom(text: string, at: number): { closing: number; to: number } | null {
  if (text[at] !== '[') return null
  LINK.lastIndex = at
  const found = LINK.exec(text)
  return found === null ? null : { closing: at + 1 + (found[1]?.length ?? 0), to: at + found[0].length }
}

type NormaliseStep = { to: number; read: string }

/** Normalises the next character of the original together with its marks. */
function next(text: string, at: number, end: number): NormaliseStep {
  const code = text.charCodeAt(at)
  if (code === 0x26) return entityAt(text, at)
  if (code === 0x3c) return tagAt(text, at)
  const marked = at + 1 < end && text.charCodeAt(at + 1) > 0x2ff && isMarked(text[at + 1] ?? '')
  if (code < 0x7f && !marked) return { to: at + 1, read: plain(text, at) }
  const to = clusterEnd(text, at, end)
  return { to, read: spelled(text.slice(at, to)) }
}

/** Drops emphasis markup, but keeps the star that begins a bullet. */
function plain(text: string, at: number): string {
  const char = text[at] ?? ''
  if (char === '\r') return ''
  // "STORY_COMPLETE" is two words; elsewhere an underscore is emphasis or part of a name.
  if (char === '_') return isCapital(text[at - 1]) && isCapital(text[at + 1]) ? ' ' : ''
  if (char !== '*') return char
  return /\s/.test(text[at + 1] ?? '') && /(?:^|\n)\s{0,12}$/.test(text.slice(Math.max(0, at - 13), at)) ? '*' : ''
}

const isCapital = (char = ''): boolean => char >= 'A' && char <= 'Z'

/** Finds backticks inside a word: `Ship` with `ped` glued to it is one word, not a code span. */
function gluedTicks(text: string): Set<number> {
  const glued = new Set<number>()
  for (const found of text.matchAll(/`[^`\n]{1,60}`/g)) {
    const [open, close] = [found.index, found.index + found[0].length - 1]
    const isGlued = LETTER.test(text[close + 1] ?? '') || LETTER.test(text[open - 1] ?? '')
    if (isGlued) glued.add(open).add(close)
  }
  return glued
}

/** The end of a character with its marks, or of a jamo syllable; at most 16 code units. */
function clusterEnd(text: string, at: number, end: number): number {
  let to = at + charLength(text, at)
  const isJamo = JAMO.test(text[at] ?? '')
  while (to < end && to - at < 16) {
    const char = text.slice(to, to + charLength(text, to))
    if (!(isJamo ? JAMO.test(char) : isMarked(char)) || isInvisible(char)) break
    to += char.length
  }
  return to
}

const charLength = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

function spelled(cluster: string): string {
  const quote = QUOTES[cluster]
  if (quote !== undefined) return quote
  const first = cluster.slice(0, charLength(cluster, 0))
  if (isInvisible(first) || isMarked(first)) return ''
  const whole = cluster.normalize('NFKC')
  if (first.length === cluster.length || JAMO.test(first)) return whole.slice(0, 4)
  // Marks that do not combine into a letter only disguise the base letter.
  return isMarked(whole) ? first.normalize('NFKC').slice(0, 4) : whole.slice(0, 4)
}

function entityAt(text: string, at: number): NormaliseStep {
  ENTITY.lastIndex = at
  const found = ENTITY.exec(text)
  if (found === null) return { to: at + 1, read: '&' }
  const [all, decimal, hex, name] = found
  const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16)
  const read = name === undefined ? charOf(code) : ENTITIES[name.toLowerCase()]
  return read === undefined ? { to: at + 1, read: '&' } : { to: at + all.length, read }
}

function charOf(code: number): string | undefined {
  if (!(code > 0 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) return undefined
  const char = String.fromCodePoint(code)
  return isInvisible(char) ? '' : char.normalize('NFKC').slice(0, 4)
}

/** Drops a tag or comment, which is markup, and anything that looks like one (`<path>`). */
function tagAt(text: string, at: number): NormaliseStep {
  const comment = text.startsWith('<!--', at) ? text.slice(at, at + COMMENT_LENGTH).indexOf('-->') : -1
  if (comment > 0) return { to: at + comment + 3, read: '' }
  TAG.lastIndex = at
  const found = TAG.exec(text)
  return found === null ? { to: at + 1, read: '<' } : { to: at + found[0].length, read: '' }
}
