import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../ledger/stores/memory.ts'
import { renderAgain } from './mount.ts'
import { openRun, startRun } from './run.ts'
import { startThread } from './thread.ts'
import { leadToolsFor } from './tools.ts'

const OWNER = 'alice'

async function opened() {
  const ledger = openMemoryStore()
  const thread = await startThread(ledger, { owner: OWNER })
  return { ledger, thread, run: await startRun(ledger, { owner: OWNER, thread }) }
}

describe('a run', () => {
  it('mounts what its workers saw, although one of them said nothing', async () => {
    const { run, thread, ledger } = await opened()
    await thread.add('How full is the disk?')
    const job = await run.spawn('Check the disk', async (worker) => {
      const call = await worker.call('ssh_exec', { command: 'df -h' })
      await call.end('success', 'disk 45 %\n')
      return ''
    })
    await run.wait()
    expect(job).toBe(1)
    const mounted = await run.mount()
    expect(mounted.text).toContain('disk 45 %')
    await run.answer('The disk is 45 % full.')
    expect(await thread.messages()).toEqual([
      { role: 'user', content: 'How full is the disk?' },
      { role: 'assistant', content: 'The disk is 45 % full.' },
    ])
    const { mounts } = await run.evidence.run()
    const again = await renderAgain(ledger, { run: run.stream, owner: OWNER }, mounts[0] as never)
    expect(again).toMatchObject({ text: mounted.text, isSame: true })
  })

  it('writes long output as it comes, in pieces with an entry each, and mounts both ends', async () => {
    const { run, ledger } = await opened()
    await run.spawn('Read the log', async (worker) => {
      const call = await worker.call('tail_log')
      await call.write('FIRST LINE\n')
      for (let i = 0; i < 30; i++) await call.write(`${'x'.repeat(20_000)}\n`)
      await call.end('failed', 'LAST LINE\n', 1)
    })
    await run.wait()
    const { text } = await run.mount({ bytes: 8_000 })
    expect(text).toContain('FIRST LINE')
    expect(text).toContain('LAST LINE')
    expect(text).toContain('[FAILED] tool_calls/001_tail_log.txt')
    const pieces = (await ledger.list()).filter((name) => name.endsWith('.001'))
    expect(pieces).toHaveLength(1)
    let entries = 0
    for await (const { artifacts } of ledger.read(pieces[0] ?? '')) {
      entries++
      expect(artifacts[0]?.bytes).toBeLessThanOrEqual(64 << 10)
    }
    expect(entries).toBeGreaterThanOrEqual(10)
  })

  it('numbers its model calls once, also if two programs have opened it', async () => {
    const { run, ledger } = await opened()
    await run.spawn('Check the disk', async () => 'done')
    await run.wait()
    const other = await openRun(ledger, { owner: OWNER, run: run.stream })
    for (const one of [run, run, other, run, other]) await one.mount()
    expect((await run.evidence.run()).mounts.map(({ call }) => call)).toEqual([1, 2, 3, 4, 5])
  })

  it('checks the command of a worker again when the worker starts', async () => {
    const { run, ledger } = await opened()
    const facts = [{ kind: 'dispatch.denied', actor: 'harness' as const, body: {} }]
    const answers = [
      { denied: null, facts: [] },
      { denied: 'No.', facts },
    ]
    const check = async () => answers.shift() ?? { denied: 'Asked too often.', facts: [] }
    const commands = { cwd: '/', env: {}, check }
    const [spawn] = leadToolsFor(async () => run, { commands })
    expect(await spawn?.call({ task: 'Look', command: 'true', wait: true })).toBe('Worker 1: failed.')
    expect((await run.evidence.snapshot()).workers).toMatchObject([{ why: 'No.', files: [] }])
    const kinds: string[] = []
    for await (const { kind } of ledger.read(run.stream)) kinds.push(kind)
    expect(kinds).toContain('dispatch.denied')
  })

  it('names every file of a worker to its lead, also those that a block only counts', async () => {
    const { run } = await opened()
    await run.spawn('Check all hosts', async (worker) => {
      for (let i = 0; i < 60; i++) await (await worker.call(`host${i}`)).end(i === 3 ? 'failed' : 'success', `${i}\n`)
    })
    await run.wait()
    expect((await run.mount({ bytes: 1_000 })).text).toMatch(
      /Files not shown in full: \d+\. list_workers\(1\) names them/,
    )
    const list = leadToolsFor(async () => run).find(({ name }) => name === 'list_workers')
    expect(await list?.call({})).toContain('41 older, ')
    const all = await list?.call({ job: 1 })
    for (let i = 0; i < 60; i++) expect(all).toContain(`_host${i}.txt `)
    expect(all).toContain('tool_calls/004_host3.txt 2 B failed')
    await expect(list?.call({ job: 2 })).rejects.toMatchObject({ code: 'WORKER_UNKNOWN' })
  })
})
