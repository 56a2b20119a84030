import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ANY_CHAR, anyValue } from '../../../../test/helpers/any.ts'
import { scaled, seed } from '../../../../test/helpers/scale.ts'
import { MAX_DEPTH } from '../../canonical.ts'
import { MAX_ENTRY_BYTES } from '../../chain.ts'
import { LedgerError } from '../../errors.ts'
import type { JsonObject } from '../../kinds.ts'
import { append, entriesOf, type Fresh, note, refusedWith, STREAM } from './common.ts'

class Point {
  x = 1
}

const nested = (levels: number): JsonObject => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

const sparse = (): unknown[] => {
  const array = [1, 2, 3]
  delete array[1]
  return array
}

const throwing = {
  get a(): never {
    throw new Error('boom')
  },
}

/** Bodies that must come back exactly. Parsed from JSON where a literal would mean something else. */
const CARRIED: [what: string, body: JsonObject][] = [
  ['an empty object', {}],
  ['__proto__ as a key', JSON.parse('{"__proto__":{"polluted":true},"a":{"__proto__":null}}')],
  ['constructor, prototype and toJSON as keys', JSON.parse('{"constructor":{"prototype":1},"toJSON":"x","then":1}')],
  ['keys that look like numbers', { 10: 'ten', 9: 'nine', '-1': 0, '1e3': 0, '01': 0 }],
  ['the empty key', { '': '' }],
  ['keys whose order differs between UTF-8 and UTF-16', { '\u{1f600}': 1, '\ufb33': 2, '\uffff': 3, z: 4, é: 5 }],
  ['control characters and line separators', { text: '\u0000\u0001\n\r\t\u007f\u0085\u2028\u2029\ufeff' }],
  ['text that looks like the end of a line', { text: '"},"hash":"0","key":"0","mac":"0"}\n{"entry":{' }],
  ['composed and decomposed letters', { a: '\u00e9', b: 'e\u0301' }],
  ['characters outside the Basic Multilingual Plane', { text: '😀👩‍👩‍👧‍👦\u{10ffff}' }],
  ['extreme numbers', { list: [Number.MAX_VALUE, 5e-324, 2 ** 53, -(2 ** 53), 1e21, 1e-7, 0.1, 1 / 3, 0] }],
  ['literals', { list: [null, true, false, [], {}, [[]], ''] }],
  ['nesting at the limit', nested(MAX_DEPTH)],
  ['a 900 kB string', { text: 'x'.repeat(900_000) }],
  ['900 kB of three-byte characters', { text: '€'.repeat(300_000) }],
  ['ten thousand keys', Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, i]))],
]

/** Bodies that JSON cannot represent exactly, and the resulting error codes. */
const REFUSED: [what: string, body: unknown, code: string][] = [
  ['nesting deeper than the limit', nested(MAX_DEPTH + 1), 'TOO_DEEP'],
  ['nesting that overflows a recursive writer', nested(100_000), 'TOO_DEEP'],
  ['a string larger than an entry', { text: 'x'.repeat(MAX_ENTRY_BYTES) }, 'ENTRY_TOO_LARGE'],
  ['many strings that together exceed the limit', { list: Array(200).fill('x'.repeat(10_000)) }, 'ENTRY_TOO_LARGE'],
  ['text that exceeds the limit in bytes, not in characters', { text: '€'.repeat(400_000) }, 'ENTRY_TOO_LARGE'],
  ['a lone surrogate', { text: 'a\ud800' }, 'NOT_JSON'],
  ['a lone surrogate in a key', { '\udc00': 1 }, 'NOT_JSON'],
  ['1e400, which is Infinity', { n: JSON.parse('1e400') }, 'NOT_JSON'],
  ['NaN', { n: Number.NaN }, 'NOT_JSON'],
  ['-0', { n: -0 }, 'NOT_JSON'],
  ['undefined', { a: undefined }, 'NOT_JSON'],
  ['a hole in an array', { list: sparse() }, 'NOT_JSON'],
  ['undefined in an array', { list: [undefined] }, 'NOT_JSON'],
  ['a Date', { at: new Date(0) }, 'NOT_JSON'],
  ['a Map', { map: new Map([['a', 1]]) }, 'NOT_JSON'],
  ['a Set', { set: new Set([1]) }, 'NOT_JSON'],
  ['a BigInt', { n: 1n }, 'NOT_JSON'],
  ['a function', { f: () => 1 }, 'NOT_JSON'],
  ['a toJSON function', { toJSON: () => ({ other: 1 }) }, 'NOT_JSON'],
  ['a symbol', { s: Symbol('s') }, 'NOT_JSON'],
  ['a symbol as a key', { [Symbol('s')]: 1 }, 'NOT_JSON'],
  ['a class instance', { point: new Point() }, 'NOT_JSON'],
  ['a Buffer', { bytes: Buffer.from('x') }, 'NOT_JSON'],
  ['a boxed string', { text: Object('x') }, 'NOT_JSON'],
  ['a getter that throws', throwing, 'NOT_JSON'],
  ['a Map as the body', new Map([['a', 1]]), 'NOT_JSON'],
  ['an array as the body', [1], 'ENTRY_INVALID'],
  ['null as the body', null, 'ENTRY_INVALID'],
  ['a string as the body', 'text', 'ENTRY_INVALID'],
  ['no body', undefined, 'ENTRY_INVALID'],
]

export function hostileBodies(fresh: Fresh): void {
  it.each(CARRIED)('come back exactly: %s', async (_, body) => {
    const store = await fresh()
    await append(store, STREAM, [note(body), note({ after: true })])
    const [entry, next] = await entriesOf(store)
    expect(isDeepStrictEqual(entry?.body, body)).toBe(true)
    expect(entry?.redacted).toBeUndefined()
    expect(next?.body).toEqual({ after: true })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it.each(REFUSED)('are refused, not coerced: %s', async (_, body, code) => {
    const store = await fresh()
    await append(store, STREAM, [note({ before: true })])
    await expect(store.append(STREAM, [{ ...note(), body: body as JsonObject }])).rejects.toThrow(refusedWith(code))
    await append(store, STREAM, [note({ after: true })])
    expect((await entriesOf(store)).map((entry) => entry.body)).toEqual([{ before: true }, { after: true }])
  })

  it('that contain themselves are refused', async () => {
    const store = await fresh()
    const circle: JsonObject = {}
    circle['self'] = circle
    await expect(store.append(STREAM, [note(circle)])).rejects.toThrow(refusedWith('TOO_DEEP'))
  })

  it('of exactly the maximum size come back', async () => {
    const store = await fresh()
    let fits = MAX_ENTRY_BYTES - 1000
    let excess = MAX_ENTRY_BYTES
    while (excess - fits > 1) {
      const size = Math.floor((fits + excess) / 2)
      const isRefused = await store.append('session/probe', [note({ text: 'x'.repeat(size) })]).then(
        () => false,
        (error: unknown) => error instanceof LedgerError && error.code === 'ENTRY_TOO_LARGE',
      )
      if (isRefused) excess = size
      else fits = size
    }
    await append(store, STREAM, [note({ text: 'x'.repeat(fits) }), note()])
    expect((await entriesOf(store)).map(({ body }) => String(body['text'] ?? '').length)).toEqual([fits, 0])
    expect(fits).toBeGreaterThan(MAX_ENTRY_BYTES - 1000)
  })

  it('of any kind come back exactly or are refused with a code', async () => {
    const store = await fresh()
    const counts = { stored: 0, refused: 0 }
    const anything = anyValue(3)
    const body = fc.oneof(
      fc.dictionary(fc.string({ unit: ANY_CHAR }), fc.jsonValue({ stringUnit: ANY_CHAR })),
      fc.dictionary(fc.string(), anything),
    )
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const outcome = await store.append(STREAM, [note(value as JsonObject)]).catch((error: unknown) => error)
        if (outcome instanceof Error) {
          counts.refused++
          expect(outcome).toEqual(refusedWith('NOT_JSON', 'TOO_DEEP'))
          return
        }
        const start = ++counts.stored
        const [entry] = await entriesOf(store, STREAM, { start, end: start + 1 })
        // A clone has ordinary prototypes, like parsed JSON; nothing else may differ.
        if (entry?.redacted === undefined) expect(isDeepStrictEqual(entry?.body, structuredClone(value))).toBe(true)
      }),
      { seed: seed(), numRuns: scaled(1_000) },
    )
    expect(Math.min(counts.stored, counts.refused)).toBeGreaterThan(scaled(100))
    expect((await entriesOf(store)).length).toBe(counts.stored)
  })
}
