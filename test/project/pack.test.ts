import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { linesHash, readPack } from '../../scripts/trust-pack.ts'
import { decodePack } from '../../src/trust/pack/format.ts'
import { CATEGORIES } from '../../src/trust/patterns.ts'

const pack = readPack()

it('pack/weights.bin was trained with the lines in pack/', () => {
  expect(decodePack(readFileSync('pack/weights.bin')).made['packLines']).toBe(linesHash())
})

it('no call is in the pack twice', () => {
  expect(new Set(pack.map(({ id }) => id)).size).toBe(pack.length)
})

it('the pack has patterns of every category, and hundreds of patterns and exemplars', () => {
  expect(new Set(pack.flatMap(({ category }) => category ?? []))).toEqual(new Set(CATEGORIES))
  expect(pack.filter(({ category }) => category !== null).length).toBeGreaterThan(500)
  expect(pack.filter(({ category }) => category === null).length).toBeGreaterThan(500)
})

it('every line of the pack says in a few words what its call does', () => {
  expect(pack.filter(({ about }) => about.trim() !== about || about === '' || about.length > 100)).toEqual([])
})
