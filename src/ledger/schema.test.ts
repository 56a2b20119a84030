import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { scaled, seed } from '../../test/helpers/scale.ts'
import {
  ACTORS,
  type ArtifactRef,
  type Entry,
  isArtifactRef,
  isEntry,
  type JsonObject,
  type Redactions,
  STREAM_KINDS,
} from './kinds.ts'
import { artifactSchema, entrySchema } from './schema.ts'

/** True only if two types are identical, including optional and read-only fields. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2
    ? (<T>() => T extends B ? 1 : 2) extends <T>() => T extends A ? 1 : 2
      ? true
      : false
    : false

/** Does not compile unless the two types are the same. */
const provenSame = <A, B>(proof: Same<A, B>): boolean => proof

describe('the zod schemas', () => {
  it('have exactly the types of kinds.ts (the compiler checks it)', () => {
    expect(provenSame<z.infer<typeof entrySchema>, Entry>(true)).toBe(true)
    expect(provenSame<z.input<typeof entrySchema>, Entry>(true)).toBe(true)
    expect(provenSame<z.infer<typeof artifactSchema>, ArtifactRef>(true)).toBe(true)
    expect(provenSame<z.input<typeof artifactSchema>, ArtifactRef>(true)).toBe(true)
  })

  it('would not compile if a field, its type or its optionality differed', () => {
    // @ts-expect-error an extra field
    provenSame<Entry & { more: 1 }, Entry>(true)
    // @ts-expect-error a missing field
    provenSame<Omit<Entry, 'prev'>, Entry>(true)
    // @ts-expect-error a wider type
    provenSame<Omit<Entry, 'seq'> & { seq: number | string }, Entry>(true)
    // @ts-expect-error an optional field that may also be undefined
    provenSame<Omit<ArtifactRef, 'redacted'> & { redacted?: Redactions | undefined }, ArtifactRef>(true)
    // @ts-expect-error a field that is not optional
    provenSame<Required<ArtifactRef>, ArtifactRef>(true)
    expect(provenSame<Required<ArtifactRef>, ArtifactRef>(false)).toBe(false)
  })
})

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
const word = fc.string({ unit: fc.constantFrom(...'abcz09'), minLength: 1, maxLength: 6 })
const count = fc.maxSafeNat()
const redacted: fc.Arbitrary<Redactions> = fc.dictionary(word, count, { noNullPrototype: true })
/** Bodies as JSON.parse returns them, with keys that break naive object copies. */
const body = fc
  .dictionary(
    fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toJSON')),
    fc.jsonValue({ maxDepth: 4 }),
  )
  .map((value): JsonObject => JSON.parse(JSON.stringify(value)))

const artifact: fc.Arbitrary<ArtifactRef> = fc.record(
  {
    name: fc.oneof(word, fc.constantFrom('stdout', 'a b', 'ö/€😀', 'x'.repeat(255))),
    sha256: hex,
    bytes: count,
    media: fc.constantFrom('text/plain', 'application/x-tar', 'application/vnd.api+json'),
    redacted,
  },
  { noNullPrototype: true, requiredKeys: ['name', 'sha256', 'bytes', 'media'] },
)

const entry: fc.Arbitrary<Entry> = fc.record(
  {
    v: fc.constant<1>(1),
    stream: fc.tuple(fc.constantFrom(...STREAM_KINDS), word).map(([kind, id]) => `${kind}/${id}`),
    seq: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    at: fc
      .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    kind: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => ['a', ...words].join('.')),
    actor: fc.constantFrom(...ACTORS),
    body,
    artifacts: fc.array(artifact, { maxLength: 3 }),
    prev: hex,
    redacted,
  },
  { noNullPrototype: true, requiredKeys: ['v', 'stream', 'seq', 'at', 'kind', 'actor', 'body', 'artifacts', 'prev'] },
)

/** Values that are wrong, or nearly wrong, in some field. */
const WRONG: unknown[] = [
  ...[null, true, false, 0, 1, 2, -1, 1.5, 2 ** 53, JSON.parse('1e400'), '', 'x', '1', [], {}, [null], [[]]],
  ...[
    'session/a',
    'session/..',
    'session/a\n',
    'note',
    'Tool',
    'agent',
    'root',
    '2026-01-01',
    '2026-01-01T00:00:00.000Z',
  ],
  ...[
    'A'.repeat(64),
    '0'.repeat(64),
    `${'0'.repeat(64)}\n`,
    '+010000-01-01T00:00:00.000Z',
    '2026-01-01T00:00:00.000Z\n',
  ],
  ...['text/plain', 'text', 'TEXT/plain', 'text/plain; charset=utf-8', 'a\nb', 'a\u0000b', 'a\ud800', '\u0085'],
  ...['x'.repeat(65), 'x'.repeat(255), 'x'.repeat(256), '😀'.repeat(127), '😀'.repeat(128), 'a\u2028b'],
  ...[{ a: 1 }, { a: -1 }, { a: 'x' }, { a: null }, { a: 1.5 }, { a: 2 ** 53 }, { a: { b: [] } }],
  ...['{"__proto__":1}', '{"__proto__":"x"}', '{"a":{"__proto__":null}}'].map((text) => JSON.parse(text)),
]
const wrong = fc.oneof(fc.constantFrom(...WRONG), fc.jsonValue())

type Change = { kind: 'drop' | 'set' | 'add'; at: number; value: unknown; key: string }

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('drop', 'set', 'add'),
  at: fc.nat(),
  value: wrong,
  key: fc.oneof(fc.constantFrom('redacted', 'hash', '__proto__', 'V', 'toString'), fc.string()),
})

/** One change to an object: a key dropped, changed or added. Keeps `__proto__` an ordinary key. */
function changed(target: object, { kind, at, value, key }: Change): object {
  const keys = Object.keys(target)
  const place = kind === 'add' || keys.length === 0 ? key : (keys[at % keys.length] ?? key)
  const copy = structuredClone(target) as Record<string, unknown>
  if (kind === 'drop') delete copy[place]
  else Object.defineProperty(copy, place, { value, enumerable: true, configurable: true, writable: true })
  return copy
}

/** A change to the entry itself, or to something inside it. */
function changedSomewhere(whole: Entry, one: Change, depth: number): object {
  const copy = structuredClone(whole) as unknown as Record<string, unknown>
  const [first] = whole.artifacts
  if (depth === 1 && first) copy['artifacts'] = [...whole.artifacts.slice(1), changed(first, one)]
  else if (depth === 2 && whole.redacted) copy['redacted'] = changed(whole.redacted, one)
  else if (depth === 3) copy['body'] = changed(whole.body, one)
  else return changed(whole, one)
  return copy
}

const RUNS = { seed: seed(), numRuns: scaled(20_000) }

describe('the guards and the schemas', () => {
  const whole = {
    v: 1,
    stream: 'session/a',
    seq: 1,
    at: '2026-01-01T00:00:00.000Z',
    kind: 'note',
    actor: 'harness',
    body: {},
    artifacts: [],
    prev: '0'.repeat(64),
  }

  it('accept every valid entry, and the schema returns it unchanged', () => {
    fc.assert(
      fc.property(entry, (value) => {
        expect(isEntry(value)).toBe(true)
        expect(entrySchema.parse(value)).toStrictEqual(value)
      }),
      { ...RUNS, numRuns: 300 },
    )
  })

  it('agree on entries with a key missing, added or set to something else', () => {
    const verdicts = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(entry, change, fc.nat({ max: 4 }), (value, one, depth) => {
        const hostile = changedSomewhere(value, one, depth)
        const accepts = isEntry(hostile)
        verdicts[accepts ? 'accepted' : 'refused']++
        expect(entrySchema.safeParse(hostile).success).toBe(accepts)
      }),
      RUNS,
    )
    // Otherwise the generator tests only one side.
    expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(RUNS.numRuns / 10)
  })

  it('agree on artifact references with a key missing, added or set to something else', () => {
    const verdicts = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(artifact, change, (value, one) => {
        const hostile = changed(value, one)
        const accepts = isArtifactRef(hostile)
        verdicts[accepts ? 'accepted' : 'refused']++
        expect(artifactSchema.safeParse(hostile).success).toBe(accepts)
      }),
      RUNS,
    )
    expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(RUNS.numRuns / 20)
  })

  it('agree on every field set to many wrong or nearly right values', () => {
    const ref = { name: 'a', sha256: '0'.repeat(64), bytes: 1, media: 'text/plain', redacted: { jwt: 1 } }
    for (const value of WRONG) {
      for (const key of [...Object.keys(whole), 'redacted', 'more']) {
        const hostile = { ...whole, [key]: value }
        expect(entrySchema.safeParse(hostile).success, `${key}: ${JSON.stringify(value)}`).toBe(isEntry(hostile))
      }
      for (const key of [...Object.keys(ref), 'more']) {
        const hostile = { ...ref, [key]: value }
        expect(artifactSchema.safeParse(hostile).success, `${key}: ${JSON.stringify(value)}`).toBe(
          isArtifactRef(hostile),
        )
      }
    }
    expect(isEntry({ ...whole, seq: 0 })).toBe(false)
  })

  it('agree on values that are not objects', () => {
    fc.assert(
      fc.property(wrong, (value) => {
        expect(entrySchema.safeParse(value).success).toBe(isEntry(value))
        expect(artifactSchema.safeParse(value).success).toBe(isArtifactRef(value))
      }),
      { ...RUNS, numRuns: 300 },
    )
  })

  it.each([
    ['a key called __proto__', '{"__proto__":{"a":1},"b":{"__proto__":2}}'],
    ['a number too large for a double', '{"a":1e400}'],
    ['nesting that overflows a recursive reader', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ])('agree on a body with %s, and the schema returns it unchanged', (_, text) => {
    const value = { ...whole, body: JSON.parse(text) }
    const parsed = entrySchema.safeParse(value)
    expect(parsed.success).toBe(isEntry(value))
    expect(parsed.data?.body).toBe(value.body)
  })
})
