import { MAX_DEPTH } from './canonical.ts'
import type { JsonObject, Redactions } from './kinds.ts'
import { foreignSpot, namedSpot, type Spot } from './secrets/named.ts'
import {
  cuedShapes,
  cueRegExp,
  isSecretArgument,
  isSecretField,
  mayHoldSecret,
  REACH_AHEAD,
  REACH_BACK,
  SHORTEST,
  secretRegExp,
} from './secrets/secrets.ts'
import type { SecretShape } from './secrets/text.ts'

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
  // `text` holds the undecided part, preceded by the context that cues may look back at. Output continues at `given`.
  let text = ''
  let given = 0
  let decided = 0

  const settle = (limit: number, upTo: number): Buffer => {
    const pass = redactFrom(text, given, decided, limit, counts)
    const end = Math.max(pass.given, upTo)
    const output = Buffer.from(pass.output + text.slice(pass.given, end), 'latin1')
    const context = Math.max(0, limit - REACH_BACK)
    text = text.slice(context)
    given = end - context
    decided = Math.max(limit, pass.given) - context
    return output
  }

  const writeBlock = (block: string): Buffer => {
    text += block
    const limit = text.length - REACH_AHEAD
    return limit - decided < BLOCK_BYTES ? EMPTY : settle(limit, limit - REACH_BACK)
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
    end: () => settle(text.length, text.length),
    redacted: () => orNull({ ...counts }),
  }
}

const EMPTY = Buffer.alloc(0)

// Compiled on first use: most processes never see a cue.
let cue: RegExp | null = null
const rests: RegExp[] = []

/** Number of characters a process searches for stems before it compiles the cues: beyond that, compiling is cheaper. */
const MAX_STEM_SEARCH = 1 << 14
let searched = 0

/** True if the text has no stem and the cues, which are expensive to compile, are not needed yet. */
function isPlainlyClean(text: string): boolean {
  searched += text.length
  return searched <= MAX_STEM_SEARCH && !mayHoldSecret(text)
}

/** The next secret whose cue ends at or after `from` and before `limit`. */
function nextSpot(text: string, from: number, limit: number): Spot | null {
  if (cue === null && isPlainlyClean(text)) return null
  cue ??= cueRegExp()
  cue.lastIndex = from
  for (let cues = cue.exec(text); cues !== null && cues.index < limit; cues = cue.exec(text)) {
    const spot = spotAfter(text, cues)
    if (spot !== null) return spot
  }
  return null
}

/** The secret that follows a cue, if there is one. The first matching shape wins. */
function spotAfter(text: string, cues: RegExpExecArray): Spot | null {
  const first = cues.findIndex((cue, group) => group > 0 && cue !== undefined) - 1
  if (first === cuedShapes().length) return namedSpot(text, cues.index)
  if (first > cuedShapes().length) return foreignSpot(text, cues.index)
  for (let index = first; index < cuedShapes().length; index++) {
    const spot = cuedShapes()[index]?.ends.includes(cues[0]) ? spotOf(index, text, cues.index + 1) : null
    if (spot !== null) return spot
  }
  return null
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

/** Returns the output from `given` to the end of the last secret whose cue ends between `from` and `limit`. */
function redactFrom(
  text: string,
  given: number,
  from: number,
  limit: number,
  counts: Redactions,
): { output: string; given: number } {
  let output = ''
  let at = given
  for (let spot = nextSpot(text, from, limit); spot !== null; spot = nextSpot(text, spot.end, limit)) {
    output += text.slice(at, spot.start) + mark(spot.kind, counts)
    at = spot.end
  }
  return { output, given: at }
}

function mark(kind: string, counts: Redactions): string {
  counts[kind] = (counts[kind] ?? 0) + 1
  return `[redacted:${kind}]`
}

const orNull = (counts: Redactions): Redactions | null => (Object.keys(counts).length > 0 ? counts : null)

function redactString(text: string, counts: Redactions): string {
  if (text.length < SHORTEST) return text
  const { output, given } = redactFrom(text, 0, 0, text.length, counts)
  return given === 0 ? text : output + text.slice(given)
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
