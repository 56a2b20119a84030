import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_DEPTH } from './canonical.ts'
import { type CheckSeal, link, MAX_APPEND, MAX_ENTRY_BYTES, openLine, prepare, prepareAll } from './chain.ts'
import { type Key, makeKey } from './digest.ts'
import { type Draft, GENESIS, type JsonObject, type Tail } from './kinds.ts'

const SECRET = Buffer.alloc(32, 1)
const KEY = makeKey(SECRET)
const STREAM = 'session/a'
const AT = '2026-01-01T00:00:00.000Z'
const START: Tail = { seq: 0, hash: GENESIS }
const RUNS = { seed: 8, numRuns: 300 }

const note = (body: JsonObject = {}): Draft => ({ kind: 'note', actor: 'harness', body })

const checkWith =
  (key: Key): CheckSeal =>
  (seal) =>
    seal.key !== key.id ? 'unknown' : key.mac(seal.hash) === seal.mac ? 'ours' : 'wrong'

const write = (draft: Draft, tail: Tail = START, stream = STREAM, key = KEY): string =>
  link(prepare(stream, draft, AT), tail, key).line

/** Opens a stored line without its newline. */
const open = (line: string | Buffer, stream = STREAM, key = KEY) =>
  openLine(Buffer.from(line).subarray(0, -1), stream, checkWith(key))

function refusal(draft: unknown, stream = STREAM): unknown {
  try {
    prepare(stream, draft as Draft, AT)
  } catch (error) {
    return (error as { code?: unknown }).code ?? error
  }
  return 'accepted'
}

const REF = { name: 'stdout', sha256: 'a'.repeat(64), bytes: 3, media: 'text/plain' }

describe('a stored line', () => {
  it('is the canonical entry, its SHA-256, the key id and the HMAC of the hash, byte for byte', () => {
    const entry = `{"actor":"agent","artifacts":[{"bytes":3,"media":"text/plain","name":"stdout","sha256":"${REF.sha256}"}],"at":"${AT}","body":{"a":[1,"é"],"b":null},"kind":"tool.called","prev":"${GENESIS}","seq":1,"stream":"session/a","v":1}`
    const hash = createHash('sha256').update(entry).digest('hex')
    const mac = createHmac('sha256', SECRET).update(hash).digest('hex')
    const draft: Draft = { kind: 'tool.called', actor: 'agent', body: { b: null, a: [1, 'é'] }, artifacts: [REF] }
    expect(write(draft)).toBe(`{"entry":${entry},"hash":"${hash}","key":"${KEY.id}","mac":"${mac}"}\n`)
  })

  it('is one line of canonical JSON', () => {
    const line = write(note({ text: 'line one\nline two\u2028', 'a"b': '\u0000' }))
    expect(line.slice(0, -1)).not.toMatch(/[\n\r]/)
    expect(JSON.parse(line).entry.body).toEqual({ text: 'line one\nline two\u2028', 'a"b': '\u0000' })
  })

  it('records in the entry which kinds of secrets were removed', () => {
    const { entry } = JSON.parse(write(note({ token: `ghp_${'a1B2'.repeat(9)}` })))
    expect(JSON.stringify(entry)).not.toContain('a1B2a1B2')
    expect(Object.values(entry.redacted)).toEqual([1])
  })

  it('opens as what was written, for any body', () => {
    const body = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme' }))
    fc.assert(
      fc.property(body, fc.nat(), (fields, seq) => {
        const draft = note(JSON.parse(JSON.stringify(fields)))
        const opened = open(write(draft, { seq, hash: 'f'.repeat(64) }))
        expect(opened).toMatchObject({ kind: 'sealed', key: KEY.id, entry: { ...draft, seq: seq + 1, at: AT } })
      }),
      RUNS,
    )
  })

  it('chains: each entry names the hash of the one before', () => {
    const first = link(prepare(STREAM, note({ n: 1 }), AT), START, KEY)
    const second = link(prepare(STREAM, note({ n: 2 }), AT), first.tail, KEY)
    expect(first.tail.seq).toBe(1)
    expect(open(second.line)).toMatchObject({ kind: 'sealed', entry: { seq: 2, prev: first.tail.hash } })
  })

  it('does not change when the draft is changed after it was prepared', () => {
    const draft = { ...note({ list: [1] }), artifacts: [{ ...REF }] }
    const prepared = prepare(STREAM, draft, AT)
    const before = link(prepared, START, KEY).line
    draft.body = { list: [2] }
    draft.kind = 'other'
    ;(draft.artifacts[0] as { name: string }).name = 'stderr'
    expect(link(prepared, START, KEY).line).toBe(before)
  })
})

describe('opening a line', () => {
  const line = write(note({ text: 'hello' }))

  it('finds every flipped bit', () => {
    const bytes = Buffer.from(line).subarray(0, -1)
    for (let at = 0; at < bytes.length; at++) {
      for (const bit of [1, 4, 32, 128]) {
        const flipped = Buffer.from(bytes)
        flipped[at] = (flipped[at] ?? 0) ^ bit
        expect(openLine(flipped, STREAM, checkWith(KEY)).kind, `byte ${at}, bit ${bit}`).not.toBe('sealed')
      }
    }
  })

  it('finds every cut, at either end', () => {
    const bytes = Buffer.from(line).subarray(0, -1)
    for (let at = 1; at < bytes.length; at++) {
      expect(openLine(bytes.subarray(at), STREAM, checkWith(KEY)).kind).not.toBe('sealed')
      expect(openLine(bytes.subarray(0, -at), STREAM, checkWith(KEY)).kind).not.toBe('sealed')
    }
    expect(openLine(Buffer.alloc(0), STREAM, checkWith(KEY))).toEqual({ kind: 'garbled' })
  })

  it('recognises an entry of another stream', () => {
    expect(open(write(note(), START, 'session/b')).kind).toBe('spliced')
  })

  it('distinguishes a seal that does not verify from one with an unknown key', () => {
    const other = makeKey(Buffer.alloc(32, 2))
    expect(open(line, STREAM, other)).toMatchObject({ kind: 'forged', key: null })
    expect(open(write(note(), START, STREAM, { ...other, id: KEY.id }))).toMatchObject({ kind: 'forged', key: KEY.id })
  })

  /** Seals any text as an entry, which requires the key. */
  function sealed(entry: string): string {
    const hash = createHash('sha256').update(entry).digest('hex')
    return `{"entry":${entry},"hash":"${hash}","key":"${KEY.id}","mac":"${KEY.mac(hash)}"}\n`
  }

  it.each([
    ['no JSON', '{'],
    ['no object', '1'],
    ['an entry of an unknown version', JSON.parse(line).entry && JSON.stringify({ ...JSON.parse(line).entry, v: 2 })],
    ['an entry with an extra field', JSON.stringify({ ...JSON.parse(line).entry, more: 1 })],
    ['an entry without a body', JSON.stringify({ ...JSON.parse(line).entry, body: [] })],
  ])('reports a well-sealed line as edited if it holds %s', (_, text) => {
    expect(open(sealed(text)).kind).toBe('edited')
  })
})

describe('prepare refuses', () => {
  it.each([
    ['a malformed stream', note(), 'session/../x'],
    ['a malformed kind', { ...note(), kind: 'No' }, STREAM],
    ['a kind that would break out of its quotes', { ...note(), kind: 'a","seq":9' }, STREAM],
    ['an unknown actor', { ...note(), actor: 'root' }, STREAM],
    ['a body that is null', { ...note(), body: null }, STREAM],
    ['a body that is an array', { ...note(), body: [1] }, STREAM],
    ['a body that is text', { ...note(), body: 'x' }, STREAM],
    ['a body that is a number', { ...note(), body: 7 }, STREAM],
    ['an artifact with a malformed hash', { ...note(), artifacts: [{ ...REF, sha256: '../x' }] }, STREAM],
    ['an artifact with a control character in its name', { ...note(), artifacts: [{ ...REF, name: 'a\nb' }] }, STREAM],
    ['an artifact with a negative size', { ...note(), artifacts: [{ ...REF, bytes: -1 }] }, STREAM],
    ['an artifact without a media type', { ...note(), artifacts: [{ ...REF, media: '' }] }, STREAM],
    ['an artifact with an extra field', { ...note(), artifacts: [{ ...REF, path: '/' }] }, STREAM],
    ['an artifact that is null', { ...note(), artifacts: [null] }, STREAM],
    ['artifacts that are not a list', { ...note(), artifacts: REF }, STREAM],
    ['artifacts that are null', { ...note(), artifacts: null }, STREAM],
    ['no body at all', { kind: 'note', actor: 'harness' }, STREAM],
    ['no draft at all', undefined, STREAM],
    ['a kind that JSON cannot show', { ...note(), kind: 1n }, STREAM],
  ])('%s', (_, draft, stream) => {
    expect(refusal(draft, stream)).toBe('ENTRY_INVALID')
  })

  it('a body without a JSON form, or one that throws while it is read', () => {
    expect(refusal(note({ a: undefined as never }))).toBe('NOT_JSON')
    expect(refusal({ ...note(), body: new Date(0) })).toBe('NOT_JSON')
    const trap = {
      get secret(): never {
        throw new Error('boom')
      },
    }
    expect(refusal({ ...note(), body: trap })).toBe('NOT_JSON')
  })

  it('an artifact reference with non-enumerable fields, which would not be written', () => {
    const ref = Object.defineProperty({ ...REF }, 'sha256', { enumerable: false })
    expect(refusal({ ...note(), artifacts: [ref] })).not.toBe('accepted')
  })

  it('a body nested deeper than the limit, but not one at the limit', () => {
    const nested = (levels: number): JsonObject => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
    expect(open(write(note(nested(MAX_DEPTH)))).kind).toBe('sealed')
    expect(refusal(note(nested(MAX_DEPTH + 1)))).toBe('TOO_DEEP')
  })

  it('an entry over the size limit, but not one of exactly that size', () => {
    // `prepare` counts the longest possible seq.
    const overhead = Buffer.byteLength(write(note({ text: '' })).split(',"hash"')[0] ?? '') - '{"entry":'.length + 15
    const room = MAX_ENTRY_BYTES - overhead
    for (const [char, bytes] of [
      ['x', 1],
      ['é', 2],
      ['😀', 4],
    ] as const) {
      const fits = char.repeat(Math.floor(room / bytes))
      expect(open(write(note({ text: fits }), { seq: 1e15, hash: GENESIS })).kind).toBe('sealed')
      expect(refusal(note({ text: fits + char }))).toBe('ENTRY_TOO_LARGE')
    }
  })

  it('a time that no reader would accept', () => {
    expect(() => prepare(STREAM, note(), '+010000-01-01T00:00:00.000Z')).toThrow(
      expect.objectContaining({ code: 'ENTRY_INVALID' }),
    )
  })
})

describe('the drafts of one append', () => {
  it('are refused together if they exceed the limit for one append', () => {
    // Each of these characters takes six bytes.
    const draft: Draft = { kind: 'note', actor: 'harness', body: { text: '\x01'.repeat(150_000) } }
    const most = Math.floor(MAX_APPEND / 900_100)
    expect(prepareAll('session/one', Array(most).fill(draft), AT)).toHaveLength(most)
    expect(() => prepareAll('session/one', Array(most + 1).fill(draft), AT)).toThrow(
      expect.objectContaining({ code: 'ENTRY_TOO_LARGE' }),
    )
  })
})
