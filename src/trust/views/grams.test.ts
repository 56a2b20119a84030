import { describe, expect, it } from 'vitest'
import { addBag, addChars, addWords } from './grams.ts'

function collected(act: (into: { add(feature: number): void }) => void): number[] {
  const found: number[] = []
  act({ add: (feature) => void found.push(feature) })
  return found
}

const chars = (text: string): number[] => collected((into) => addChars(text, into))
const words = (...list: string[]): number[] => collected((into) => addWords(list, into))
const bag = (label: string, ...list: string[]): number[] => collected((into) => addBag(list, label, into))

describe('runs of characters', () => {
  it('are four long, and overlap', () => {
    expect(chars('abcdef')).toEqual([...chars('abcd'), ...chars('bcde'), ...chars('cdef')])
    expect(chars('abc')).toEqual([])
    expect(chars('')).toEqual([])
  })

  it('do not tell digits apart', () => {
    expect(chars('port 4444')).toEqual(chars('port 9051'))
    expect(chars('port 4444')).not.toEqual(chars('port xxxx'))
  })
})

describe('words', () => {
  it('count alone and in pairs', () => {
    expect(words('a', 'b')).toHaveLength(3)
    expect(words('a', 'b', 'c')).toEqual(expect.arrayContaining([...words('a', 'b'), ...words('b', 'c')]))
  })

  it('differ by their order', () => {
    expect(new Set(words('a', 'b'))).not.toEqual(new Set(words('b', 'a')))
  })
})

describe('words without order', () => {
  it('are the same features in any order', () => {
    expect(new Set(bag('x ', 'a', 'b'))).toEqual(new Set(bag('x ', 'b', 'a')))
  })

  it('are kept apart by their label', () => {
    expect(bag('x ', 'a')).not.toEqual(bag('y ', 'a'))
    expect(bag('x ', 'a')).not.toEqual(words('a'))
  })
})
