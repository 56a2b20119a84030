import { type Key, sha256 } from '../../ledger/digest.ts'
import { type Packed, packedBytes, unpack } from './stat-cache.ts'

/**
 * The stat cache of one folder as a file: a line with the ledger's seal, then the bytes it covers. Without the key, write
 * access to the file is not enough to fake content.
 */
const HEAD = /^bailiff stat cache 1 (\d{1,8}) ([0-9a-f]{16}) ([0-9a-f]{64})\n/

export function sealCache(packed: Packed, root: string, key: Key): Buffer {
  const body = packedBytes(packed)
  const mac = key.mac(digestOf(root, body))
  return Buffer.concat([Buffer.from(`bailiff stat cache 1 ${packed.names.length} ${key.id} ${mac}\n`), body])
}

/** Returns null unless this key sealed exactly these bytes for this folder. */
export function openCache(bytes: Buffer, root: string, key: Key): Packed | null {
  const [head, count, id, mac] = HEAD.exec(bytes.toString('latin1', 0, 128)) ?? []
  if (head === undefined || id !== key.id) return null
  const body = bytes.subarray(head.length)
  return key.mac(digestOf(root, body)) === mac ? unpack(body, Number(count)) : null
}

const digestOf = (root: string, body: Uint8Array): string => sha256(`bailiff stat cache\n${root}\n${sha256(body)}`)
