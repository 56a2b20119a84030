import { expect, it } from 'vitest'
import { append, type Fresh, note, refusedWith, STREAM } from './common.ts'

export function closing(fresh: Fresh): void {
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
