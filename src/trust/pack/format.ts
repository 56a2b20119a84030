import { sha256 } from '../../ledger/digest.ts'
import { isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import { TrustError } from '../errors.ts'
import type { Library } from '../library.ts'
import { CATEGORIES } from '../patterns.ts'
import type { Neighbours } from '../scorers/neighbours.ts'
import type { CategorySpace, Space, ViewSpace } from '../space.ts'
import { FEATURE_VERSION } from '../views/feature.ts'
import { VIEWS } from '../views/views.ts'

/**
 * The file form of a space, a library or both: plain arrays behind a JSON header, so that loading is one read. Layout:
 * the magic, the header's length, the header, then the arrays, each at a multiple of eight bytes, little-endian.
 */
export type Pack = {
  /** A hash of everything but `made`. Entries name it. */
  id: string
  /** The sources of the content. */
  made: JsonObject
  /** Empty in a file that holds only remembered calls. */
  space: Space
  library: Library
}

const MAGIC = 'BAILPACK'
const HEAD_BYTES = 16

type Tuned = Pick<ViewSpace, 'unit' | 'bias' | 'calibration'>

type Arrays = { [name: string]: Uint8Array | Int8Array | Uint16Array | Uint32Array }

export function encodePack({ space, library, made }: Omit<Pack, 'id'>): Uint8Array {
  const arrays: Arrays = { ...memberArrays(library) }
  const views = VIEWS.map(({ name }, i): JsonObject => {
    const { blocks, counts, members, shares } = required(library.neighbours[i])
    Object.assign(arrays, labelled(name, { blocks, counts, members, shares }))
    const own = space.views[i]
    if (own === undefined) return { name }
    const { weights, rarity, unit, bias, calibration } = own
    Object.assign(arrays, labelled(name, { weights, rarity }))
    return { name, unit, bias, calibration: { ...calibration } }
  })
  const categories = space.categories.map(({ category, weights, unit, bias }) => {
    arrays[category] = weights
    return { category, unit, bias }
  })
  const { table, bytes } = laidOut(arrays)
  const { size, patterns } = library
  const content: JsonObject = { features: FEATURE_VERSION, size, patterns, views, categories, arrays: table }
  const id = sha256(`${JSON.stringify(content)}\n${sha256(bytes)}`).slice(0, 16)
  const header: JsonObject = { id, made, ...content }
  const text = new TextEncoder().encode(JSON.stringify(header))
  const start = aligned(HEAD_BYTES + text.length)
  const file = new Uint8Array(start + bytes.length)
  file.set(new TextEncoder().encode(MAGIC))
  new DataView(file.buffer).setUint32(8, text.length, true)
  file.set(text, HEAD_BYTES)
  file.set(bytes, start)
  return file
}

/** Members as arrays: ids and texts one after the other, where each ends, their categories and their weights. */
function memberArrays({ size, weights, member }: Library): Arrays {
  const texts = Array.from({ length: size }, (_, i) => new TextEncoder().encode(`${member(i).id} ${member(i).about}`))
  const ends = new Uint32Array(size)
  let end = 0
  for (const [i, text] of texts.entries()) ends[i] = end += text.length
  const abouts = new Uint8Array(end)
  for (const [i, text] of texts.entries()) abouts.set(text, (ends[i] ?? 0) - text.length)
  const categories = Uint8Array.from({ length: size }, (_, i) => {
    const { category } = member(i)
    return category === null ? NO_CATEGORY : CATEGORIES.indexOf(category)
  })
  return { abouts, ends, categories, memberWeights: weights }
}

const NO_CATEGORY = 255

function labelled(view: string, arrays: Arrays): Arrays {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${view} ${name}`, array]))
}

/** The beginning of each array, its length in elements, and the bytes of one element. */
function laidOut(arrays: Arrays): { table: JsonObject; bytes: Uint8Array } {
  const table: JsonObject = {}
  let end = 0
  for (const [name, array] of Object.entries(arrays)) {
    table[name] = [end, array.length, array.BYTES_PER_ELEMENT]
    end = aligned(end + array.byteLength)
  }
  const bytes = new Uint8Array(end)
  for (const [name, array] of Object.entries(arrays))
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), (table[name] as number[])[0])
  return { table, bytes }
}

const aligned = (length: number): number => Math.ceil(length / 8) * 8

/** Reads a pack. Throws PACK_UNUSABLE if it is damaged or made for other features. */
export function decodePack(file: Uint8Array): Pack {
  try {
    return decoded(file)
  } catch (error) {
    if (error instanceof TrustError) throw error
    throw new TrustError('PACK_UNUSABLE', 'The pattern pack is damaged. Reinstall Bailiff.', { cause: error })
  }
}

function decoded(given: Uint8Array): Pack {
  // Arrays need an aligned start; a slice of a larger buffer may not have one.
  const file = given.byteOffset % 8 === 0 ? given : given.slice()
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  if (bytes.toString('latin1', 0, 8) !== MAGIC) throw damaged()
  const length = bytes.readUInt32LE(8)
  const header: Json = JSON.parse(bytes.toString('utf8', HEAD_BYTES, HEAD_BYTES + length))
  if (!isObject(header)) throw damaged()
  if (header['features'] !== FEATURE_VERSION)
    throw new TrustError(
      'PACK_UNUSABLE',
      'The pattern pack was made for another version of Bailiff. Reinstall Bailiff.',
    )
  const start = aligned(HEAD_BYTES + length)
  const bytesOf = (name: string, width: number): Uint8Array => {
    const [at, count, own] = (header['arrays'] as { [name: string]: number[] })[name] ?? []
    if (at === undefined || count === undefined || own !== width || !(at >= 0 && count >= 0)) throw damaged()
    if (start + at + count * width > file.length) throw damaged()
    return file.subarray(start + at, start + at + count * width)
  }
  const views = header['views'] as (Partial<Tuned> & { name: string })[]
  if (views.length !== VIEWS.length || views.some(({ name }, i) => name !== VIEWS[i]?.name)) throw damaged()
  const size = Number(header['size'])
  const patterns = Number(header['patterns'])
  const abouts = bytesOf('abouts', 1)
  const ends = words(bytesOf('ends', 4))
  const categories = bytesOf('categories', 1)
  const memberWeights = bytesOf('memberWeights', 1)
  if ([ends, categories, memberWeights].some(({ length: own }) => own !== size)) throw damaged()
  if (!Number.isInteger(patterns) || patterns < 0 || patterns > size) throw damaged()
  return {
    id: String(header['id']),
    made: header['made'] as JsonObject,
    space: {
      views: views.flatMap(({ name, unit, bias, calibration }) => {
        if (unit === undefined || bias === undefined || calibration === undefined) return []
        const { hundredth, twentieth } = calibration
        if (![unit, bias, hundredth, twentieth].every(Number.isFinite) || hundredth <= twentieth) throw damaged()
        const weights = signed(bytesOf(`${name} weights`, 1))
        return [{ weights, rarity: bytesOf(`${name} rarity`, 1), unit, bias, calibration }]
      }),
      categories: (header['categories'] as Omit<CategorySpace, 'weights'>[]).map((one) => ({
        ...one,
        weights: signed(bytesOf(one.category, 1)),
      })),
    },
    library: {
      size,
      patterns,
      weights: memberWeights,
      neighbours: views.map(
        ({ name }): Neighbours => ({
          blocks: words(bytesOf(`${name} blocks`, 4)),
          counts: bytesOf(`${name} counts`, 1),
          members: size > 0xffff ? words(bytesOf(`${name} members`, 4)) : halves(bytesOf(`${name} members`, 2)),
          shares: bytesOf(`${name} shares`, 1),
        }),
      ),
      member(index) {
        const text = Buffer.from(abouts.subarray(index === 0 ? 0 : ends[index - 1], ends[index])).toString()
        const space = text.indexOf(' ')
        const category = CATEGORIES[categories[index] ?? NO_CATEGORY] ?? null
        return { id: text.slice(0, space), about: text.slice(space + 1), category }
      },
    },
  }
}

const signed = (bytes: Uint8Array): Int8Array => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
const words = (bytes: Uint8Array): Uint32Array => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
const halves = (bytes: Uint8Array): Uint16Array => new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)

const damaged = (): TrustError => new TrustError('PACK_UNUSABLE', 'The pattern pack is damaged. Reinstall Bailiff.')

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('A pack needs every view.')
  return value
}
