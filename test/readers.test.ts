import { describe, expect, it } from 'vitest'
import { READERS } from './helpers/readers.ts'
import { scaled } from './helpers/scale.ts'
import { grown } from './helpers/worst-case.ts'
import { SLOW_ONCE, WORST } from './helpers/worst-texts.ts'

/** A megabyte of the text that takes each reader longest, as `npm run study -- readers` found it. It passes by ending. */

const MEGABYTE = 1 << 20

const readerOf = (name: string): ((text: string) => unknown) =>
  READERS.get(name)?.read ?? expect.unreachable(`There is no reader of ${name}.`)

it('every reader has a worst text', () => {
  expect(Object.keys(WORST).sort()).toEqual([...READERS.keys()].sort())
})

describe('a megabyte of the worst text is read to its end, or refused', () => {
  it.each(Object.entries(WORST))('%s', (name, [kind, head, part, tail]) => {
    // Readers that take a second for a megabyte of anything show as much with a part of it.
    const text = grown({ kind, head: [head], part: [part], tail: [tail] }, scaled(MEGABYTE, MEGABYTE >> 2))
    expect(readerOf(name)(text)).toSatisfy((found) => found === null || found !== undefined)
  })
})

describe('a megabyte that once took minutes is read to its end, or refused', () => {
  it.each(SLOW_ONCE)('%s: %j and %j again and again', (name, head, part) => {
    const text = grown({ kind: 'repeated', head: [head], part: [part], tail: ['\u0002'] }, MEGABYTE)
    expect(readerOf(name)(text)).toSatisfy((found) => found === null || found !== undefined)
  })
})
