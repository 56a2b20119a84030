import { expect, it } from 'vitest'
import { isEntry } from '../../kinds.ts'
import { append, bytesOf, entriesOf, type Fresh, hashOf, note, STREAM } from './common.ts'

const TOKEN = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')

export function secrets(fresh: Fresh): void {
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
