/**
 * The ledger's data types and their guards. Import-free, because the hook loads this file on every tool call.
 * `schema.ts` defines the same types as zod schemas; tests prove the two equal.
 */

/** A value that JSON represents exactly. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/** The party that an entry comes from. */
export const ACTORS = ['harness', 'agent', 'user', 'admin', 'validator'] as const
export type Actor = (typeof ACTORS)[number]

/** The subject of a stream: the part of its name before the slash. */
export const STREAM_KINDS = ['session', 'run', 'thread', 'worker', 'controller', 'trust', 'admin'] as const
export type StreamKind = (typeof STREAM_KINDS)[number]

/** The number of secrets removed before writing, by kind. */
export type Redactions = { [kind: string]: number }

/** A reference to raw bytes that are stored by their hash. */
export type ArtifactRef = { name: string; sha256: string; bytes: number; media: string; redacted?: Redactions }

/** One immutable fact, as chained. `redacted` is present only if a secret was removed from `body`. */
export type Entry = {
  v: 1
  stream: string
  seq: number
  at: string
  kind: string
  actor: Actor
  body: JsonObject
  artifacts: ArtifactRef[]
  prev: string
  redacted?: Redactions
}

/** The caller's part of an entry; `append` adds the rest. */
export type Draft = { kind: string; actor: Actor; body: JsonObject; artifacts?: ArtifactRef[] }

/** The end of a stream. */
export type Tail = { seq: number; hash: string }

/** The result of an append: the entry's place and hash. */
export type Receipt = { stream: string; seq: number; hash: string }

/** Kinds that only the ledger itself may write, because the audit trusts them. */
export const OWN_KINDS = [
  'ledger.opened',
  'stream.opened',
  'stream.collected',
  'key.announced',
  'key.retired',
  'spool.chained',
  'tail.repaired',
  'tail.damaged',
  'head.lost',
] as const
export type OwnKind = (typeof OWN_KINDS)[number]

/** The kind of entry that records a validator's signed pass, which may support a claim. */
export const PASS_KIND = 'validator.passed'

/** The `prev` of the first entry. */
export const GENESIS = '0'.repeat(64)

const STREAM = new RegExp(`^(?:${STREAM_KINDS.join('|')})/[A-Za-z0-9](?:[A-Za-z0-9._-]{0,126}[A-Za-z0-9_-])?$`)
const ENTRY_KIND = /^[a-z][a-z0-9]*(?:[._-][a-z0-9]+)*$/
const HEX64 = /^[0-9a-f]{64}$/
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: keeping them out is the point
const ARTIFACT_NAME = /^[^\u0000-\u001f\u007f-\u009f]{1,255}$/
const MEDIA = /^[a-z0-9][a-z0-9.+-]{0,63}\/[a-z0-9][a-z0-9.+-]{0,63}$/

/** True for `<kind>/<id>`. Ids are valid file names on every system and cannot escape their directory. */
export const isStreamName = (value: unknown): value is string => typeof value === 'string' && STREAM.test(value)

/** True for dotted lower-case words, at most 64 characters: `tool.called`. */
export const isEntryKind = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 64 && ENTRY_KIND.test(value)

export const isHash = (value: unknown): value is string => typeof value === 'string' && HEX64.test(value)

export const isTime = (value: unknown): value is string => typeof value === 'string' && ISO_TIME.test(value)

export const isActor = (value: unknown): value is Actor => (ACTORS as readonly unknown[]).includes(value)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const hasOnly = (value: object, keys: readonly string[]): boolean =>
  Object.keys(value).every((key) => keys.includes(key))

export const isRedactions = (value: unknown): value is Redactions =>
  isObject(value) && Object.values(value).every(isCount)

const isRedactionsIfAny = (value: { redacted?: unknown }): boolean =>
  !Object.hasOwn(value, 'redacted') || isRedactions(value.redacted)

/** True for 1 to 255 characters without control characters or lone surrogates. */
export const isArtifactName = (value: unknown): value is string =>
  typeof value === 'string' && ARTIFACT_NAME.test(value) && value.isWellFormed()

const ARTIFACT_KEYS = ['name', 'sha256', 'bytes', 'media', 'redacted']

export const isArtifactRef = (value: unknown): value is ArtifactRef =>
  isObject(value) &&
  isArtifactName(value['name']) &&
  isHash(value['sha256']) &&
  isCount(value['bytes']) &&
  typeof value['media'] === 'string' &&
  MEDIA.test(value['media']) &&
  isRedactionsIfAny(value) &&
  hasOnly(value, ARTIFACT_KEYS)

const ENTRY_KEYS = ['v', 'stream', 'seq', 'at', 'kind', 'actor', 'body', 'artifacts', 'prev', 'redacted']

/** True if parsed JSON is an entry of this version. The body may be any JSON object: its meaning depends on the kind. */
export const isEntry = (value: unknown): value is Entry =>
  isObject(value) &&
  value['v'] === 1 &&
  isStreamName(value['stream']) &&
  isCount(value['seq']) &&
  value['seq'] > 0 &&
  isTime(value['at']) &&
  isEntryKind(value['kind']) &&
  isActor(value['actor']) &&
  isObject(value['body']) &&
  Array.isArray(value['artifacts']) &&
  value['artifacts'].every(isArtifactRef) &&
  isHash(value['prev']) &&
  isRedactionsIfAny(value) &&
  hasOnly(value, ENTRY_KEYS)
