import fc from 'fast-check'
import type { Json } from '../../src/ledger/kinds.ts'

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
    stringUnit: 'binary',
    ...(maxDepth !== undefined && { maxDepth }),
  })

/** Any JSON, including names that objects treat specially. */
export const anyJson = (): fc.Arbitrary<Json> =>
  fc.oneof(
    fc.jsonValue({ maxDepth: 6 }),
    fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'toString', 'command', 'id', 'x'), fc.jsonValue()),
  ) as fc.Arbitrary<Json>
