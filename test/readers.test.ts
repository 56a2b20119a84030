import { describe, expect, it } from 'vitest'
import { READERS } from './helpers/readers.ts'
import { COUNTER, grown } from './helpers/worst-case.ts'
import { SLOW_ONCE } from './helpers/worst-texts.ts'

/** A megabyte of each text that stopped a reader's clock, as `npm run study -- readers` found them. A test passes by ending. */

const MEGABYTE = 1 << 20

const readerOf = (name: string): ((text: string) => unknown) =>
  READERS.get(name)?.read ?? expect.unreachable(`There is no reader of ${name}.`)

describe('a megabyte that once took minutes is read to its end, or refused', () => {
  it.each(SLOW_ONCE)('%s: %j and %j again and again', (name, head, part) => {
    const text = grown({ kind: 'repeated', head: [head], part: [part], tail: ['\u0002'] }, MEGABYTE)
    expect(readerOf(name)(text)).toSatisfy((found) => found === null || found !== undefined)
  })
})

it('reads a policy of the largest size with as many keys as fit', () => {
  const text = grown({ kind: 'repeated', head: ['version: 1\n'], part: [`a${COUNTER}: 1\n`], tail: [''] }, 200 << 10)
  expect(readerOf('a policy')(text)).toMatchObject([{ ok: false }, { ok: false }, { ok: false }])
})
