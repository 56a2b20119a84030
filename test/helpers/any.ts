import fc from 'fast-check'
import type { Json } from '../../src/ledger/kinds.ts'

/** Any whole character. The one of fast-check first lists all of them, which takes each process a second. */
export const ANY_CHAR: fc.Arbitrary<string> = fc.integer({ min: 0, max: 0x10f7ff }).map(
  (index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800),
  (char) => {
    const code = typeof char === 'string' ? (char.codePointAt(0) ?? -1) : -1
    if (code < 0 || (code >= 0xd800 && code < 0xe000) || char !== String.fromCodePoint(code))
      throw new Error('No character.')
    return code < 0xd800 ? code : code - 0x800
  },
)

/** Any text, half characters included. */
export const anyText = (maxLength = 200): fc.Arbitrary<string> =>
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength })

/** Any value that a program can pass, most of which JSON cannot carry. */
export const anyValue = (maxDepth?: number): fc.Arbitrary<unknown> =>
  fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    stringUnit: ANY_CHAR,
    ...(maxDepth !== undefined && { maxDepth }),
  })

/** Any JSON, including names that objects treat specially. */
export const anyJson = (): fc.Arbitrary<Json> =>
  fc.oneof(
    fc.jsonValue({ maxDepth: 6 }),
    fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'toString', 'command', 'id', 'x'), fc.jsonValue()),
  ) as fc.Arbitrary<Json>
