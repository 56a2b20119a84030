import { describe, expect, it } from 'vitest'
import { FEW, plainRisk, realPack, smallBytes, smallPack, storeOf } from '../../../test/helpers/packs.ts'
import { type Library, libraryOf } from '../library.ts'
import { riskOf } from '../risk.ts'
import { indexOf } from '../scorers/neighbours.ts'
import { VIEWS } from '../views/views.ts'
import { decodePack, encodePack } from './format.ts'

const membersOf = ({ size, member }: Library): unknown[] => Array.from({ length: size }, (_, i) => member(i))

describe('a pack', () => {
  it('comes back from its file as it was', () => {
    const pack = smallPack()
    expect(Buffer.compare(encodePack(pack), smallBytes())).toBe(0)
    expect(pack.made).toEqual({ from: 'test/helpers/packs.ts' })
    expect(membersOf(pack.library)).toEqual(
      [...FEW.filter(({ category }) => category !== null), ...FEW.filter(({ category }) => category === null)].map(
        ({ id, about, category }) => ({ id, about, category }),
      ),
    )
  })

  it('gives the same scores, bit by bit, before and after', () => {
    const { space } = smallPack()
    const fresh = { space, library: libraryOf(FEW, space), own: null }
    for (const { call } of FEW)
      expect(plainRisk(riskOf(call, storeOf(smallPack())))).toEqual(plainRisk(riskOf(call, fresh)))
  })

  it('can be read from any place in memory', () => {
    for (const offset of [0, 1, 3, 8]) {
      const memory = new Uint8Array(offset + smallBytes().length)
      memory.set(smallBytes(), offset)
      expect(decodePack(memory.subarray(offset)).id).toBe(smallPack().id)
    }
  })

  it('keeps any text and any weight of a member', () => {
    const { space } = smallPack()
    const [first] = FEW
    if (first === undefined) throw new Error('There are a few.')
    const about = '\u0000 ü 😀 "\\\n'
    const library = libraryOf([{ ...first, about, weight: 0.5 }], space)
    const read = decodePack(encodePack({ space, library, made: {} }))
    expect(read.library.member(0)).toEqual({ id: first.id, about, category: first.category })
    expect([...read.library.weights]).toEqual([128])
  })
})

describe("a pack's id", () => {
  it('changes with a calibration, a member and a weight', () => {
    const { space, library, id } = smallPack()
    const [first, ...views] = space.views
    if (first === undefined) throw new Error('There are five views.')
    const tuned = { ...first, calibration: { hundredth: 1, twentieth: 0 } }
    const ids = [
      { space: { ...space, views: [tuned, ...views] }, library },
      { space, library: libraryOf(FEW.slice(1), space) },
      { space, library: { ...library, weights: library.weights.map(() => 1) } },
    ].map((changed) => decodePack(encodePack({ ...changed, made: {} })).id)
    expect(new Set([id, ...ids]).size).toBe(4)
  })

  it('does not change with the sources that it was made from', () => {
    expect(decodePack(encodePack({ ...smallPack(), made: { from: 'elsewhere' } })).id).toBe(smallPack().id)
  })
})

describe('a file without weights', () => {
  it('holds remembered calls, to be used with the space of a pack', () => {
    const { space } = smallPack()
    const library = libraryOf(FEW, space)
    const read = decodePack(encodePack({ space: { views: [], categories: [] }, library, made: {} }))
    expect(read.space).toEqual({ views: [], categories: [] })
    for (const { call } of FEW)
      expect(plainRisk(riskOf(call, { space, library: read.library, own: null }))).toEqual(
        plainRisk(riskOf(call, storeOf(smallPack()))),
      )
  })

  it('may hold none', () => {
    const { space } = smallPack()
    const read = decodePack(
      encodePack({ space: { views: [], categories: [] }, library: libraryOf([], space), made: {} }),
    )
    expect(read.library).toMatchObject({ size: 0, patterns: 0 })
  })
})

it('a pack may have more than 65,535 members', () => {
  const size = 65_600
  const sketches = Array.from({ length: size }, (_, i) => ({
    features: Uint16Array.of(i % 65_536),
    shares: Uint8Array.of(255),
  }))
  const index = indexOf(sketches)
  const library: Library = {
    size,
    patterns: size,
    neighbours: VIEWS.map(() => index),
    weights: new Uint8Array(size).fill(255),
    member: (i) => ({ id: `p${i}`, about: `pattern ${i}`, category: 'destructive' }),
  }
  const read = decodePack(encodePack({ space: { views: [], categories: [] }, library, made: {} })).library
  expect(read).toMatchObject({ size, patterns: size })
  expect(read.neighbours[4]?.members.at(-1)).toBe(index.members.at(-1))
  expect(read.member(65_599)).toEqual({ id: 'p65599', about: 'pattern 65599', category: 'destructive' })
})

it('the pack that is shipped has every line of pack/', () => {
  const { library } = realPack()
  expect(library.size).toBeGreaterThan(7_000)
  expect(library.patterns).toBeGreaterThan(2_000)
  expect(new Set(membersOf(library).map((one) => (one as { about: string }).about)).size).toBeGreaterThan(5_000)
})
