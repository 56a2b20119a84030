import { describe, expect, it } from 'vitest'
import type { Json } from '../ledger/kinds.ts'
import { contains, narrow } from './contains.ts'

describe('contains', () => {
  it.each<[Json, Json]>([
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: { b: { c: null, d: 1 } } }, { a: { b: { c: null } } }],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }],
    [{ a: 0 }, { a: -0 }],
    [{}, {}],
  ])('%j contains %j', (found, wanted) => expect(contains(found, wanted)).toBe(true))

  it.each<[Json, Json]>([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: '1' }],
    [{}, { a: null }],
    [{ a: null }, { a: {} }],
    [null, {}],
    [[], {}],
    [{ a: [1, 2, 3] }, { a: [1, 2] }],
    [{ a: [1] }, { a: [1, 2] }],
    [{ a: [{ b: 2, c: 3 }] }, { a: [{ b: 2 }] }],
    [{ a: { 0: 1 } }, { a: [1] }],
    [{ a: [1] }, { a: { 0: 1 } }],
    [{}, { toString: 'x' }],
    [{}, JSON.parse('{"__proto__": {}}')],
  ])('%j does not contain %j', (found, wanted) => expect(contains(found, wanted)).toBe(false))
})

it('narrows a state to the fields that are wanted', () => {
  const found = { a: 1, b: { c: 2, d: 3 }, e: [1, { f: 2 }] }
  expect(narrow(found, { b: { c: 0, x: 0 }, e: [], y: 1 })).toEqual({ b: { c: 2 }, e: [1, { f: 2 }] })
  expect(narrow('text', { a: 1 })).toBe('text')
})
