import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MAX_DEPTH } from '../canonical.ts'
import { MAX_ENTRY_BYTES } from '../chain.ts'
import { LedgerError } from '../errors.ts'
import {
  type ArtifactRef,
  type Draft,
  type Entry,
  GENESIS,
  isEntry,
  type JsonObject,
  OWN_KINDS,
  type Receipt,
} from '../kinds.ts'
import type { Appended, Range, Store } from '../store.ts'

/** The store contract as tests. Call it from a driver's test file; `open` returns an empty store. */
export function storeConformance(name: string, open: () => Promise<Store> | Store): void {
  const fresh = async (): Promise<Store> => {
    const store = await open()
    onTestFinished(() => store.close())
    return store
  }
  describe(`the ${name} fulfils the store contract`, () => {
    describe('appending', () => appending(fresh))
    describe('reading', () => reading(fresh))
    describe('hostile bodies', () => hostileBodies(fresh))
    describe('malformed drafts', () => malformedDrafts(fresh))
    describe('secrets', () => secrets(fresh))
    describe('artifacts', () => artifacts(fresh))
    describe('closing', () => closing(fresh))
  })
}

type Fresh = () => Promise<Store>

const SEED = 20_260_201
const STREAM = 'session/a'

const note = (body: JsonObject = {}): Draft => ({ kind: 'note', actor: 'harness', body })

const numbered = (from: number, count: number): Draft[] =>
  Array.from({ length: count }, (_, i) => note({ n: from + i }))

function receiptsOf(appended: Appended): Receipt[] {
  if (appended.kind !== 'written') throw new Error(`Expected entries to be written, but they were ${appended.kind}.`)
  return appended.receipts
}

const append = async (store: Store, stream: string, drafts: readonly Draft[]): Promise<Receipt[]> =>
  receiptsOf(await store.append(stream, drafts))

async function entriesOf(store: Store, stream = STREAM, range?: Range): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of store.read(stream, range)) entries.push(entry)
  return entries
}

/** The streams, without the driver's own. */
const listed = async (store: Store): Promise<string[]> =>
  (await store.list()).filter((stream) => !stream.startsWith('admin/'))

const refusedWith = (...codes: string[]) => expect.objectContaining({ name: 'LedgerError', code: oneOf(codes) })

const oneOf = (codes: string[]) =>
  codes.length === 1 ? codes[0] : expect.stringMatching(new RegExp(`^(${codes.join('|')})$`))

function appending(fresh: Fresh): void {
  it('gives every entry the next seq, without gaps, for calls of any size', async () => {
    const store = await fresh()
    const seqs: number[] = []
    for (const size of [1, 3, 0, 2, 1]) {
      for (const { seq } of await append(store, STREAM, numbered(seqs.length, size))) seqs.push(seq)
    }
    expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect((await entriesOf(store)).map(({ seq, body }) => [seq, body['n']])).toEqual(seqs.map((seq, n) => [seq, n]))
  })

  it('chains entries: each names the hash in the receipt of the one before', async () => {
    const store = await fresh()
    const receipts = [
      ...(await append(store, STREAM, numbered(0, 3))),
      ...(await append(store, STREAM, numbered(3, 1))),
    ]
    const entries = await entriesOf(store)
    expect(entries.map(({ prev }) => prev)).toEqual([GENESIS, ...receipts.slice(0, -1).map(({ hash }) => hash)])
    expect(receipts.every(({ stream, hash }) => stream === STREAM && /^[0-9a-f]{64}$/.test(hash))).toBe(true)
  })

  it('keeps streams apart: each has its own seqs and its own chain', async () => {
    const store = await fresh()
    await append(store, 'session/a', numbered(0, 2))
    const [first] = await append(store, 'session/b', [note({ of: 'b' })])
    expect(first?.seq).toBe(1)
    expect(await entriesOf(store, 'session/b')).toMatchObject([
      { stream: 'session/b', seq: 1, prev: GENESIS, body: { of: 'b' } },
    ])
    expect(await entriesOf(store, 'session/a')).toHaveLength(2)
  })

  it('stores whole entries: version, stream, time, kind, actor, body and artifacts', async () => {
    const store = await fresh()
    const ref: ArtifactRef = {
      name: 'stdout',
      sha256: 'a'.repeat(64),
      bytes: 3,
      media: 'text/plain',
      redacted: { jwt: 2 },
    }
    await append(store, STREAM, [
      { kind: 'tool.called', actor: 'agent', body: { a: 1 }, artifacts: [ref] },
      { kind: 'note', actor: 'user', body: {} },
    ])
    const [first, second] = await entriesOf(store)
    expect(first).toMatchObject({ v: 1, stream: STREAM, kind: 'tool.called', actor: 'agent', artifacts: [ref] })
    expect(second).toMatchObject({ kind: 'note', actor: 'user', body: {}, artifacts: [] })
    expect([first, second].every(isEntry)).toBe(true)
  })

  it.each(OWN_KINDS)('refuses %s, which only the ledger may write', async (kind) => {
    const store = await fresh()
    await expect(store.append(STREAM, [{ kind, actor: 'harness', body: {} }])).rejects.toMatchObject({
      code: 'ENTRY_INVALID',
    })
    expect(await store.head(STREAM)).toBeNull()
  })

  it('writes all drafts of a call or nothing: one invalid draft rejects the call', async () => {
    const store = await fresh()
    await append(store, STREAM, numbered(0, 2))
    const before = await store.head(STREAM)
    for (const at of [0, 1, 2]) {
      const drafts = numbered(2, 3).map((draft, i) => (i === at ? { ...draft, kind: 'Not A Kind' } : draft))
      await expect(store.append(STREAM, drafts)).rejects.toThrow(refusedWith('ENTRY_INVALID'))
      await expect(store.append('session/new', drafts)).rejects.toThrow(refusedWith('ENTRY_INVALID'))
    }
    expect(await store.head(STREAM)).toEqual(before)
    expect(await entriesOf(store)).toHaveLength(2)
    expect(await listed(store)).toEqual([STREAM])
  })

  it('does nothing for a call without drafts', async () => {
    const store = await fresh()
    expect(await store.append(STREAM, [])).toEqual({ kind: 'written', receipts: [] })
    expect(await store.head(STREAM)).toBeNull()
    expect(await listed(store)).toEqual([])
  })

  it('writes concurrent appends in call order', async () => {
    const store = await fresh()
    const all = await Promise.all(Array.from({ length: 60 }, (_, n) => append(store, STREAM, numbered(n * 2, 2))))
    expect(all.flat().map(({ seq }) => seq)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1))
    expect((await entriesOf(store)).map(({ body }) => body['n'])).toEqual(Array.from({ length: 120 }, (_, i) => i))
  })

  it('refuses an invalid append among concurrent ones, and writes the others', async () => {
    const store = await fresh()
    const calls = [1, 2, 3].map((n) => store.append(STREAM, [n === 2 ? note({ n: Number.NaN }) : note({ n })]))
    const settled = await Promise.allSettled(calls)
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await entriesOf(store)).map(({ seq, body }) => [seq, body['n']])).toEqual([
      [1, 1],
      [2, 3],
    ])
  })

  it('stores the draft as it was when append was called, even if it is changed afterwards', async () => {
    const store = await fresh()
    const body: JsonObject = { list: [1], text: 'before' }
    const refs: ArtifactRef[] = [{ name: 'a', sha256: 'a'.repeat(64), bytes: 1, media: 'text/plain' }]
    const drafts: Draft[] = [{ ...note(body), artifacts: refs }]
    const pending = store.append(STREAM, drafts)
    ;(body['list'] as number[]).push(2)
    body['text'] = 'after'
    refs.pop()
    drafts.push(note({ more: true }))
    await pending
    expect(await entriesOf(store)).toMatchObject([{ body: { list: [1], text: 'before' }, artifacts: [{ name: 'a' }] }])
  })
}

function reading(fresh: Fresh): void {
  it('finds nothing in a stream that does not exist', async () => {
    const store = await fresh()
    expect(await entriesOf(store, 'session/nobody')).toEqual([])
    expect(await store.head('session/nobody')).toBeNull()
    expect(await listed(store)).toEqual([])
  })

  it.each([
    '',
    'session',
    'session/',
    '../keys/current',
    'session/../../keys/current',
    `session/${'x'.repeat(5000)}`,
    'session/a\0',
    '/',
  ])('finds nothing under %j, which is not a valid stream name', async (name) => {
    const store = await fresh()
    await append(store, STREAM, [note()])
    expect(await entriesOf(store, name)).toEqual([])
    expect(await store.head(name)).toBeNull()
  })

  it('returns the entries in any seq range, even one that extends past the end', async () => {
    const store = await fresh()
    await append(store, STREAM, numbered(1, 10))
    const bound = fc.option(fc.integer({ min: 1, max: 14 }), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(bound, bound, async (start, end) => {
        fc.pre((start ?? 1) <= (end ?? 99))
        const range = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) }
        const expected = numbered(1, 10).slice((start ?? 1) - 1, (end ?? 99) - 1)
        expect((await entriesOf(store, STREAM, range)).map(({ body }) => body)).toEqual(
          expected.map(({ body }) => body),
        )
      }),
      { seed: SEED, numRuns: 100 },
    )
  })

  it.each([{ start: 0 }, { start: -1 }, { start: 3, end: 2 }, { start: 1.5 }, { end: Number.NaN }])(
    'refuses %j, which is not a valid seq range',
    async (range) => {
      const store = await fresh()
      await append(store, STREAM, numbered(1, 3))
      await expect(entriesOf(store, STREAM, range)).rejects.toThrow(refusedWith('RANGE_INVALID'))
    },
  )

  it('returns the head: the seq and hash of the last entry', async () => {
    const store = await fresh()
    for (let n = 0; n < 3; n++) {
      const [receipt] = await append(store, STREAM, [note({ n })])
      expect(await store.head(STREAM)).toEqual({ seq: receipt?.seq, hash: receipt?.hash })
    }
  })

  it('lists the streams, sorted', async () => {
    const store = await fresh()
    const names = [
      'worker/b',
      'session/b',
      'session/a',
      'run/z',
      'session/B',
      'session/a-1',
      'session/a.1',
      'session/10',
    ]
    for (const name of names) await append(store, name, [note()])
    expect(await listed(store)).toEqual([...names].sort())
    const all = await store.list()
    expect(all).toEqual([...all].sort())
  })

  it('reads a stream without gaps while it grows', async () => {
    const store = await fresh()
    await append(store, STREAM, numbered(1, 5))
    const seen: number[] = []
    for await (const { seq } of store.read(STREAM)) {
      seen.push(seq)
      if (seq <= 5) await append(store, STREAM, [note()])
    }
    expect(seen.length).toBeGreaterThanOrEqual(5)
    expect(seen).toEqual(seen.map((_, i) => i + 1))
  })

  it('returns copies: changing them does not change the store', async () => {
    const store = await fresh()
    await append(store, STREAM, [note({ list: [1] })])
    const head = await store.head(STREAM)
    for (const entry of await entriesOf(store)) {
      entry.seq = 7
      entry.body['list'] = 'changed'
    }
    if (head !== null) Object.assign(head, { seq: 99, hash: 'f'.repeat(64) })
    expect(await entriesOf(store)).toMatchObject([{ seq: 1, body: { list: [1] } }])
    expect(await append(store, STREAM, [note()])).toMatchObject([{ seq: 2 }])
  })
}

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

function hostileBodies(fresh: Fresh): void {
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
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      stringUnit: 'binary',
      maxDepth: 3,
    })
    const body = fc.oneof(
      fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })),
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
      { seed: SEED, numRuns: 300 },
    )
    expect(Math.min(counts.stored, counts.refused)).toBeGreaterThan(30)
    expect((await entriesOf(store)).length).toBe(counts.stored)
  })
}

const REF: ArtifactRef = { name: 'stdout', sha256: 'a'.repeat(64), bytes: 3, media: 'text/plain' }

function malformedDrafts(fresh: Fresh): void {
  it.each([
    '',
    'session',
    'session/',
    'session/..',
    'session/../a',
    'other/a',
    'session/a/b',
    'session/a\n',
    '../a',
    'Session/a',
    'session/.a',
  ])('are refused: a stream called %j', async (stream) => {
    const store = await fresh()
    await expect(store.append(stream, [note()])).rejects.toThrow(refusedWith('ENTRY_INVALID'))
    expect(await listed(store)).toEqual([])
  })

  it.each<[string, object]>([
    ['a kind with an uppercase letter', { kind: 'Note' }],
    ['an empty kind', { kind: '' }],
    ['a kind with a quote', { kind: 'a"b' }],
    ['a kind with 65 letters', { kind: 'a'.repeat(65) }],
    ['no kind', { kind: undefined }],
    ['an unknown actor', { actor: 'root' }],
    ['no actor', { actor: undefined }],
    ['an artifact whose hash is a path', { artifacts: [{ ...REF, sha256: '../../../../etc/passwd' }] }],
    ['an artifact whose hash is in uppercase', { artifacts: [{ ...REF, sha256: 'A'.repeat(64) }] }],
    ['an artifact without a name', { artifacts: [{ ...REF, name: '' }] }],
    ['an artifact with a newline in its name', { artifacts: [{ ...REF, name: 'a\nb' }] }],
    ['an artifact with a lone surrogate in its name', { artifacts: [{ ...REF, name: 'a\ud800' }] }],
    ['an artifact with a negative size', { artifacts: [{ ...REF, bytes: -1 }] }],
    ['an artifact with a fractional size', { artifacts: [{ ...REF, bytes: 0.5 }] }],
    ['an artifact with a malformed media type', { artifacts: [{ ...REF, media: 'text' }] }],
    ['an artifact with an extra field', { artifacts: [{ ...REF, path: '/tmp' }] }],
    ['an artifact with malformed redactions', { artifacts: [{ ...REF, redacted: { jwt: 'x' } }] }],
    ['an artifact that is a string', { artifacts: ['stdout'] }],
  ])('are refused: %s', async (_, fault) => {
    const store = await fresh()
    await expect(store.append(STREAM, [{ ...note(), ...fault } as Draft])).rejects.toThrow(refusedWith('ENTRY_INVALID'))
    expect(await store.head(STREAM)).toBeNull()
  })
}

/** Looks like a token but is not one; split up so that no scanner reports it. */
const TOKEN = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')

function secrets(fresh: Fresh): void {
  it('in a body are removed before it is written, and the entry counts them by kind', async () => {
    const store = await fresh()
    await append(store, STREAM, [
      note({ command: `curl -H "x: ${TOKEN}"`, list: [TOKEN], calm: 'text' }),
      note({ calm: 'text' }),
    ])
    const [entry, clean] = await entriesOf(store)
    expect(JSON.stringify(entry)).not.toContain(TOKEN.slice(4))
    expect(entry?.body['calm']).toBe('text')
    expect(entry?.redacted).toEqual({ 'github-token': 2 })
    expect(isEntry(entry)).toBe(true)
    expect(clean).not.toHaveProperty('redacted')
  })

  it('in an artifact are removed before it is written, even across chunks, and its reference says so', async () => {
    const store = await fresh()
    const text = `token ${TOKEN} end\n`
    const ref = await store.putArtifact(
      { name: 'out', media: 'text/plain' },
      [...Buffer.from(text)].map((byte) => Buffer.of(byte)),
    )
    const stored = (await bytesOf(store, ref.sha256)).toString()
    expect(ref.redacted).toEqual({ 'github-token': 1 })
    expect(stored).toBe('token [redacted:github-token] end\n')
    expect(ref).toMatchObject({ bytes: stored.length, sha256: hashOf(stored) })
    await append(store, STREAM, [{ ...note(), artifacts: [ref] }])
    expect(await entriesOf(store)).toMatchObject([{ artifacts: [ref] }])
  })
}

const LABEL = { name: 'stdout', media: 'text/plain' }

const hashOf = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

async function bytesOf(store: Store, sha256: string, range?: Range): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of store.getArtifact(sha256, range)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function artifacts(fresh: Fresh): void {
  it('come back byte for byte, for any bytes and any chunking', async () => {
    const store = await fresh()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), async (chunks) => {
        const whole = Buffer.concat(chunks)
        const ref = await store.putArtifact(LABEL, chunks)
        expect(ref).toEqual({ ...LABEL, sha256: hashOf(whole), bytes: whole.length })
        expect((await bytesOf(store, ref.sha256)).equals(whole)).toBe(true)
      }),
      { seed: SEED, numRuns: 100 },
    )
  })

  it('may be larger than any internal buffer: three megabytes, asynchronously', async () => {
    const store = await fresh()
    const whole = Buffer.from(Array.from({ length: 3 << 20 }, (_, i) => (i * 2654435761) >>> 24))
    async function* source(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < whole.length; at += 65_537) yield whole.subarray(at, at + 65_537)
    }
    const ref = await store.putArtifact(LABEL, source())
    expect(ref.sha256).toBe(hashOf(whole))
    expect((await bytesOf(store, ref.sha256)).equals(whole)).toBe(true)
  })

  it('are copied as they are read: a source may reuse its buffer', async () => {
    const store = await fresh()
    function* source(): Generator<Uint8Array> {
      const buffer = Buffer.alloc(4)
      for (const text of ['one ', 'two ', 'tres']) {
        buffer.write(text)
        yield buffer
      }
    }
    const ref = await store.putArtifact(LABEL, source())
    expect((await bytesOf(store, ref.sha256)).toString()).toBe('one two tres')
  })

  it('may be empty', async () => {
    const store = await fresh()
    const ref = await store.putArtifact(LABEL, [])
    expect(ref).toEqual({ ...LABEL, sha256: hashOf(''), bytes: 0 })
    expect(await bytesOf(store, ref.sha256)).toHaveLength(0)
  })

  it('with the same bytes are stored once, whatever their names', async () => {
    const store = await fresh()
    const one = await store.putArtifact(LABEL, [Buffer.from('same')])
    const two = await store.putArtifact({ name: 'other', media: 'text/csv' }, [Buffer.from('sa'), Buffer.from('me')])
    expect(two).toEqual({ ...one, name: 'other', media: 'text/csv' })
    expect((await bytesOf(store, one.sha256)).toString()).toBe('same')
  })

  it('return any range within them, and refuse any other', async () => {
    const store = await fresh()
    const whole = Buffer.from('0123456789')
    const { sha256 } = await store.putArtifact(LABEL, [whole])
    const bound = fc.option(fc.integer({ min: -2, max: 12 }), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(bound, bound, async (start, end) => {
        const range = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) }
        const [from, to] = [start ?? 0, end ?? 10]
        if (0 <= from && from <= to && to <= 10) {
          expect((await bytesOf(store, sha256, range)).toString()).toBe(whole.toString('latin1', from, to))
          const atOnce = await store.readArtifact(sha256, { start: from, end: to })
          expect(Buffer.from(atOnce).toString()).toBe(whole.toString('latin1', from, to))
        } else {
          await expect(store.readArtifact(sha256, { start: from, end: to })).rejects.toThrow(
            refusedWith('RANGE_INVALID'),
          )
          await expect(bytesOf(store, sha256, range)).rejects.toThrow(refusedWith('RANGE_INVALID'))
        }
      }),
      { seed: SEED, numRuns: 200 },
    )
  })

  it.each([
    '0'.repeat(64),
    '',
    'x',
    '../../keys/current',
    '../'.repeat(20),
    'A'.repeat(64),
    `${'a'.repeat(64)}\0`,
    `../${'a'.repeat(61)}`,
  ])('are unknown under %j, which is not a stored hash', async (hash) => {
    const store = await fresh()
    await expect(bytesOf(store, hash)).rejects.toThrow(refusedWith('ARTIFACT_UNKNOWN'))
    await expect(store.readArtifact(hash, { start: 0, end: 1 })).rejects.toThrow(refusedWith('ARTIFACT_UNKNOWN'))
  })

  it('whose source fails are not stored, and the caller gets the error', async () => {
    const store = await fresh()
    const failure = new Error('the pipe broke')
    function* source(): Generator<Uint8Array> {
      yield Buffer.from('half of it')
      throw failure
    }
    await expect(store.putArtifact(LABEL, source())).rejects.toBe(failure)
    await expect(bytesOf(store, hashOf('half of it'))).rejects.toThrow(refusedWith('ARTIFACT_UNKNOWN'))
  })

  it('are returned as copies: changing them does not change the store', async () => {
    const store = await fresh()
    const { sha256 } = await store.putArtifact(LABEL, [Buffer.from('evidence')])
    for await (const chunk of store.getArtifact(sha256)) chunk.fill(0)
    expect((await bytesOf(store, sha256)).toString()).toBe('evidence')
  })

  it('may be stored concurrently', async () => {
    const store = await fresh()
    const texts = Array.from({ length: 40 }, (_, i) => `artifact ${i % 10}`)
    const refs = await Promise.all(texts.map((text) => store.putArtifact(LABEL, [Buffer.from(text)])))
    const read = await Promise.all(refs.map(({ sha256 }) => bytesOf(store, sha256)))
    expect(read.map(String)).toEqual(texts)
  })
}

function closing(fresh: Fresh): void {
  it('waits for pending appends', async () => {
    const store = await fresh()
    const pending = Array.from({ length: 20 }, (_, n) => append(store, `session/${n % 3}`, [note({ n })]))
    await store.close()
    const heads = await Promise.all([0, 1, 2].map((id) => store.head(`session/${id}`)))
    expect(heads.map((head) => head?.seq)).toEqual([7, 7, 6])
    expect((await Promise.all(pending)).flat()).toHaveLength(20)
  })

  it('makes later appends fail, and nothing else is written', async () => {
    const store = await fresh()
    await append(store, STREAM, [note()])
    await store.close()
    await expect(store.append(STREAM, [note()])).rejects.toThrow(refusedWith('STORE_CLOSED'))
    await expect(store.append(STREAM, [])).rejects.toThrow(refusedWith('STORE_CLOSED'))
    expect(await store.head(STREAM)).toMatchObject({ seq: 1 })
  })

  it('may be done twice', async () => {
    const store = await fresh()
    await append(store, STREAM, [note()])
    await Promise.all([store.close(), store.close()])
    await expect(store.close()).resolves.toBeUndefined()
  })
}
