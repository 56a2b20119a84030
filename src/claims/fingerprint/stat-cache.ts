/**
 * Which content a file had when it had these numbers. A change of content changes the ctime, and no program can set that
 * to what it likes; so what was true once stays true, and an old cache is never a wrong one.
 */

/** What the system says of a file without reading it. */
export type FileStat = { dev: bigint; ino: bigint; mode: bigint; size: bigint; mtimeNs: bigint; ctimeNs: bigint }

const FIELDS = ['dev', 'ino', 'mode', 'size', 'mtimeNs', 'ctimeNs'] as const
const STAT_BYTES = FIELDS.length * 8
const HASH_BYTES = 32

export const isSameStat = (a: FileStat, b: FileStat): boolean =>
  a.ctimeNs === b.ctimeNs &&
  a.mtimeNs === b.mtimeNs &&
  a.size === b.size &&
  a.ino === b.ino &&
  a.dev === b.dev &&
  a.mode === b.mode

/** A clock that is read in ticks, and one that is a little off, must not make a later change look like an earlier one. */
const MARGIN_NS = 2_000_000_000n

/** Whether a file was left alone for long enough that its next change will show in its times. */
export const isSettled = ({ mtimeNs, ctimeNs }: FileStat, nowNs: bigint): boolean =>
  mtimeNs < nowNs - MARGIN_NS && ctimeNs < nowNs - MARGIN_NS

/** What was known before, by name, and what is known now. */
export class StatCache {
  readonly #places = new Map<string, number>()
  readonly #stats: BigUint64Array
  readonly #hashes: Buffer
  readonly #live = new Set<string>()
  readonly #added = new Map<string, { stat: FileStat; hash: string }>()

  constructor(packed: Packed = NOTHING) {
    for (const [i, name] of packed.names.entries()) this.#places.set(name, i)
    this.#stats = packed.stats
    this.#hashes = packed.hashes
  }

  /** The hash of a file's content, if nothing about the file has changed. */
  find(name: string, stat: FileStat): string | null {
    const place = this.#places.get(name)
    if (place === undefined || !this.#isAt(place, stat)) return null
    this.#live.add(name)
    return this.#hashes.toString('hex', place * HASH_BYTES, (place + 1) * HASH_BYTES)
  }

  add(name: string, stat: FileStat, hash: string): void {
    this.#added.set(name, { stat, hash })
  }

  /** Keeps what is known of a file that was not looked at this time. */
  retain(name: string): void {
    if (this.#places.has(name)) this.#live.add(name)
  }

  /** What is worth keeping, or null where that is what was there before. */
  pack(): Packed | null {
    if (this.#added.size === 0 && this.#live.size === this.#places.size) return null
    const names = [...new Set([...this.#live, ...this.#added.keys()])]
    const stats = new BigUint64Array(names.length * FIELDS.length)
    const hashes = Buffer.alloc(names.length * HASH_BYTES)
    names.forEach((name, i) => {
      const added = this.#added.get(name)
      const place = this.#places.get(name) ?? 0
      if (added === undefined) {
        stats.set(this.#stats.subarray(place * FIELDS.length, (place + 1) * FIELDS.length), i * FIELDS.length)
        this.#hashes.copy(hashes, i * HASH_BYTES, place * HASH_BYTES, (place + 1) * HASH_BYTES)
      } else {
        FIELDS.forEach((field, j) => {
          stats[i * FIELDS.length + j] = BigInt.asUintN(64, added.stat[field])
        })
        hashes.write(added.hash, i * HASH_BYTES, 'hex')
      }
    })
    return { names, stats, hashes }
  }

  #isAt(place: number, stat: FileStat): boolean {
    return FIELDS.every((field, i) => this.#stats[place * FIELDS.length + i] === BigInt.asUintN(64, stat[field]))
  }
}

/** A cache in three pieces: the names, six numbers for each, one hash for each. */
export type Packed = { names: string[]; stats: BigUint64Array; hashes: Buffer }

const NOTHING: Packed = { names: [], stats: new BigUint64Array(), hashes: Buffer.alloc(0) }

export function packedBytes({ names, stats, hashes }: Packed): Buffer {
  const numbers = Buffer.from(stats.buffer, stats.byteOffset, stats.byteLength)
  return Buffer.concat([numbers, hashes, Buffer.from(names.map((name) => `${name}\0`).join(''), 'latin1')])
}

/** Null where the bytes are not a cache of so many files. */
export function unpack(bytes: Buffer, count: number): Packed | null {
  const [hashesAt, namesAt] = [count * STAT_BYTES, count * (STAT_BYTES + HASH_BYTES)]
  const names = bytes.toString('latin1', namesAt).split('\0')
  if (names.pop() !== '' || names.length !== count) return null
  // Copied, because the numbers must begin where numbers may.
  const stats = new BigUint64Array(new Uint8Array(bytes.subarray(0, hashesAt)).buffer)
  return { names, stats, hashes: bytes.subarray(hashesAt, namesAt) }
}
