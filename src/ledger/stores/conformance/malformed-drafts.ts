import { expect, it } from 'vitest'
import type { ArtifactRef, Draft } from '../../kinds.ts'
import { type Fresh, listed, note, refusedWith, STREAM } from './common.ts'

const REF: ArtifactRef = { name: 'stdout', sha256: 'a'.repeat(64), bytes: 3, media: 'text/plain' }

export function malformedDrafts(fresh: Fresh): void {
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
