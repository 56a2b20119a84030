import { MAX_DEPTH } from './canonical.ts'
import type { JsonObject, Redactions } from './kinds.ts'
import { foreignSpot, namedSpot } from './secrets/named.ts'
import {
  cuedShapes,
  cues,
  isSecretArgument,
  isSecretField,
  mayHoldSecret,
  REACH_AHEAD,
  REACH_BACK,
  SHORTEST,
  secretRegExp,
} from './secrets/secrets.ts'
import type { SecretShape, Spot } from './secrets/text.ts'
import { tokenSpot } from './secrets/tokens.ts'

/** Redacts a stream of bytes. The output does not depend on how the input is split into chunks. */
export type Redactor = {
  /** Takes the next bytes and returns the output that is final. May return nothing, because some bytes are always held back. */
  write(chunk: Uint8Array): Uint8Array
  /** Returns the rest of the output. */
  end(): Uint8Array
  /** Counts of the secrets removed so far, or null if there were none. */
  redacted(): Redactions | null
}

/** Size of the blocks in which input is scanned. Scanning every small chunk would rescan the held-back bytes each time. */
export const BLOCK_BYTES = 1 << 18

/** Replaces every secret in a string with `[redacted:<kind>]`. */
export function redactText(text: string): { text: string; redacted: Redactions | null } {
  const counts: Redactions = {}
  return { text: redactString(text, counts), redacted: orNull(counts) }
}

/**
 * Replaces the secrets in every string and key of a JSON value. Under a key that names a secret, it replaces the whole
 * string. Returns the same object if there are no secrets. Values that are not JSON pass through: `canonical` refuses them.
 */
export function redactJson(value: JsonObject): { value: JsonObject; redacted: Redactions | null } {
  const walk: Walk = { counts: {}, tooDeep: false }
  return { value: redactValue(value, 0, walk) as JsonObject, redacted: orNull(walk.counts) }
}

/**
 * Redacts a stream in constant memory. Bytes are read as latin1, so they map one to one and binary data passes
 * unchanged. A secret that spans chunks is found, because enough bytes for the longest secret are held back.
 */
export function createRedactor(): Redactor {
  const counts: Redactions = {}
  const way = newWay('')

  const settle = (limit: number): Buffer => {
    scan(way, limit, counts)
    const context = Math.max(0, limit - REACH_BACK)
    give(way, context)
    return taken(way, context)
  }

  const writeBlock = (block: string): Buffer => {
    way.text += block
    const limit = way.text.length - REACH_AHEAD
    return limit - way.next < BLOCK_BYTES ? EMPTY : settle(limit)
  }

  return {
    write: (chunk) => {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      const output: Buffer[] = []
      for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
        output.push(writeBlock(bytes.toString('latin1', at, at + BLOCK_BYTES)))
      }
      return output.length === 1 ? (output[0] as Buffer) : Buffer.concat(output)
    },
    end: () => {
      finish(way, counts)
      return taken(way, way.text.length)
    },
    redacted: () => orNull({ ...counts }),
  }
}

const EMPTY = Buffer.alloc(0)

// Compiled on first use: most processes never see a cue.
let cue: ReturnType<typeof cues> | null = null
const rests: RegExp[] = []

/** Number of characters a process searches for stems before it compiles the cues: beyond that, compiling is cheaper. */
const MAX_STEM_SEARCH = 1 << 14
let searched = 0

/** True if the text has no stem and the cues, which are expensive to compile, are not needed yet. */
function isPlainlyClean(text: string): boolean {
  searched += text.length
  return searched <= MAX_STEM_SEARCH && !mayHoldSecret(text)
}

/**
 * One way through a text. The output holds the text up to `given`; cues are sought from `next`. The last secret ends at
 * `floor`. A secret may stand at some distance behind its cue; until the cues between them are read, it is `pending`.
 */
type Way = { text: string; output: string; given: number; next: number; floor: number; pending: Spot[] }

const newWay = (text: string): Way => ({ text, output: '', given: 0, next: 0, floor: -1, pending: [] })

/** Finds the secrets whose cue ends before `limit`. */
function scan(way: Way, limit: number, counts: Redactions): void {
  cue ??= isPlainlyClean(way.text) ? null : cues()
  for (let found = cueFrom(way); found !== null && found.index < limit; found = cueFrom(way)) {
    way.next = found.index + 1
    removeBefore(way, way.next, counts)
    const spot = found.index < way.floor ? null : spotAfter(way.text, found, way.floor)
    if (spot !== null) suspend(way.pending, spot)
  }
  way.next = Math.max(way.next, limit)
  removeBefore(way, limit, counts)
}

function cueFrom({ text, next, floor }: Way): RegExpExecArray | null {
  if (cue === null) return null
  cue.regExp.lastIndex = Math.max(next, floor)
  return cue.regExp.exec(text)
}

/** Keeps the last secret first; of two that start at one place, the first found is removed. */
function suspend(pending: Spot[], spot: Spot): void {
  let at = pending.length
  while (at > 0 && (pending[at - 1] as Spot).start <= spot.start) at--
  pending.splice(at, 0, spot)
}

/** Removes the secrets that start before `limit`. One that another overlaps is removed with it. */
function removeBefore(way: Way, limit: number, counts: Redactions): void {
  for (let spot = way.pending.at(-1); spot !== undefined && spot.start < limit; spot = way.pending.at(-1)) {
    way.pending.pop()
    if (spot.start >= way.floor) {
      give(way, spot.start)
      way.output += mark(spot.kind, counts)
    }
    way.given = way.floor = Math.max(way.floor, spot.end)
  }
}

function give(way: Way, end: number): void {
  way.output += way.text.slice(way.given, end)
  way.given = Math.max(way.given, end)
}

/** Takes the output so far, and cuts the text off in front of `context`. */
function taken(way: Way, context: number): Buffer {
  const output = Buffer.from(way.output, 'latin1')
  way.output = ''
  way.text = way.text.slice(context)
  way.given -= context
  way.next -= context
  way.floor = Math.max(-1, way.floor - context)
  for (const spot of way.pending) {
    spot.start -= context
    spot.end -= context
  }
  return output
}

function finish(way: Way, counts: Redactions): void {
  scan(way, way.text.length, counts)
  removeBefore(way, Number.POSITIVE_INFINITY, counts)
  give(way, way.text.length)
}

/** The secret that follows a cue, if there is one. The first matching shape wins. */
function spotAfter(text: string, found: RegExpExecArray, floor: number): Spot | null {
  const { 0: end, index } = found
  const first = cue?.announced[found.findIndex((group, number) => number > 0 && group !== undefined)]
  switch (first) {
    case 'token':
      return tokenSpot(text, index)
    case 'named':
      return namedSpot(text, index, floor)
    case 'foreign':
      return foreignSpot(text, index)
  }
  for (let shape = first ?? 0; shape < cuedShapes().length; shape++) {
    const spot = cuedShapes()[shape]?.ends.includes(end) ? spotOf(shape, text, index + 1) : null
    if (spot !== null) return spot
  }
  return tokenSpot(text, index)
}

function spotOf(index: number, text: string, at: number): Spot | null {
  const shape = cuedShapes()[index] as SecretShape
  rests[index] ??= secretRegExp(shape)
  rests[index].lastIndex = at
  const match = rests[index].exec(text)
  if (match === null) return null
  const { 0: rest, 1: group = '' } = match
  return { kind: shape.kind, start: shape.kept === null ? at - group.length : at + group.length, end: at + rest.length }
}

function mark(kind: string, counts: Redactions): string {
  counts[kind] = (counts[kind] ?? 0) + 1
  return `[redacted:${kind}]`
}

const orNull = (counts: Redactions): Redactions | null => (Object.keys(counts).length > 0 ? counts : null)

function redactString(text: string, counts: Redactions): string {
  if (text.length < SHORTEST) return text
  const way = newWay(text)
  finish(way, counts)
  return way.floor < 0 ? text : way.output
}

/** `tooDeep` stops the walk: the value will be refused, and a cycle would never end. */
type Walk = { counts: Redactions; tooDeep: boolean }

function redactValue(value: unknown, depth: number, walk: Walk): unknown {
  if (typeof value === 'string') return redactString(value, walk.counts)
  if (typeof value !== 'object' || value === null || walk.tooDeep) return value
  if (depth >= MAX_DEPTH) {
    walk.tooDeep = true
    return value
  }
  return Array.isArray(value) ? redactArray(value, depth + 1, walk) : redactObject(value as Fields, depth + 1, walk)
}

function redactArray(items: unknown[], depth: number, walk: Walk): unknown[] {
  let copy: unknown[] | null = null
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    if (item === undefined) return items
    const clean = redactItem(items[i - 1], item, depth, walk)
    if (Object.is(clean, item)) continue
    copy ??= items.slice()
    copy[i] = clean
  }
  return copy !== null && Object.keys(items).length === items.length ? copy : items
}

function redactItem(before: unknown, item: unknown, depth: number, walk: Walk): unknown {
  const isArgument = typeof item === 'string' && typeof before === 'string' && isSecretArgument(before, item)
  return isArgument ? mark('flag', walk.counts) : redactValue(item, depth, walk)
}

type Fields = Record<string, unknown>
type Changes = Map<string, { name: string; value: unknown }>

function redactObject(fields: Fields, depth: number, walk: Walk): Fields {
  if (!isPlain(fields)) return fields
  let changes: Changes | null = null
  for (const key of Object.keys(fields)) {
    const value = fields[key]
    const name = redactString(key, walk.counts)
    const clean = redactField(key, value, depth, walk)
    if (name === key && Object.is(clean, value)) continue
    changes ??= new Map()
    changes.set(key, { name, value: clean })
  }
  return changes === null || Object.getOwnPropertySymbols(fields).length > 0 ? fields : changed(fields, changes)
}

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function redactField(key: string, value: unknown, depth: number, walk: Walk): unknown {
  if (typeof value !== 'string') return redactValue(value, depth, walk)
  return isSecretField(key, value) ? mark('named', walk.counts) : redactString(value, walk.counts)
}

/** Returns a copy with the changes. If a redacted key is already taken, it gets `#2`, `#3`, …; other keys stay. */
function changed(fields: Fields, changes: Changes): Fields {
  const keys = Object.keys(fields)
  const copy = Object.create(Object.getPrototypeOf(fields))
  const taken = new Map<string, number>()
  for (const key of keys) if ((changes.get(key)?.name ?? key) === key) taken.set(key, 1)
  for (const key of keys) {
    const { name, value } = changes.get(key) ?? { name: key, value: fields[key] }
    const free = name === key ? key : freeName(name, taken)
    // Defined, not assigned: `__proto__` must be an ordinary key.
    Object.defineProperty(copy, free, { value, enumerable: true, writable: true, configurable: true })
  }
  return copy
}

function freeName(name: string, taken: Map<string, number>): string {
  let count = (taken.get(name) ?? 0) + 1
  if (count > 1) while (taken.has(`${name}#${count}`)) count++
  taken.set(name, count)
  if (count === 1) return name
  taken.set(`${name}#${count}`, 1)
  return `${name}#${count}`
}
