import { classAt } from './lexicon/chars.ts'
import { isAscii, isPicture } from './lexicon/properties.ts'
import { apart } from './lexicon/units.ts'

export type UnitKind = 'word' | 'number' | 'code' | 'quote' | 'sign'

/** The smallest piece to look up: a word, a character in a script without spaces, or a sign. */
export type Unit = {
  kind: UnitKind
  text: string
  from: number
  to: number
  /** True if a hyphen follows: `done` in `done-for-you`. */
  hyphen?: true
}

/** `closed`: quotations are single units. `open`: they are read like other text, because the whole message is a quotation. */
export type Quotes = 'closed' | 'open'

/** Opening quotation marks with their closing marks. */
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“',
  '«': '»',
  '「': '」',
  '『': '』',
  '‹': '›',
  '《': '》',
}
const QUOTE_LENGTH = 600
const RUN_LENGTH = 200
const PATTERN_LENGTH = 64
/** Units in a run without spaces that may begin a path or name. In `a:b:c:…` every letter could, and each look reads on. */
const NAME_REACH = 16

/** A path contains at least one of these. */
const NAMING = /[/\\.:@#$%=-]|[a-z][A-Z]/
/** Matches ASCII paths and names; most contain nothing else. The pattern for all scripts is slow to compile. */
const PLAIN_PATH =
  /:\/\/|^[.~]{0,2}\/|[/\\][^/\\]*[/\\.]|^[A-Za-z\d@][^/]*\.[A-Za-z][A-Za-z\d]{0,7}$|^[a-z]+[A-Z]\w*$|::|^[@#$%][A-Za-z]|^-{1,2}[A-Za-z]|=\S/

/** `status=done`: a status line, not a setting. */
const STATUS = /^(?:status|state|result|outcome|tests?|build|lint|typecheck|ci|deploy|task)=[a-z]+$/i

/** Characters that end a run without spaces. */
const STOPS = new Set([
  '"',
  '“',
  '”',
  '„',
  '«',
  '»',
  '「',
  '」',
  '『',
  '』',
  '`',
  ',',
  ';',
  '(',
  ')',
  '<',
  '>',
  '[',
  ']',
  '{',
  '}',
  '。',
  '、',
])
/** Signs used as letters inside a word. */
const DISGUISES = new Set(['@', '$', '!', '|'])

/** Splits a range of normalised text into units. File names, commands and quotations are single units. */
export function scan(text: string, from: number, to: number, quotes: Quotes = 'closed'): Unit[] {
  const units: Unit[] = []
  /** The number of units before the current run, or up to the last name in it. */
  let before = 0
  for (let at = from; at < to; ) {
    if (endsRun(text, at)) before = units.length
    const found = unitsAt(text, at, to, quotes, units.length - before < NAME_REACH)
    for (const unit of found.units) units.push(unit)
    if (units.at(-1)?.kind === 'code') before = units.length
    at = Math.max(found.next, at + 1)
  }
  return units
}

/** True if the character ends a run without spaces. */
function endsRun(text: string, at: number): boolean {
  const kind = classAt(text, at)
  return kind === 'space' || kind === 'single' || (kind === 'other' && STOPS.has(text[at] ?? ''))
}

type ScanHit = { units: Unit[]; next: number }

function unitsAt(text: string, at: number, to: number, quotes: Quotes, mayName: boolean): ScanHit {
  const char = text[at] ?? ''
  const kind = classAt(text, at)
  if (kind === 'space') return { units: [], next: at + 1 }
  if (kind === 'single') return one('word', char, at, at + 1)
  const begins = at === 0 || !isWordy(text, at - 1)
  const name = (): ScanHit | null => (mayName && begins ? named(text, at, to) : null)
  if (kind !== 'other') return name() ?? (begins ? spaced(text, at, to) : null) ?? worded(text, at, to)
  const quote = quotes === 'closed' ? quoted(text, at, to) : null
  return quote ?? (opensName(text, at) ? name() : null) ?? sign(text, at)
}

/** True for signs that begin a path, an option or a tag. */
const opensName = (text: string, at: number): boolean =>
  (/^(?:[.~]{0,2}\/|[@#$%]|-{1,2})$/.test(text.slice(at, at + 1)) && (isWordy(text, at + 1) || text[at + 1] === '-')) ||
  /^[.~]{1,2}\//.test(text.slice(at, at + 3))

const isWordy = (text: string, at: number): boolean => {
  const kind = classAt(text, at)
  return kind === 'letter' || kind === 'digit'
}

const one = (kind: UnitKind, text: string, from: number, to: number): ScanHit => ({
  units: [{ kind, text, from, to }],
  next: to,
})

/** Reads a code span or a quotation, whose content is not the agent's own statement. */
function quoted(text: string, at: number, to: number): ScanHit | null {
  const char = text[at] ?? ''
  const closing = char === '`' ? '`' : CLOSING[char]
  const isSingle = char === "'" && /[\s(:]|^/.test(text[at - 1] ?? ' ')
  if (closing === undefined && !isSingle) return null
  const limit = Math.min(to, at + QUOTE_LENGTH)
  const end = isSingle ? singleEnd(text, at, limit) : text.slice(at + 1, limit).indexOf(closing ?? '') + at + 1
  if (end <= at + 1) return null
  const inner = text.slice(at + 1, end)
  return one(char === '`' ? 'code' : 'quote', inner, at, end + 1)
}

/** Treats a Korean letter as a space: particles directly follow the quoted word, as in `'완료'로`. */
const joined = (char = ' '): string => (/\p{sc=Hangul}/u.test(char) ? ' ' : char)

/** The end of a quotation like `'so'`: an apostrophe inside a word does not close it. */
function singleEnd(text: string, at: number, limit: number): number {
  for (let i = at + 1; i < limit; i++) {
    if (text[i] === '\n') return -1
    if (text[i] === "'" && !/[\p{L}\p{N}]/u.test(joined(text[i + 1]))) return i
  }
  return -1
}

/** Reads a URL, path, option or identifier. */
function named(text: string, at: number, to: number): ScanHit | null {
  const end = runEnd(text, at, to)
  if (end === null) return null
  const run = text.slice(at, end).replace(/(?<![.:!?*~'…])[.:!?*~'…]+$/, '')
  if (run.length < 3 || !NAMING.test(run) || STATUS.test(run) || !isPath(run)) return null
  return one('code', run, at, at + run.length)
}

const isPath = (run: string): boolean => (isAscii(run) ? PLAIN_PATH.test(run) : pathOfAnyScript(run))

const pathOfAnyScript = (run: string): boolean =>
  /:\/\/|^[.~]{0,2}\/|[/\\][^/\\]*[/\\.]|^[\p{L}\p{N}@][^/]*\.\p{L}[\p{L}\p{N}]{0,7}$|::|^[@#$%]\p{L}|^-{1,2}\p{L}|=\S/u.test(
    run,
  )

/** The end of a run without spaces; null if it is only a word. */
function runEnd(text: string, at: number, to: number): number | null {
  const limit = Math.min(to, at + RUN_LENGTH)
  let plain = true
  let end = at
  for (; end < limit; end++) {
    if (endsRun(text, end)) break
    const kind = classAt(text, end)
    const code = text.charCodeAt(end)
    plain &&= kind === 'letter' && (end === at || code < 0x41 || code > 0x5a)
  }
  return plain ? null : end
}

/** Reads `d o n e` as one word. */
function spaced(text: string, at: number, to: number): ScanHit | null {
  const sign = text[at + 1] ?? ''
  // At least two letters, each followed by the same sign.
  if (!' .·|\n-'.includes(sign) || sign !== text[at + 3] || !isWordy(text, at + 2)) return null
  const found = spacedAt(text.slice(at, Math.min(to, at + PATTERN_LENGTH)))
  if (found === undefined || [...found].some((char) => classAt(char, 0) === 'single')) return null
  return one('word', found.replace(/[^\p{L}]/gu, '').toLowerCase(), at, at + found.length)
}

const spacedAt = (text: string): string | undefined =>
  /^\p{L}([ .·|\n-])\p{L}(?:\1\p{L}){2,30}(?![\p{L}\p{N}])/u.exec(text)?.[0]

/** The end of a number, which may contain points and commas; `at` if letters follow: `3rd`. */
function numberAt(text: string, at: number, to: number): number {
  const limit = Math.min(to, at + PATTERN_LENGTH)
  const isDigit = (i: number): boolean => i < limit && text.charCodeAt(i) >= 0x30 && text.charCodeAt(i) <= 0x39
  /** The end of the last complete number: "3" in "3.5x". */
  let whole = at
  let end = at
  while (isDigit(end)) {
    while (isDigit(end)) end++
    const kind = end < limit ? classAt(text, end) : 'space'
    if (kind === 'space' || kind === 'other') whole = end
    if (text[end] === '.' || text[end] === ',') end++
  }
  return whole
}

function worded(text: string, at: number, to: number): ScanHit {
  const number = classAt(text, at) === 'digit' ? numberAt(text, at, to) : at
  if (number > at) return one('number', text.slice(at, number), at, number)
  const limit = Math.min(to, at + RUN_LENGTH)
  let end = at
  while (end < limit && (isWordy(text, end) || joins(text, end, limit))) end++
  return pieces(text.slice(at, Math.max(end, at + 1)), at)
}

/** True for apostrophes and hyphens between letters, and for signs used as letters. */
function joins(text: string, at: number, limit: number): boolean {
  const char = text[at] ?? ''
  if (char === "'") return true
  return (char === '-' || DISGUISES.has(char)) && at + 1 < limit && isWordy(text, at + 1)
}

function pieces(word: string, from: number): ScanHit {
  const lower = word.toLowerCase()
  const parts = apart(lower)
  if (parts.length === 1) return one('word', lower, from, from + word.length)
  let at = 0
  const units = parts.map((text) => {
    const start = Math.max(lower.indexOf(text, at), at)
    at = start + text.length
    const unit: Unit = { kind: 'word', text, from: from + start, to: from + Math.min(at, word.length) }
    return word[at] === '-' ? { ...unit, hyphen: true as const } : unit
  })
  return { units, next: from + word.length }
}

function sign(text: string, at: number): ScanHit {
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0)
  return one(isPicture(char) ? 'word' : 'sign', char, at, at + char.length)
}
