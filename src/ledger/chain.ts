import { canonical } from './canonical.ts'
import { type Key, sha256 } from './digest.ts'
import { LedgerError } from './errors.ts'
import {
  type Draft,
  type Entry,
  GENESIS,
  isActor,
  isArtifactRef,
  isEntry,
  isEntryKind,
  isObject,
  isStreamName,
  isTime,
  type Json,
  type JsonObject,
  OWN_KINDS,
  type OwnKind,
  type Redactions,
  type Tail,
} from './kinds.ts'
import { redactJson } from './redact.ts'

/** Maximum size of an entry, which is one line. Larger data goes into artifacts. The limit lets readers use constant memory. */
export const MAX_ENTRY_BYTES = 1 << 20

/** A redacted, serialised and timestamped draft. Only its place in the chain is not fixed yet. */
export type Prepared = {
  stream: string
  /** The entry's canonical text, split around the values of `prev` and `seq`. */
  beforePrev: string
  beforeSeq: string
  afterSeq: string
}

/** Maximum size of one append, in characters. Drafts are written all or nothing, so all of them are in memory at once. */
export const MAX_APPEND = 64 << 20

/** Prepares the drafts of one append. If one is invalid, all are refused. */
export function prepareAll(stream: string, drafts: readonly Draft[], at: string): Prepared[] {
  const prepared = drafts.map((draft) => prepare(stream, draft, at))
  const size = prepared.reduce((sum, { beforePrev }) => sum + beforePrev.length, 0)
  if (size <= MAX_APPEND) return prepared
  throw new LedgerError(
    'ENTRY_TOO_LARGE',
    `One append holds ${size} characters; the limit is ${MAX_APPEND}. Split it into several appends.`,
  )
}

/** Fixes everything about an entry except its place; later changes to the draft have no effect. */
export function prepare(stream: string, draft: Draft, at: string): Prepared {
  const fault = faultOf(stream, draft, at)
  if (fault !== null) throw new LedgerError('ENTRY_INVALID', `Invalid entry: ${fault}.`)
  return settle(stream, draft, at, render(draft.body))
}

/** Prepares one of the ledger's own entries. It is not redacted, because the stream names in it must stay exact. */
export function prepareOwn(stream: string, draft: Draft & { kind: OwnKind }, at: string): Prepared {
  return settle(stream, draft, at, { text: canonical(draft.body), redacted: null })
}

function settle(stream: string, draft: Draft, at: string, { text, redacted }: Rendered): Prepared {
  const artifacts = canonical((draft.artifacts ?? []) as Json)
  // Canonical key order is alphabetical: actor artifacts at body kind prev redacted seq stream v.
  const beforePrev = `{"actor":"${draft.actor}","artifacts":${artifacts},"at":"${at}","body":${text},"kind":"${draft.kind}","prev":"`
  const beforeSeq = redacted ? `","redacted":${canonical(redacted)},"seq":` : '","seq":'
  const afterSeq = `,"stream":"${stream}","v":1}`
  const bytes = Buffer.byteLength(beforePrev) + beforeSeq.length + afterSeq.length + 64 + 16
  if (bytes > MAX_ENTRY_BYTES) {
    throw new LedgerError(
      'ENTRY_TOO_LARGE',
      `The entry has ${bytes} bytes; the limit is ${MAX_ENTRY_BYTES}. Store the large part as an artifact.`,
    )
  }
  return { stream, beforePrev, beforeSeq, afterSeq }
}

/** Returns the reason why a draft is invalid, or null. A line that is not a valid entry would break its stream for good. */
function faultOf(stream: unknown, draft: unknown, at: string): string | null {
  if (!isStreamName(stream)) return `stream must be <kind>/<id>, got ${shown(stream)}`
  if (!isObject(draft)) return `expected a draft, got ${shown(draft)}`
  const { kind, actor, body, artifacts = [] } = draft
  if (!isEntryKind(kind)) return `kind must be dotted lower-case words, got ${shown(kind)}`
  if ((OWN_KINDS as readonly string[]).includes(kind)) return `kind ${shown(kind)} is reserved for the ledger itself`
  if (!isActor(actor)) return `unknown actor ${shown(actor)}`
  if (!isObject(body)) return 'body must be an object'
  if (!Array.isArray(artifacts) || !artifacts.every(isArtifactRef)) return 'an artifact reference is malformed'
  return isTime(at) ? null : `time ${shown(at)} is out of range`
}

const shown = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : typeof value)

type Rendered = { text: string; redacted: Redactions | null }

/** Serialises the body without its secrets. Throws NOT_JSON if the body throws while it is read. */
function render(body: JsonObject): Rendered {
  try {
    const { value, redacted } = redactJson(body)
    return { text: canonical(value), redacted }
  } catch (error) {
    if (error instanceof LedgerError) throw error
    throw new LedgerError('NOT_JSON', `The body cannot be read: ${String(error)}`, { cause: error })
  }
}

/** Returns the entry with placeholders for `prev` and `seq`, which are not known yet. */
export const unplaced = ({ beforePrev, beforeSeq, afterSeq }: Prepared): Entry =>
  JSON.parse(`${beforePrev}${GENESIS}${beforeSeq}0${afterSeq}`) as Entry

/** A chained entry: its stored line, and the stream's new tail. */
export type Linked = { line: string; tail: Tail }

/** Chains a prepared entry onto a tail and seals it with the key. */
export function link(prepared: Prepared, tail: Tail, key: Key): Linked {
  const seq = tail.seq + 1
  const entry = prepared.beforePrev + tail.hash + prepared.beforeSeq + seq + prepared.afterSeq
  const hash = sha256(entry)
  return {
    line: `${LINE_OPEN}${entry}${HASH}${hash}${KEY}${key.id}${MAC}${key.mac(hash)}${LINE_CLOSE}`,
    tail: { seq, hash },
  }
}

/** True if a stored line holds this entry, whatever its `prev` and `seq`. */
export function holds(line: Buffer, prepared: Prepared): boolean {
  const expected = Buffer.from(LINE_OPEN + prepared.beforePrev)
  return line.subarray(0, expected.length).equals(expected)
}

const LINE_OPEN = '{"entry":'
const HASH = ',"hash":"'
const KEY = '","key":"'
const MAC = '","mac":"'
const LINE_CLOSE = '"}\n'

const HASH_DIGITS = 64
const KEY_DIGITS = 16
const SEAL_LENGTH =
  HASH.length + HASH_DIGITS + KEY.length + KEY_DIGITS + MAC.length + HASH_DIGITS + LINE_CLOSE.length - 1

type Line = { entry: Buffer; hash: string; key: string; mac: string }

/** Splits a stored line (without its newline) by position. Returns null if it is malformed. */
function parseLine(line: Buffer): Line | null {
  const sealAt = line.length - SEAL_LENGTH
  if (sealAt < LINE_OPEN.length) return null
  if (line.toString('latin1', 0, LINE_OPEN.length) !== LINE_OPEN) return null
  const parts = SEAL.exec(line.toString('latin1', sealAt))
  if (parts === null) return null
  const [, hash = '', key = '', mac = ''] = parts
  return { entry: line.subarray(LINE_OPEN.length, sealAt), hash, key, mac }
}

const SEAL = /^,"hash":"([0-9a-f]{64})","key":"([0-9a-f]{16})","mac":"([0-9a-f]{64})"\}$/

/** The result of reading a stored line back. */
export type Opened =
  /** Unchanged, in the right stream, and sealed with one of our keys. */
  | { kind: 'sealed'; entry: Entry; hash: string; key: string }
  /** Internally consistent, but the seal is not ours. `key` is null if the key is unknown. */
  | { kind: 'forged'; entry: Entry; hash: string; key: string | null }
  /** An entry from another stream. */
  | { kind: 'spliced'; entry: Entry }
  /** A well-formed line whose bytes do not match its hash or are not an entry. */
  | { kind: 'edited' }
  /** Not a ledger line at all. */
  | { kind: 'garbled' }

/** Checks a seal; `unknown` means that its key is not ours. */
export type CheckSeal = (seal: { hash: string; key: string; mac: string }) => 'ours' | 'wrong' | 'unknown'

/** Opens a stored line: hashes the stored bytes, without serialising them again, and checks the seal. */
export function openLine(bytes: Buffer, stream: string, checkSeal: CheckSeal): Opened {
  const line = parseLine(bytes)
  if (line === null) return { kind: 'garbled' }
  if (sha256(line.entry) !== line.hash) return { kind: 'edited' }
  const entry = parseEntry(line.entry)
  if (entry === null) return { kind: 'edited' }
  if (entry.stream !== stream) return { kind: 'spliced', entry }
  switch (checkSeal(line)) {
    case 'ours':
      return { kind: 'sealed', entry, hash: line.hash, key: line.key }
    case 'wrong':
      return { kind: 'forged', entry, hash: line.hash, key: line.key }
    case 'unknown':
      return { kind: 'forged', entry, hash: line.hash, key: null }
  }
}

function parseEntry(bytes: Buffer): Entry | null {
  try {
    const entry: unknown = JSON.parse(bytes.toString('utf8'))
    return isEntry(entry) ? entry : null
  } catch {
    return null
  }
}
