import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_CHAR, anyValue } from '../../test/helpers/any.ts'
import { canonical, MAX_DEPTH } from './canonical.ts'
import type { Json, JsonObject } from './kinds.ts'

const SEED = { seed: 8785, numRuns: 300 }

/** RFC 8785, Appendix B: the bits of a double, and its text. */
const NUMBERS: [bits: string, text: string][] = [
  ['0000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
]

function double(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE()
}

/** The code of the error a call throws. */
function codeOf(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return (error as { code?: unknown }).code
  }
  return 'accepted'
}

const refusal = (value: unknown): unknown => codeOf(() => canonical(value as Json))

describe('RFC 8785', () => {
  it.each(NUMBERS)('writes the double %s as %s (Appendix B)', (bits, text) => {
    expect(canonical(double(bits))).toBe(text)
    expect(double(bits)).toBe(Number(text))
  })

  it.each(['7fffffffffffffff', '7ff0000000000000', 'fff0000000000000'])(
    'refuses the double %s: NaN and infinities have no JSON form (Appendix B)',
    (bits) => {
      expect(refusal(double(bits))).toBe('NOT_JSON')
    },
  )

  it('refuses -0, which the RFC writes as 0: a deliberate departure, because -0 would not survive a round trip', () => {
    expect(canonicalize(double('8000000000000000'))).toBe('0')
    expect(refusal(double('8000000000000000'))).toBe('NOT_JSON')
    expect(refusal({ a: [-0] })).toBe('NOT_JSON')
  })

  const sample = JSON.parse(String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`)

  it('writes the worked example of section 3.2.2 and 3.2.3 exactly', () => {
    expect(canonical(sample)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
  })

  it('writes the UTF-8 bytes of section 3.2.4 exactly', () => {
    const bytes = `7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333333333
      332e333333333333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac245c75303030665c6e41
      27425c225c5c5c5c5c222f227d`
    expect(Buffer.from(canonical(sample)).toString('hex')).toBe(bytes.replace(/\s/g, ''))
  })

  it('sorts keys by UTF-16 code units, as the example of section 3.2.3 does', () => {
    const unsorted = JSON.parse(String.raw`{
      "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
    }`)
    const order = canonical(unsorted).match(/(?<=:")[^"]+/g)
    expect(order).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  it('escapes quotes, backslashes and control characters, in the short form if there is one, and nothing else', () => {
    expect(canonical('\b\t\n\f\r"\\')).toBe(String.raw`"\b\t\n\f\r\"\\"`)
    expect(canonical('\u0000\u001f\u007f\u2028/€😀')).toBe('"\\u0000\\u001f\u007f\u2028/€😀"')
  })
})

/** Any JSON value except -0, which we refuse. */
const json = fc
  .jsonValue({ stringUnit: ANY_CHAR, maxDepth: 5 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Json)

describe('canonical', () => {
  it('agrees with the reference implementation on every value both accept', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonical(value)).toBe(canonicalize(value))
      }),
      SEED,
    )
  })

  it('agrees with the reference implementation on every finite double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        fc.pre(!Object.is(value, -0))
        expect(canonical(value)).toBe(canonicalize(value))
        expect(JSON.parse(canonical(value))).toBe(value)
      }),
      { ...SEED, numRuns: 3000 },
    )
  })

  it('round-trips: parsing its text yields the same value, and writing that yields the same text', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonical(value)
        const parsed = JSON.parse(text)
        expect(parsed).toStrictEqual(value)
        expect(canonical(parsed)).toBe(text)
      }),
      SEED,
    )
  })

  it('does not depend on the order in which keys were set', () => {
    const fields = fc.uniqueArray(fc.tuple(fc.string({ unit: ANY_CHAR }), json), { selector: ([key]) => key })
    fc.assert(
      fc.property(fields, fc.infiniteStream(fc.nat()), (entries, random) => {
        const shuffled = entries.map((entry) => ({ entry, at: random.next().value as number }))
        shuffled.sort((a, b) => a.at - b.at)
        expect(canonical(fromEntries(shuffled.map(({ entry }) => entry)))).toBe(canonical(fromEntries(entries)))
      }),
      SEED,
    )
  })

  it('writes number-like keys in text order, not in the order JavaScript keeps them', () => {
    expect(canonical({ 9: 1, 10: 2, a: 3, '-1': 4, '01': 5 })).toBe('{"-1":4,"01":5,"10":2,"9":1,"a":3}')
  })

  it('treats __proto__, constructor and toJSON as ordinary keys', () => {
    const text = '{"__proto__":{"admin":true},"constructor":1,"toJSON":"x"}'
    expect(canonical(JSON.parse(text))).toBe(text)
    expect(({} as { admin?: unknown }).admin).toBeUndefined()
  })

  it('accepts objects without a prototype', () => {
    expect(canonical(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}')
  })
})

/** Like Object.fromEntries; `__proto__` becomes a key. */
function fromEntries(entries: readonly (readonly [string, Json])[]): JsonObject {
  const object: JsonObject = {}
  for (const [key, value] of entries)
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true })
  return object
}

class Point {
  x = 1
}

class Numbers extends Array<number> {}

const sparse = (): number[] => {
  const array = [1, 2, 3]
  delete array[1]
  return array
}

const hidden = (target: object): object => Object.defineProperty(target, 'hidden', { value: 1, enumerable: false })

const REFUSED: [what: string, value: unknown][] = [
  ['undefined', undefined],
  ['a function', () => 1],
  ['a symbol', Symbol('x')],
  ['a BigInt', 1n],
  ['NaN', Number.NaN],
  ['1e400, which is Infinity', JSON.parse('1e400')],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['a lone high surrogate', 'a\ud83d'],
  ['a lone low surrogate', '\ude00a'],
  ['surrogates in the wrong order', '\ude00\ud83d'],
  ['a key with a lone surrogate', { '\ud800': 1 }],
  ['a value that is undefined', { a: undefined }],
  ['a sparse array', sparse()],
  ['an array with undefined in it', [1, undefined]],
  ['an array with a property', Object.assign([1], { extra: 2 })],
  ['an array with a hole and a property', Object.assign(sparse(), { extra: 2 })],
  ['an array with a symbol key', Object.assign([1], { [Symbol('x')]: 2 })],
  ['an instance of a subclass of Array', Numbers.from([1, 2])],
  ['an object with a symbol key', { [Symbol('x')]: 1 }],
  ['an object with a non-enumerable property', hidden({ a: 1 })],
  ['a Date', new Date(0)],
  ['a Map', new Map([['a', 1]])],
  ['a Set', new Set([1])],
  ['a regular expression', /x/],
  ['a Buffer', Buffer.from('x')],
  ['a boxed number', Object(1)],
  ['an instance of a class', new Point()],
  ['an object with a prototype of its own', Object.create({ a: 1 })],
  ['an Error', new Error('x')],
  ['a promise', Promise.resolve(1)],
]

describe('values that JSON cannot represent exactly are refused, never coerced', () => {
  it.each(REFUSED)('refuses %s', (_, value) => {
    expect(refusal(value)).toBe('NOT_JSON')
    expect(refusal([value])).toBe('NOT_JSON')
    expect(refusal({ deep: [{ value }] })).toBe('NOT_JSON')
  })

  it('names the path of the value it refuses', () => {
    expect(() => canonical({ calls: [{ args: 1 }, { args: undefined as unknown as Json }] })).toThrow(
      '"calls" › 1 › "args" › undefined has no JSON form',
    )
  })

  it('accepts nesting up to the limit and refuses one level more, for arrays and objects alike', () => {
    const array = (levels: number): Json => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
    const object = (levels: number): Json => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
    for (const nested of [array, object]) {
      expect(JSON.parse(canonical(nested(MAX_DEPTH)))).toStrictEqual(nested(MAX_DEPTH))
      expect(refusal(nested(MAX_DEPTH + 1))).toBe('TOO_DEEP')
      expect(refusal(nested(100_000))).toBe('TOO_DEEP')
    }
  })

  it('refuses an object that contains itself', () => {
    const circle: JsonObject = {}
    circle['self'] = [circle]
    expect(refusal(circle)).toBe('TOO_DEEP')
  })

  it('never accepts a value that would come back changed', () => {
    const anything = anyValue()
    fc.assert(
      fc.property(anything, (value) => {
        const code = refusal(value)
        if (code !== 'accepted') expect(['NOT_JSON', 'TOO_DEEP']).toContain(code)
        // Only null prototypes may differ: a clone has ordinary ones.
        else expect(JSON.parse(canonical(value as Json))).toStrictEqual(structuredClone(value))
      }),
      { ...SEED, numRuns: 3000 },
    )
  })
})
