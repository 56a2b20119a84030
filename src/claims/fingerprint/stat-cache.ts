/**
 * Maps a file's stat to its content hash. Changing the content changes the ctime, and no program can set the ctime freely.
 * So a correct entry stays correct, and an old cache is never wrong.
 */

/**
 * A file's stat. Times are in fractional milliseconds, exact to a quarter of a microsecond. That is enough: any change after
 * a file has settled is seconds away from its previous time.
 */
export type FileStat = { dev: number; ino: number; mode: number; size: number; mtimeMs: number; ctimeMs: number }

const FIELDS = ['dev', 'ino', 'mode', 'size', 'mtimeMs', 'ctimeMs'] as const
const STAT_BYTES = FIELDS.length * 8
const HASH_BYTES = 32

export const isSameStat = (a: FileStat, b: FileStat): boolean => FIELDS.every((field) => a[field] === b[field])

/** Margin for clock ticks and small clock differences, so that a later change does not look like an earlier one. */
const MARGIN_MS = 2000

/** True if the file has been unchanged long enough that its next change will show in its times. */
export const isSettled = ({ mtimeMs, ctimeMs }: FileStat, nowMs: number): boolean =>
  Math.max(mtimeMs, ctimeMs) < nowMs - MARGIN_MS

/** The entries loaded from disk, by name, and those added since. */
export class StatCache {
  readonly #before: Packed
  /** All hashes, one after the other: cutting them from one string is much faster than encoding each. */
  readonly #hashes: string
  readonly #places = new Map<string, number>()
  /** One flag per place: 1 if the entry is still in use. */
  readonly #isLive: Uint8Array
  readonly #added = new Map<string, { stat: FileStat; hash: string }>()

  constructor(before: Packed = NOTHING) {
    this.#before = before
    this.#hashes = before.hashes.toString('hex')
    this.#isLive = new Uint8Array(before.names.length)
    for (let place = 0; place < before.names.length; place++) this.#places.set(before.names[place] as string, place)
  }

  /** Returns the file's content hash, or null if its stat has changed. */
  find(name: string, stat: FileStat): string | null {
    const place = this.#places.get(name)
    if (place === undefined || !this.#isAt(place, stat)) return null
    this.#isLive[place] = 1
    return this.#hashes.slice(place * HASH_BYTES * 2, (place + 1) * HASH_BYTES * 2)
  }

  add(name: string, stat: FileStat, hash: string): void {
    this.#added.set(name, { stat, hash })
  }

  /** Keeps the entry of a file that was not read this time. */
  retain(name: string): void {
    const place = this.#places.get(name)
    if (place !== undefined) this.#isLive[place] = 1
  }

  /** Keeps all entries, because not every file was looked at. */
  retainAll(): void {
    this.#isLive.fill(1)
  }

  /** Returns the entries worth keeping, or null if nothing changed. */
  pack(): Packed | null {
    if (this.#added.size === 0 && this.#isLive.every((isLive) => isLive === 1)) return null
    const { names, stats, hashes } = this.#before
    const kept = names.flatMap((name, place) => (this.#isLive[place] === 1 && !this.#added.has(name) ? [place] : []))
    const added = [...this.#added.values()]
    const numbers = new Float64Array((kept.length + added.length) * FIELDS.length)
    kept.forEach((place, i) => {
      numbers.set(stats.subarray(place * FIELDS.length, (place + 1) * FIELDS.length), i * FIELDS.length)
    })
    added.forEach(({ stat }, i) => {
      numbers.set(
        FIELDS.map((field) => stat[field]),
        (kept.length + i) * FIELDS.length,
      )
    })
    return {
      names: [...kept.map((place) => names[place] as string), ...this.#added.keys()],
      stats: numbers,
      hashes: Buffer.concat([
        ...kept.map((place) => hashes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES)),
        ...added.map(({ hash }) => Buffer.from(hash, 'hex')),
      ]),
    }
  }

  /** Compares the fields in their order, one by one: a loop over them takes three times as long. */
  #isAt(place: number, stat: FileStat): boolean {
    const { stats } = this.#before
    const at = place * FIELDS.length
    return (
      stats[at] === stat.dev &&
      stats[at + 1] === stat.ino &&
      stats[at + 2] === stat.mode &&
      stats[at + 3] === stat.size &&
      stats[at + 4] === stat.mtimeMs &&
      stats[at + 5] === stat.ctimeMs
    )
  }
}

/** A cache in three parts: the names, six numbers per name, one hash per name. */
export type Packed = { names: string[]; stats: Float64Array; hashes: Buffer }

const NOTHING: Packed = { names: [], stats: new Float64Array(), hashes: Buffer.alloc(0) }

export function packedBytes({ names, stats, hashes }: Packed): Buffer {
  const numbers = Buffer.from(stats.buffer, stats.byteOffset, stats.byteLength)
  return Buffer.concat([numbers, hashes, Buffer.from(names.map((name) => `${name}\0`).join(''), 'latin1')])
}

/** Returns null if the bytes are not a cache of `count` files. */
export function unpack(bytes: Buffer, count: number): Packed | null {
  const [hashesAt, namesAt] = [count * STAT_BYTES, count * (STAT_BYTES + HASH_BYTES)]
  const names = bytes.toString('latin1', namesAt).split('\0')
  if (names.pop() !== '' || names.length !== count) return null
  // Copied, because a Float64Array must be aligned to 8 bytes.
  const stats = new Float64Array(new Uint8Array(bytes.subarray(0, hashesAt)).buffer)
  return { names, stats, hashes: bytes.subarray(hashesAt, namesAt) }
}
