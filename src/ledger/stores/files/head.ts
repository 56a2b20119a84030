import { type Key, sha256 } from '../../digest.ts'
import { isHash, isObject, isStreamName } from '../../kinds.ts'

/** The keyed record of where a stream ends: its last entry, and the offset after it in the last file. */
export type Head = { stream: string; seq: number; hash: string; segment: number; bytes: number }

/** Heads are overwritten in place, so their length is fixed: one disk sector. */
const HEAD_BYTES = 512

/** Renders the stored form: one line of JSON, padded with spaces before its newline. */
export function renderHead(head: Head, key: Key): Buffer {
  // Canonical: keys are in alphabetical order, and no value needs escaping.
  const body = `{"bytes":${head.bytes},"hash":"${head.hash}","segment":${head.segment},"seq":${head.seq},"stream":"${head.stream}"}`
  const line = `{"head":${body},"key":"${key.id}","mac":"${key.mac(sha256(body))}"}`
  return Buffer.from(`${line.padEnd(HEAD_BYTES - 1)}\n`)
}

export type ParsedHead = { kind: 'head'; head: Head; key: string } | { kind: 'forged'; why: string }

/** Parses a stored head. Anything but the exact output of `renderHead` with a known key is forged. */
export function parseHead(bytes: Buffer, stream: string, findKey: (id: string) => Key | null): ParsedHead {
  const parsed = parseJson(bytes.toString('utf8'))
  if (!isObject(parsed) || !isHead(parsed['head']) || typeof parsed['key'] !== 'string') return forged('malformed')
  if (parsed['head'].stream !== stream) return forged(`it is the head of ${parsed['head'].stream}`)
  const key = findKey(parsed['key'])
  if (key === null) return forged('its key is unknown or retired')
  if (!renderHead(parsed['head'], key).equals(bytes)) return forged('its mac does not verify')
  return { kind: 'head', head: parsed['head'], key: key.id }
}

const forged = (why: string): ParsedHead => ({ kind: 'forged', why })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isHead = (value: unknown): value is Head =>
  isObject(value) &&
  isStreamName(value['stream']) &&
  isHash(value['hash']) &&
  isWhole(value['seq'], 0) &&
  isWhole(value['segment'], 1) &&
  isWhole(value['bytes'], 0) &&
  Object.keys(value).length === 5

const isWhole = (value: unknown, least: number): boolean => Number.isSafeInteger(value) && (value as number) >= least
