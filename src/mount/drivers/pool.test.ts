import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../ledger/stores/memory.ts'
import { type Run, type RunEvent, startRun } from './run.ts'

const start = (concurrency = 8): Promise<Run> => startRun(openMemoryStore(), { owner: 'alice', concurrency })

const statusOf = async (run: Run, job: number) => {
  const { status, why } = (await run.evidence.snapshot()).workers[job - 1] ?? {}
  return [status, why]
}

/** Work that lasts until it is told to stop. */
const endless = (_: unknown, signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
/** Work that lasts for ever, whatever it is told. */
const deaf = (): Promise<void> => new Promise(() => {})

describe('a worker', () => {
  it.each([
    ['success', null, async (): Promise<unknown> => 'done'],
    ['success', null, async (): Promise<unknown> => undefined],
    ['failed', 'no route to host', () => Promise.reject(new Error('no route to host'))],
    ['failed', 'odd', () => Promise.reject('odd')],
  ] as const)('ends as %s (%s)', async (status, why, work) => {
    const run = await start()
    const job = await run.spawn('Work', work)
    await run.wait(job)
    expect(await statusOf(run, job)).toEqual([status, why])
  })

  it.each([
    ['that listens', endless],
    ['that does not', deaf],
  ])('%s ends at its time limit', async (_, work) => {
    const run = await start()
    const job = await run.spawn('Work', work, { timeoutMs: 20 })
    await run.wait()
    expect(await statusOf(run, job)).toEqual(['timeout', 'exceeded its time limit of 0.02 s'])
  })

  it('can be cancelled while it runs and while it waits, and not twice', async () => {
    const run = await start(1)
    const [running, waiting] = [await run.spawn('A', deaf), await run.spawn('B', deaf)]
    expect(await statusOf(run, waiting)).toEqual(['queued', null])
    expect(await run.cancel(waiting)).toBe(true)
    expect(await run.cancel(running)).toBe(true)
    expect(await run.cancel(running)).toBe(false)
    for (const job of [running, waiting]) expect(await statusOf(run, job)).toEqual(['cancelled', 'cancelled'])
    await expect(run.cancel(3)).rejects.toMatchObject({ code: 'WORKER_UNKNOWN' })
  })

  it('needs a task', async () => {
    const run = await start()
    for (const task of ['', '  ', undefined, 7])
      await expect(run.spawn(task as string, deaf)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])('has no time limit of %d ms', async (timeoutMs) => {
    const run = await start()
    await expect(run.spawn('Work', deaf, { timeoutMs })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    expect((await run.evidence.run()).workers).toEqual([])
  })

  it('takes no more records once it has ended', async () => {
    const run = await start()
    let late: Promise<unknown> = Promise.resolve()
    const job = await run.spawn(
      'Work',
      (worker) => {
        late = new Promise((resolve) => setTimeout(() => resolve(worker.call('late').catch((error) => error)), 60))
        return deaf()
      },
      { timeoutMs: 10 },
    )
    await run.wait(job)
    expect(await late).toMatchObject({ code: 'WORKER_ENDED' })
  })
})

describe('a run', () => {
  it('tells when its workers change', async () => {
    const run = await start(1)
    const events = run.events()
    const heard: RunEvent[] = []
    await run.spawn('A', async () => '')
    await run.spawn('B', () => Promise.reject(new Error('x')))
    await run.wait()
    for (let i = 0; i < 6; i++) heard.push((await events.next()).value as RunEvent)
    expect(heard.map(({ job, status }) => `${job} ${status}`).sort()).toEqual(
      ['1 queued', '1 running', '1 success', '2 failed', '2 queued', '2 running'].sort(),
    )
    await events.return?.()
  })

  it.each([0, -1, Number.NaN])('cannot run %d workers at a time', async (concurrency) => {
    await expect(start(concurrency)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })

  it('runs no more workers at a time than it may, in the order they came', async () => {
    const run = await start(3)
    const order: number[] = []
    let running = 0
    let most = 0
    for (let i = 0; i < 20; i++)
      await run.spawn(`Task ${i}`, async () => {
        order.push(i)
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 2))
        running--
      })
    await run.wait()
    expect({ most, order }).toEqual({ most: 3, order: Array.from({ length: 20 }, (_, i) => i) })
  })
})
