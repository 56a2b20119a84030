import fc from 'fast-check'
import { expect, it } from 'vitest'
import { append, entriesOf, type Fresh, listed, note, numbered, refusedWith, SEED, STREAM } from './common.ts'

export function reading(fresh: Fresh): void {
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
