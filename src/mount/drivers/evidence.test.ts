import { describe, expect, it } from 'vitest'
import type { Store } from '../../ledger/store.ts'
import { openMemoryStore } from '../../ledger/stores/memory.ts'
import { renderAgain } from './mount.ts'
import { type Run, startRun } from './run.ts'

const OWNER = 'alice'

/** A run whose worker has written `first` and writes more when `goOn` is called. */
async function halfway(ledger: Store) {
  const run = await startRun(ledger, { owner: OWNER })
  let goOn = (): void => {}
  const more = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let begun = (): void => {}
  const first = new Promise<void>((resolve) => {
    begun = resolve
  })
  await run.spawn('Count', async (worker) => {
    await worker.message('first')
    begun()
    await more
    for (const word of ['second', 'third']) await worker.message(word)
  })
  await first
  return { run, goOn }
}

/** A promise that is resolved from outside. */
function signalled(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

const lines = '"first"\n"second"\n"third"'

async function expectSameAgain(ledger: Store, run: Run, calls: number): Promise<void> {
  const { mounts } = await run.evidence.run()
  expect(mounts.map(({ call }) => call).sort()).toEqual(Array.from({ length: calls }, (_, i) => i + 1))
  for (const mount of mounts)
    expect(await renderAgain(ledger, { run: run.stream, owner: OWNER }, mount)).toMatchObject({ isSame: true })
}

describe('evidence', () => {
  it('is rendered again as it was, also of a call that had printed nothing yet', async () => {
    const ledger = openMemoryStore()
    const run = await startRun(ledger, { owner: OWNER })
    const begun = signalled()
    const more = signalled()
    await run.spawn('Count', async (worker) => {
      const call = await worker.call('count')
      begun.resolve()
      await more.promise
      await call.write('1\n')
      await call.end('success', '2\n')
    })
    await begun.promise
    await run.mount()
    more.resolve()
    await run.wait()
    await run.mount()
    await expectSameAgain(ledger, run, 2)
  })

  it('takes up every entry once, although a lead reads several workers at the same time', async () => {
    const ledger = openMemoryStore()
    const { run, goOn } = await halfway(ledger)
    await run.mount()
    goOn()
    await run.wait()
    const seen = await Promise.all([run.mount(), run.mount(), run.mount(), run.evidence.snapshot()])
    for (const mounted of seen) if ('text' in mounted) expect(mounted.text).toContain(`${lines}`)
    await expectSameAgain(ledger, run, 4)
  })

  it('takes up every entry once after a reading that failed half-way', async () => {
    const memory = openMemoryStore()
    let left = Number.POSITIVE_INFINITY
    const failing = new Proxy(memory, {
      get: (store, key) => {
        const value = Reflect.get(store, key)
        if (key !== 'read') return typeof value === 'function' ? value.bind(store) : value
        return async function* (...args: Parameters<Store['read']>) {
          for await (const entry of store.read(...args)) {
            if (entry.kind === 'message.written' && --left < 0) throw new Error('the disk is gone')
            yield entry
          }
        }
      },
    })
    const { run, goOn } = await halfway(failing)
    await run.mount()
    goOn()
    await run.wait()
    left = 1
    expect(await run.mount()).toMatchObject({ failure: 'the disk is gone' })
    left = Number.POSITIVE_INFINITY
    expect((await run.mount()).text).toContain(lines)
    const { mounts, calls } = await run.evidence.run()
    expect([mounts.map(({ call }) => call), calls]).toEqual([[1, 3], 3])
  })
})
