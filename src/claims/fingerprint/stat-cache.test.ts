import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeKey } from '../../ledger/digest.ts'
import { openCache, sealCache } from './sealed-cache.ts'
import { type FileStat, isSettled, type Packed, StatCache } from './stat-cache.ts'

const HASH = 'ab'.repeat(32)
const STAT: FileStat = { dev: 1, ino: 2, mode: 3, size: 4, mtimeMs: 5.25, ctimeMs: 6 }
const KEY = makeKey(Buffer.alloc(32, 1))

function packedWith(...names: string[]): Packed {
  const cache = new StatCache()
  for (const name of names) cache.add(name, STAT, HASH)
  const packed = cache.pack()
  if (packed === null) throw new Error('The cache is empty.')
  return packed
}

describe('a stat cache', () => {
  it('recognises a file by all of its stat numbers', () => {
    const cache = new StatCache(packedWith('a', 'b'))
    expect(cache.find('a', STAT)).toBe(HASH)
    expect(cache.find('c', STAT)).toBeNull()
    for (const field of Object.keys(STAT)) expect(cache.find('a', { ...STAT, [field]: 7 })).toBeNull()
  })

  it('has nothing to write if nothing changed', () => {
    const cache = new StatCache(packedWith('a', 'b'))
    cache.find('a', STAT)
    cache.retain('b')
    expect(cache.pack()).toBeNull()
  })

  it('forgets removed files, keeps retained ones, and adds new ones', () => {
    const cache = new StatCache(packedWith('gone', 'seen', 'retained', 'changed'))
    cache.find('seen', STAT)
    cache.retain('retained')
    cache.retain('never known')
    const changed = { ...STAT, size: 9, mtimeMs: -1 }
    cache.add('changed', changed, 'cd'.repeat(32))
    const after = new StatCache(cache.pack() ?? undefined)
    expect(['gone', 'seen', 'retained', 'never known'].map((name) => after.find(name, STAT))).toEqual([
      null,
      HASH,
      HASH,
      null,
    ])
    expect([after.find('changed', STAT), after.find('changed', changed)]).toEqual([null, 'cd'.repeat(32)])
  })

  it('trusts a file only if its next change must show in its times', () => {
    const at = (mtimeMs: number, ctimeMs: number): boolean => isSettled({ ...STAT, mtimeMs, ctimeMs }, 100_000)
    expect([at(97_000, 97_000), at(1, 1)]).toEqual([true, true])
    expect([at(97_000, 99_000), at(99_000, 97_000), at(1, 200_000)]).toEqual([false, false, false])
  })
})

describe('a sealed cache', () => {
  const sealed = sealCache(packedWith('a', '\u00ff\n'), '/work', KEY)

  it('opens with the same content', () => {
    expect(openCache(sealed, '/work', KEY)).toEqual(packedWith('a', '\u00ff\n'))
  })

  it('is refused for another folder and under another key', () => {
    expect(openCache(sealed, '/other', KEY)).toBeNull()
    expect(openCache(sealed, '/work', makeKey(Buffer.alloc(32, 2)))).toBeNull()
  })

  it('is refused if any byte is changed, missing or added', () => {
    for (let i = 0; i < sealed.length; i++) {
      const flipped = Buffer.from(sealed)
      flipped[i] = (flipped[i] ?? 0) ^ 1
      expect(openCache(flipped, '/work', KEY)).toBeNull()
      expect(openCache(sealed.subarray(0, i), '/work', KEY)).toBeNull()
    }
    expect(openCache(Buffer.concat([sealed, Buffer.from('x')]), '/work', KEY)).toBeNull()
  })

  it('is refused without throwing, whatever the file contains', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, hasHead) => {
        const head = Buffer.from(hasHead ? `bailiff stat cache 1 3 ${KEY.id} ${HASH}\n` : '')
        expect(openCache(Buffer.concat([head, bytes]), '/work', KEY)).toBeNull()
      }),
    )
  })
})
