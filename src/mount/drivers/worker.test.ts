import { describe, expect, it } from 'vitest'
import type { Store } from '../../ledger/store.ts'
import { openMemoryStore } from '../../ledger/stores/memory.ts'
import { type TraceFile, withPart } from '../state.ts'
import { readFile, requireFile } from './files.ts'
import type { Work } from './pool.ts'
import { type Run, startRun } from './run.ts'
import type { CallTrace } from './worker.ts'

/** A run with one worker that has ended. */
async function ran(work: Work, timeoutMs = 60_000): Promise<{ ledger: Store; run: Run }> {
  const ledger = openMemoryStore()
  const run = await startRun(ledger, { owner: 'alice' })
  await run.spawn('Work', work, { timeoutMs })
  await run.wait()
  return { ledger, run }
}

const seen = async (run: Run) => {
  const [worker] = (await run.evidence.snapshot()).workers
  if (worker === undefined) throw new Error('No worker.')
  return worker
}

const codeOf = (writing: Promise<void>): Promise<string> => writing.then(() => 'kept').catch(({ code }) => code)

const SECRET = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`

describe('a worker', () => {
  it.each(['bad \ud800 text', `${'x'.repeat(600)}\udfff`])('ends, whatever the error says', async (message) => {
    const { run } = await ran(async () => {
      throw new Error(message)
    })
    expect(await seen(run)).toMatchObject({ status: 'failed' })
  })

  it('may call a tool with any name and any input', async () => {
    const { run } = await ran(async (worker) => {
      await (await worker.call('look\ud800', { '\ud800': '\udfff' })).end('success', 'seen\ud800\n')
    })
    expect(await seen(run)).toMatchObject({ status: 'success' })
  })

  it('may write its result itself', async () => {
    const { run } = await ran((worker) => worker.result('Found it.'))
    expect((await run.mount()).text).toContain('\nFound it.')
  })

  it('has one result, also if a long one replaced another', async () => {
    const { run, ledger } = await ran(async (worker) => {
      await worker.result('A'.repeat(400_000))
      return 'B'.repeat(400_000)
    })
    const worker = await seen(run)
    const { text } = await readFile(ledger, worker.stream, requireFile(worker, 'result.txt'), {
      start: 0,
      end: 400_000,
    })
    expect(text).toBe('B'.repeat(400_000))
  })

  it('leaves no part of a secret where a long text is cut', async () => {
    const { run, ledger } = await ran(async (worker) => {
      await (await worker.call('look', { a: 'x'.repeat(8_160), b: SECRET })).end('success')
      throw new Error(`${'x'.repeat(480)} ${SECRET}`)
    })
    for await (const entry of ledger.read((await seen(run)).stream)) expect(JSON.stringify(entry)).not.toContain('ghp_')
  })
})

describe('a call', () => {
  it('that has ended takes no more output and no other end', async () => {
    const codes: string[] = []
    const { run } = await ran(async (worker) => {
      for (const output of ['short\n', 'long\n'.repeat(20_000)]) {
        const call = await worker.call('look')
        await call.end('success', output)
        codes.push(await codeOf(call.write('late\n')), await codeOf(call.end('failed', 'late\n')))
      }
    })
    expect(codes).toEqual(Array(4).fill('WORKER_ENDED'))
    expect((await seen(run)).files.map(({ status }) => status)).toEqual(['success', 'success', 'success'])
  })

  it('keeps what it acknowledged, although its worker ended before it', async () => {
    let late: Promise<string[]> = Promise.resolve([])
    const { run } = await ran((worker, signal) => {
      late = worker.call('look').then(async (call: CallTrace) => {
        await new Promise((resolve) => signal.addEventListener('abort', () => setTimeout(resolve, 20)))
        const writing = codeOf(call.write('last words\n'))
        return Promise.all([codeOf(call.end('cancelled')), writing])
      })
      return late
    }, 20)
    expect(await late).toEqual(['WORKER_ENDED', 'kept'])
    expect((await run.mount()).text).toContain('\nlast words')
  })

  it('acknowledges its output only when it is in the trace', async () => {
    const ledger = openMemoryStore()
    const run = await startRun(ledger, { owner: 'alice' })
    const codes: string[] = []
    await run.spawn('Work', async (worker) => {
      const call = await worker.call('look')
      ledger.append = () => Promise.reject(Object.assign(new Error('disk full'), { code: 'REFUSED' }))
      const writing = codeOf(call.write('seen\n'))
      codes.push(await codeOf(call.end('success')), await writing)
    })
    await run.wait()
    expect(codes).toEqual(['REFUSED', 'REFUSED'])
  })

  it('names so few pieces when it ends that the entry has room for them', () => {
    const pieces = Array.from({ length: 3_000 }, (_, i) => ({ sha256: String(i), bytes: 10 }))
    const empty: TraceFile = { name: 'f', status: 'running', bytes: 0, head: [], tail: [], output: null }
    const { bytes, head, tail } = pieces.reduce(withPart, empty)
    expect(bytes).toBe(30_000)
    expect(head).toEqual(pieces.slice(0, 1_000))
    expect(tail).toEqual(pieces.slice(-1_000))
  })
})
