import type { SegmentKind } from './claim.ts'
import { LIMITS } from './limits.ts'

/** A part of a message that is read on its own. Offsets refer to the normalised text. */
export type Segment = {
  kind: SegmentKind
  from: number
  to: number
  /** The heading level: 1 is the highest; lead-in lines that end with a colon have the lowest. */
  level?: number
  /** The state of a checklist item. */
  checked?: boolean
  /** True for block quotes: someone else's words. */
  quoted?: boolean
  /** True for a fence that is the whole message. */
  read?: boolean
  /** True if no empty line separates it from the previous segment. */
  close?: boolean
}

const BOLD_LEVEL = 7
export const LEAD_LEVEL = 8
const LEAD_LENGTH = 160

/** An opening fence. A fence of backticks has no backtick after it. */
const FENCE = /^\s{0,12}(`{3,}(?=[^`]*$)|~{3,})/
const PATCH_OPEN = /^<{5,9} ?\w/
const PATCH_CLOSE = /^>{5,9} ?\w/
const HEADING = /^\s{0,3}(#{1,6})\s+\S/
const RULE = /^\s{0,3}(?:-\s?){3,}\s*$|^\s{0,3}={3,}\s*$/
const TABLE = /^\s{0,3}\|.*\|\s*$/
const TABLE_RULE = /^\s{0,3}\|(?:\s{0,40}:?-{1,200}:?\s{0,40}\|){1,40}\s*$/
const CHECKLIST = /^\s{0,12}(?:[-*+•–]|\d{1,3}[.)])?\s{0,4}(?:\[([ xX✓✔✅])\]|([☑☒☐⬜])|~~\S)/
const BULLET = /^\s{0,12}(?:[-*+•–▪◦●→]|\d{1,3}[.)]|\(\d{1,2}\)|[a-z][.)])\s+(?=\S)/i
const QUOTE = /^\s{0,3}>\s?/
const PROGRESS = /^(?:Read file|Cancelled|Searched|Listed|Ran|Tool)\b.{0,4}(?::.{0,200})?$/

type Line = { from: number; to: number; text: string }

/** Splits a message into headings, paragraphs, bullets, rows and fences. `unfinished` is true if there are too many. */
export function segmentsOf(text: string): { segments: Segment[]; unfinished: boolean } {
  const cutter = new Cutter()
  for (const line of linesOf(text)) {
    cutter.line(line)
    if (cutter.segments.length >= LIMITS.segments) return { segments: cutter.segments, unfinished: true }
  }
  return { segments: cutter.segments, unfinished: false }
}

function* linesOf(text: string): Generator<Line> {
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from)
    const to = found < 0 ? text.length : found
    yield { from, to, text: text.slice(from, to) }
    from = to + 1
  }
}

class Cutter {
  readonly segments: Segment[] = []
  /** The pattern that ends the current fence or patch; null outside of one. */
  #closing: RegExp | null = null
  /** True if the last segment may continue on the next line. */
  #open = false
  #close = false

  line(line: Line): void {
    if (this.#closing !== null) this.#inside(line, this.#closing)
    else if (FENCE.test(line.text)) this.#enter(line, closingOf(FENCE.exec(line.text)?.[1] ?? '```'))
    else if (PATCH_OPEN.test(line.text)) this.#enter(line, PATCH_CLOSE)
    else if (line.text.trim() === '' || RULE.test(line.text)) this.#pause()
    else this.#content(line)
  }

  #enter(line: Line, closing: RegExp): void {
    this.#add({ kind: 'fence', from: line.from, to: line.to })
    this.#closing = closing
  }

  #inside(line: Line, closing: RegExp): void {
    const last = this.segments.at(-1)
    if (last !== undefined) last.to = line.to
    if (closing.test(line.text)) this.#closing = null
    this.#open = false
  }

  #pause(): void {
    this.#open = false
    this.#close = false
  }

  #content(line: Line): void {
    const { from, to, text } = line
    const last = this.segments.at(-1)
    const [heading] = HEADING.exec(text)?.slice(1) ?? []
    const marked = markOf(text)
    if (heading !== undefined) this.#add({ kind: 'heading', from, to, level: heading.length })
    else if (TABLE_RULE.test(text)) this.#dropHeader(last)
    else if (TABLE.test(text)) this.#add({ kind: 'table', from, to })
    else if (QUOTE.test(text)) this.#quote(line, last)
    else if (marked !== null) this.#add({ ...marked, from, to }, 'open')
    else if (PROGRESS.test(text.trim())) this.#pause()
    else if (this.#open && last !== undefined && continues(text)) last.to = to
    else this.#prose(line)
  }

  /** Drops the row above a table's rule, which only names the columns. */
  #dropHeader(last: Segment | undefined): void {
    if (last?.kind === 'table') this.segments.pop()
  }

  #quote({ from, to }: Line, last: Segment | undefined): void {
    if (this.#open && last?.quoted) last.to = to
    else this.#add({ kind: 'prose', from, to, quoted: true }, 'open')
  }

  #prose({ from, to, text }: Line): void {
    const isLead = /[:：]\s*$/.test(text) && text.length < LEAD_LENGTH
    this.#add({ kind: 'prose', from, to, ...(isLead && { level: LEAD_LEVEL }) }, 'open')
  }

  #add(segment: Segment, open?: 'open'): void {
    this.segments.push(this.#close ? { ...segment, close: true } : segment)
    this.#open = open === 'open'
    this.#close = true
  }
}

/** The pattern that closes a fence: the same sign, at least as often, and nothing else on the line. */
const closingOf = (fence: string): RegExp =>
  new RegExp(`^\\s{0,12}${fence[0] === '~' ? '~' : '`'}{${fence.length},}\\s*$`)

/** Classifies a line by its first characters. */
function markOf(text: string): Omit<Segment, 'from' | 'to'> | null {
  const check = CHECKLIST.exec(text)
  if (check !== null) return { kind: 'checklist', checked: !/^[ ☐⬜☒]$/.test(check[1] ?? check[2] ?? 'x') }
  return BULLET.test(text) ? { kind: 'bullet' } : null
}

/** True if the line continues the previous one instead of beginning something new. */
function continues(text: string): boolean {
  const first = text.charCodeAt(0)
  // No pattern for ASCII: Unicode property patterns are slow to compile.
  if (first < 0x80) return !((first >= 0x41 && first <= 0x5a) || (first >= 0x30 && first <= 0x39))
  return /^[^\p{Lu}\p{N}\p{Extended_Pictographic}]/u.test(text)
}

/** Lines that are entirely bold are headings too. Only the original shows this; the normalised text has no markup. */
export function boldHeadings(segments: readonly Segment[], original: (segment: Segment) => string): Segment[] {
  return segments.map((segment) => {
    if (segment.kind !== 'prose' || segment.quoted) return segment
    return isBold(original(segment).trim()) ? { ...segment, kind: 'heading', level: BOLD_LEVEL } : segment
  })
}

const isBold = (text: string): boolean =>
  text.length < LEAD_LENGTH &&
  /^(?:\*\*|__)[^*\n]{1,160}(?:\*\*|__)\s{0,2}[:：]?$/.test(text) &&
  !/[.!?。！？](?:\*\*|__)$/.test(text)

/** Unwraps a message that is entirely one fence or quotation: its content is read as the message. */
export function unwrapped(segments: readonly Segment[], text: string): Segment[] {
  const [only] = segments
  if (only === undefined || segments.some(({ kind, quoted }) => kind !== 'fence' && !quoted)) return [...segments]
  if (only.kind === 'fence' && segments.length === 1) return innerSegments(only, text)
  return segments.map(({ quoted, ...segment }) => segment)
}

function innerSegments({ from, to }: Segment, text: string): Segment[] {
  const start = text.indexOf('\n', from) + 1
  const last = text.lastIndexOf('\n', to - 1)
  if (start === 0 || last < start) return []
  const end = FENCE.test(text.slice(last + 1, to)) ? last : to
  return segmentsOf(text.slice(start, end)).segments.map((one) => ({
    ...one,
    kind: 'fence',
    from: one.from + start,
    to: one.to + start,
    read: true,
  }))
}
