import { describe, expect, it } from 'vitest'
import { storeConformance } from './conformance/conformance.ts'
import { openMemoryStore } from './memory.ts'

storeConformance('memory store', () => openMemoryStore())

describe('the memory store', () => {
  it('takes its time from the clock it is given', async () => {
    const store = openMemoryStore({ now: () => new Date('2026-01-02T03:04:05.678Z') })
    await store.append('session/a', [{ kind: 'note', actor: 'harness', body: {} }])
    for await (const entry of store.read('session/a')) expect(entry.at).toBe('2026-01-02T03:04:05.678Z')
    expect(await store.head('session/a')).toMatchObject({ seq: 1 })
  })

  it('shares nothing with another memory store', async () => {
    const one = openMemoryStore()
    await one.append('session/a', [{ kind: 'note', actor: 'harness', body: {} }])
    expect(await openMemoryStore().list()).toEqual([])
  })
})
