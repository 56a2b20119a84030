import { canonical } from './canonical.ts'
import { type Key, sha256 } from './digest.ts'
import type { JsonObject } from './kinds.ts'

/**
 * Records outside the streams that are valid only if sealed with the ledger's key:
 * `{"record":…,"key":"<id>","mac":"<64 hex>"}`. The mac covers the kind of record, such as 'policy approval', so one kind
 * cannot pass for another, nor an entry for a record.
 */
export type Opened = { kind: 'sealed'; record: JsonObject; key: string } | { kind: 'broken' }

const HEAD = '{"record":'
const TAIL = /^,"key":"([0-9a-f]{16})","mac":"([0-9a-f]{64})"\}\n$/
const TAIL_LENGTH = `,"key":"${'0'.repeat(16)}","mac":"${'0'.repeat(64)}"}\n`.length

export function sealRecord(kind: string, record: JsonObject, key: Key): string {
  const body = canonical(record)
  return `${HEAD}${body},"key":"${key.id}","mac":"${key.mac(digestOf(kind, body))}"}\n`
}

/** Opens a record if a known key sealed exactly these bytes. The bytes are checked as stored, never serialised again. */
export function openRecord(kind: string, text: string, findKey: (id: string) => Key | null): Opened {
  const body = text.slice(HEAD.length, -TAIL_LENGTH)
  const [, id = '', mac = ''] = TAIL.exec(text.slice(-TAIL_LENGTH)) ?? []
  const key = text.startsWith(HEAD) && id !== '' ? findKey(id) : null
  if (key === null || key.mac(digestOf(kind, body)) !== mac) return { kind: 'broken' }
  return { kind: 'sealed', record: JSON.parse(body) as JsonObject, key: id }
}

const digestOf = (kind: string, body: string): string => sha256(`bailiff ${kind}\n${body}`)
