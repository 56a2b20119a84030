import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical } from '../ledger/canonical.ts'
import type { Json } from '../ledger/kinds.ts'
import { changesBetween } from './json-changes.ts'

describe('the changes between two JSON values', () => {
  it('are the fields that came, went and changed, at any depth', () => {
    expect(
      changesBetween({ a: 1, b: { c: 'x', d: [1, 2] }, e: true }, { b: { c: 'y', d: [1, 3, 4] }, e: true, f: {} }),
    ).toEqual([
      { path: ['a'], before: 1 },
      { path: ['b', 'c'], before: 'x', after: 'y' },
      { path: ['b', 'd', '1'], before: 2, after: 3 },
      { path: ['b', 'd', '2'], after: 4 },
      { path: ['f'], after: {} },
    ])
  })

  it('list the fields of what is new or gone, and tell null, empty and absent apart', () => {
    expect(changesBetween(null, { content: 'a' })).toEqual([{ path: ['content'], after: 'a' }])
    expect(changesBetween({ content: 'a' }, null)).toEqual([{ path: ['content'], before: 'a' }])
    expect(changesBetween({ a: null }, {})).toEqual([{ path: ['a'], before: null }])
    expect(changesBetween({ a: [] }, { a: {} })).toEqual([{ path: ['a'], before: [], after: {} }])
    expect(changesBetween({ a: 'x' }, { a: { b: 1 } })).toEqual([
      { path: ['a'], before: 'x' },
      { path: ['a', 'b'], after: 1 },
    ])
    expect(changesBetween({ files: {} }, { files: { a: 1 } })).toEqual([{ path: ['files', 'a'], after: 1 }])
  })

  it('treat fields like any others, whatever they are called', () => {
    const odd = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as Json
    expect(changesBetween({}, odd)).toEqual([
      { path: ['__proto__', 'a'], after: 1 },
      { path: ['constructor'], after: 2 },
    ])
  })

  it('are none exactly if the values are equal', () => {
    // As it is read from a file: without -0.
    const value = fc
      .json()
      .map((text) => JSON.parse(JSON.stringify(JSON.parse(text))) as Json)
      .filter((one) => one !== null)
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(changesBetween(a, a)).toEqual([])
        if (canonical(a) !== canonical(b)) expect(changesBetween(a, b)).not.toEqual([])
      }),
    )
  })
})
