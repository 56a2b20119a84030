import { expect, it } from 'vitest'
import { type ArtifactRef, type Draft, GENESIS, isEntry, type JsonObject, OWN_KINDS } from '../../kinds.ts'
import { append, entriesOf, type Fresh, listed, note, numbered, refusedWith, STREAM } from './common.ts'

export function appending(fresh: Fresh): void {
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
