import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPack } from '../../scripts/trust-pack.ts'
import { FEW, plainRisk, realPack, rememberedCall, smallPack, storeOf } from '../../test/helpers/packs.ts'
import { LONG, scaled, seed } from '../../test/helpers/scale.ts'
import { callOf } from './call.ts'
import { type Library, libraryOf } from './library.ts'
import type { Category, Remembered } from './patterns.ts'
import { riskOf } from './risk.ts'
import type { Store } from './scorers/scorer.ts'

const remembered = (command: string, category: Category | null, weight = 1): Remembered =>
  rememberedCall(callOf({ tool: 'Bash', input: { command } }), command, category, weight)

const { space } = smallPack()

describe('a library', () => {
  it('has danger patterns first, then exemplars, each in its order', () => {
    const library = libraryOf(
      [remembered('a', null), remembered('b', 'persistence'), remembered('c', 'destructive')],
      space,
    )
    expect(library).toMatchObject({ size: 3, patterns: 2 })
    expect([0, 1, 2].map((i) => library.member(i))).toMatchObject([
      { about: 'b', category: 'persistence' },
      { about: 'c', category: 'destructive' },
      { about: 'a', category: null },
    ])
  })

  it('keeps confidence in 255ths', () => {
    const calls = [1, 0.5, 0].map((weight, i) => remembered(`x${i}`, 'destructive', weight))
    expect([...libraryOf(calls, space).weights]).toEqual([255, 128, 0])
  })

  it('may be empty', () => {
    expect(libraryOf([], space)).toMatchObject({ size: 0, patterns: 0 })
    expect(libraryOf([], space).member(0)).toEqual({ id: '', about: '', category: null })
    expect(
      riskOf(callOf({ tool: 'Bash', input: { command: 'ls' } }), { space, library: libraryOf([], space), own: null })
        .score,
    ).not.toBe(null)
  })

  it('makes a call like a pattern riskier, and one like an exemplar less risky', () => {
    const { space: real, library } = realPack()
    const call = callOf({ tool: 'Bash', input: { command: 'frobnicate --all --force zone-7' } })
    const score = (more: Remembered[]): number =>
      riskOf(call, { space: real, library, own: libraryOf(more, real) }).score ?? Number.NaN
    const plain = score([])
    expect(score([remembered('frobnicate --all --force zone-9', 'destructive')])).toBeGreaterThan(plain)
    expect(score([remembered('frobnicate --all --force zone-9', null)])).toBeLessThan(plain)
  })

  it('does not count a pattern whose weight is 0', () => {
    const { space: real, library } = realPack()
    const call = callOf({ tool: 'Bash', input: { command: 'frobnicate --all --force' } })
    const own = libraryOf([remembered('frobnicate --all --force', 'destructive', 0)], real)
    expect(plainRisk(riskOf(call, { space: real, library, own }))).toEqual(plainRisk(riskOf(call, storeOf(realPack()))))
  })
})

describe('a copy of a remembered call', () => {
  it('is not kept; the greater confidence is', () => {
    const library = libraryOf(
      [remembered('a b', 'destructive', 0.2), remembered('a b', 'persistence', 0.8), remembered('a b', null, 0.4)],
      space,
    )
    expect(library).toMatchObject({ size: 2, patterns: 1 })
    expect([...library.weights]).toEqual([204, 102])
    expect(library.member(0)).toMatchObject({ about: 'a b', category: 'destructive' })
  })

  it('changes no score, even if many calls share its features', () => {
    const crowd = Array.from({ length: 150 }, (_, i) =>
      remembered(`scan zone ${String.fromCharCode(97 + (i % 26))}${i}`, null),
    )
    const calls = [
      ...crowd.slice(0, 20).map((one) => ({ ...one, category: 'destructive' as const })),
      ...crowd.slice(20),
      ...FEW,
    ]
    const store = (more: Remembered[]): Store => ({ space, library: libraryOf([...calls, ...more], space), own: null })
    const scoresIn = (known: Store): (number | null)[] => calls.map(({ call }) => riskOf(call, known).score)
    const before = scoresIn(store([]))
    fc.assert(
      fc.property(fc.constantFrom(...calls), (copied) => {
        expect(scoresIn(store([copied]))).toEqual(before)
      }),
      { seed: seed(), numRuns: scaled(200) },
    )
  })

  it('changes no score in the pack, if the pack has every line twice', () => {
    const { space: real } = realPack()
    const lines = readPack().filter((_, i) => i % (LONG ? 8 : 80) === 0)
    const [once, twice] = [lines, [...lines, ...lines]].map((all) => libraryOf(all, real)) as [Library, Library]
    expect(twice.size).toBe(once.size)
    const scoresIn = (known: Library): (number | null)[] =>
      lines.map(({ call }) => riskOf(call, { space: real, library: known, own: null }).score)
    expect(scoresIn(twice)).toEqual(scoresIn(once))
  })

  it('counts extra if a project has learnt it too: a pattern for danger, an exemplar against it', () => {
    const { space: real, library } = realPack()
    const lines = readPack()
    const line = fc.nat(lines.length - 1).map((i) => lines[i] as Remembered)
    fc.assert(
      fc.property(line, (copied) => {
        const own = libraryOf([copied], real)
        const before = riskOf(copied.call, { space: real, library, own: null }).opinions.map(({ raw }) => raw)
        const after = riskOf(copied.call, { space: real, library, own }).opinions.map(({ raw }) => raw)
        const sign = copied.category === null ? -1 : 1
        for (const [i, raw] of after.entries()) expect(sign * (raw - (before[i] ?? 0))).toBeGreaterThan(4)
      }),
      { seed: seed(), numRuns: scaled(1_000) },
    )
  })
})
