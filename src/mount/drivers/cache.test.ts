import { expect, it } from 'vitest'
import { openMemoryStore } from '../../ledger/stores/memory.ts'
import { cached } from './cache.ts'

it('reads a piece once, and forgets the oldest pieces when there are too many', async () => {
  const store = openMemoryStore()
  const { sha256 } = await store.putArtifact({ name: 'x', media: 'text/plain' }, [Buffer.from('0123456789')])
  const read: string[] = []
  const ledger = cached(
    {
      read: (stream, range) => store.read(stream, range),
      head: (stream) => store.head(stream),
      readArtifact: (hash, range) => {
        read.push(`${range.start}-${range.end}`)
        return store.readArtifact(hash, range)
      },
    },
    8,
  )
  const piece = async (start: number, end: number) =>
    Buffer.from(await ledger.readArtifact(sha256, { start, end })).toString()
  expect([await piece(0, 4), await piece(0, 4), await piece(4, 8), await piece(0, 4)]).toEqual([
    '0123',
    '0123',
    '4567',
    '0123',
  ])
  expect(read).toEqual(['0-4', '4-8'])
  expect([await piece(6, 10), await piece(0, 4)]).toEqual(['6789', '0123'])
  expect(read).toEqual(['0-4', '4-8', '6-10', '0-4'])
  await expect(piece(5, 20)).rejects.toMatchObject({ code: 'RANGE_INVALID' })
})

it('counts a piece once that two mounts read at the same time', async () => {
  const store = openMemoryStore()
  const { sha256 } = await store.putArtifact({ name: 'x', media: 'text/plain' }, [Buffer.from('0123456789')])
  let reads = 0
  const readArtifact: typeof store.readArtifact = (hash, range) => {
    reads++
    return store.readArtifact(hash, range)
  }
  const ledger = cached({ read: store.read, head: store.head, readArtifact }, 8)
  await Promise.all([1, 2, 3].map(() => ledger.readArtifact(sha256, { start: 0, end: 4 })))
  await ledger.readArtifact(sha256, { start: 4, end: 8 })
  const before = reads
  await ledger.readArtifact(sha256, { start: 0, end: 4 })
  expect(reads).toBe(before)
})
