import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scaled, seed } from '../../../../test/helpers/scale.ts'
import { bytesOf, type Fresh, hashOf, refusedWith } from './common.ts'

const LABEL = { name: 'stdout', media: 'text/plain' }

export function artifacts(fresh: Fresh): void {
  it('come back byte for byte, for any bytes and any chunking', async () => {
    const store = await fresh()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), async (chunks) => {
        const whole = Buffer.concat(chunks)
        const ref = await store.putArtifact(LABEL, chunks)
        expect(ref).toEqual({ ...LABEL, sha256: hashOf(whole), bytes: whole.length })
        expect((await bytesOf(store, ref.sha256)).equals(whole)).toBe(true)
      }),
      { seed: seed(), numRuns: scaled(1_000) },
    )
  })

  it('may be larger than any internal buffer: three megabytes, asynchronously', async () => {
    const store = await fresh()
    const whole = Buffer.alloc(3 << 20)
    for (let i = 0; i < whole.length; i++) whole[i] = (i * 2654435761) >>> 24
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
      { seed: seed(), numRuns: scaled(2_000) },
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
