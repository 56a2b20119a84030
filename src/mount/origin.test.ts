import { generateText, stepCountIs, wrapLanguageModel } from 'ai'
import { describe, expect, it } from 'vitest'
import { scriptedModel } from '../../test/helpers/language-model.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { LedgerError } from '../ledger/errors.ts'
import type { Range, Store } from '../ledger/store.ts'
import { openFileStore } from '../ledger/stores/files/files.ts'
import { openMemoryStore } from '../ledger/stores/memory.ts'
import { leadTools, mountMiddleware } from './drivers/ai-sdk.ts'
import { openRun, type Run, startRun } from './drivers/run.ts'
import { startThread } from './drivers/thread.ts'
import { leadToolsFor } from './drivers/tools.ts'
import type { WorkerTrace } from './drivers/worker.ts'

/**
 * The cases that the project which first built mounts tested, as far as they apply and are not covered beside the code.
 * If Bailiff decides otherwise (order by time, one block instead of markers), the tests expect its own behaviour.
 */

const OWNER = 'alice'

type Printed = readonly [tool: string, output: string, status?: 'success' | 'failed']

/** The work of a worker that prints this, call by call, and ends with these words. */
const printing =
  (calls: readonly Printed[], words = '') =>
  async (worker: WorkerTrace): Promise<string> => {
    for (const [tool, output, status = 'success'] of calls) await (await worker.call(tool)).end(status, output)
    return words
  }

async function runOf(workers: readonly (readonly Printed[])[], ledger: Store = openMemoryStore()): Promise<Run> {
  const thread = await startThread(ledger, { owner: OWNER })
  const run = await startRun(ledger, { owner: OWNER, thread })
  for (const calls of workers) await run.wait(await run.spawn('Check', printing(calls)))
  return run
}

async function call(run: Run, name: string, input: object = {}): Promise<string> {
  const found = leadToolsFor(async () => run, { agents: { check: () => printing([['check', 'x'.repeat(9_000)]]) } })
  return (await found.find((tool) => tool.name === name)?.call(input)) ?? ''
}

describe('a block', () => {
  it('shows tool output newest first and marks failures where they are', async () => {
    const run = await runOf([
      [
        ['first', 'one\n'],
        ['second', 'two\n', 'failed'],
        ['third', 'three\n'],
      ],
    ])
    const { text } = await run.mount()
    expect([...text.matchAll(/^--- (\S+ ?\S*) \(/gm)].map(([, name]) => name)).toEqual([
      'tool_calls/003_third.txt',
      '[FAILED] tool_calls/002_second.txt',
      'tool_calls/001_first.txt',
    ])
  })

  it('numbers the files of a worker from 001 and makes file names of any tool name', async () => {
    const run = await runOf([
      [
        ['ssh_exec', 'x'],
        ['mcp__disk/usage.v2', 'x'],
        ['', 'x'],
        ['../../etc', 'x'],
        ['ü'.repeat(200), 'x'],
      ],
    ])
    const [worker] = (await run.evidence.snapshot()).workers
    expect(worker?.files.map(({ name }) => name).slice(0, 5)).toEqual([
      'tool_calls/001_ssh_exec.txt',
      'tool_calls/002_mcp__disk_usage_v2.txt',
      'tool_calls/003_tool.txt',
      'tool_calls/004_______etc.txt',
      `tool_calls/005_${'_'.repeat(60)}.txt`,
    ])
    for (const { name } of worker?.files ?? [])
      expect(await call(run, 'read_worker_file', { job: 1, name })).toContain(`${name} of worker 1, bytes`)
  })

  it('says that a file is unavailable if its bytes are gone, and shows the others', async () => {
    const memory = openMemoryStore()
    const run = await runOf(
      [
        [
          ['gone', 'vanished\n'],
          ['kept', 'still here\n'],
        ],
      ],
      memory,
    )
    const [worker] = (await run.evidence.snapshot()).workers
    const lost = worker?.files[0]?.tail[0]?.sha256
    const partly = new Proxy(memory, {
      get(store, key) {
        const value = Reflect.get(store, key)
        if (key !== 'readArtifact') return typeof value === 'function' ? value.bind(store) : value
        return async (sha256: string, range: Required<Range>) => {
          if (sha256 === lost) throw new LedgerError('ARTIFACT_UNKNOWN', 'gone')
          return store.readArtifact(sha256, range)
        }
      },
    })
    const again = await openRun(partly, { owner: OWNER, run: run.stream })
    const { text, failure } = await again.mount()
    expect(failure).toBe(null)
    expect(text).toContain('still here')
    expect(text).toContain('read_worker_file(1, "tool_calls/001_gone.txt") (unavailable, 9 bytes)')
  })

  it('is one for all workers of a run, and one entry for each call', async () => {
    const run = await runOf([[['df', 'one\n']], [['df', 'two\n']], [['df', 'three\n']]])
    const { text } = await run.mount()
    expect(text.match(/^Worker \d/gm)).toHaveLength(3)
    expect((await run.evidence.run()).mounts).toHaveLength(1)
  })

  it('is not there without workers: the prompt is what the caller gave, and nothing is recorded', async () => {
    const run = await runOf([])
    const prompt = [{ role: 'user', content: 'Hello' }]
    const given = await mountMiddleware(run).transformParams({ params: { prompt } })
    expect(given.prompt).toEqual(prompt)
    expect(given.prompt[0]).toBe(prompt[0])
    expect((await run.evidence.run()).mounts).toEqual([])
  })

  it('leaves the tools and settings of the call as they are', async () => {
    const run = await runOf([[['df', 'one\n']]])
    const params = { prompt: [], tools: [{ type: 'function', name: 'x' }], temperature: 0.5, abortSignal: null }
    const { prompt, ...rest } = await mountMiddleware(run).transformParams({ params })
    expect(prompt).toHaveLength(1)
    expect(rest).toEqual({ tools: params.tools, temperature: 0.5, abortSignal: null })
    expect(rest.tools).toBe(params.tools)
  })
})

describe('what a lead keeps', () => {
  it('is short, although its model saw all of a large tool output', async () => {
    const ledger = openMemoryStore()
    const thread = await startThread(ledger, { owner: OWNER })
    const run = await startRun(ledger, { owner: OWNER, thread })
    const agents = { check: () => printing([['log', `${'noise\n'.repeat(4_000)}disk 45 %\n`]]) }
    const { model, prompts } = scriptedModel((prompt, call) => {
      if (call === 1) return { calls: [{ name: 'spawn_worker', input: { task: 'Check', wait: true } }] }
      return { text: JSON.stringify(prompt).includes('disk 45 %') ? 'The disk is 45 % full.' : 'I could not check.' }
    })
    await thread.add('How full is the disk?')
    const { text, response } = await generateText({
      model: wrapLanguageModel({ model, middleware: mountMiddleware(run) }),
      messages: await thread.messages(),
      tools: leadTools(run, { agents }),
      stopWhen: stepCountIs(5),
    })
    await run.answer(text)
    const kept = JSON.stringify([await thread.messages(), response.messages])
    expect(text).toBe('The disk is 45 % full.')
    expect(kept).not.toContain('noise')
    expect(kept.length).toBeLessThan(1_000)
    expect(JSON.stringify(prompts[1]).length).toBeGreaterThan(20_000)
  })

  it('has an answer of less than 500 characters from a worker with much output', async () => {
    const run = await runOf([])
    const told = await call(run, 'spawn_worker', { task: 'Check', wait: true })
    expect(told).toBe('Worker 1: success.')
    expect(told.length).toBeLessThan(500)
  })
})

describe('workers', () => {
  it('of the same task in the same second are different workers', async () => {
    const run = await runOf([])
    const jobs = await Promise.all(Array.from({ length: 30 }, () => run.spawn('Check', printing([]))))
    await run.wait()
    expect([...jobs].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1))
    expect(new Set((await run.evidence.run()).workers).size).toBe(30)
  })

  it('that fail keep what they saw, and say why', async () => {
    const run = await runOf([])
    const job = await run.spawn('Check', async (worker) => {
      await printing([['df', 'disk 45 %\n']])(worker)
      throw new Error('connection lost')
    })
    await run.wait(job)
    const { text } = await run.mount()
    expect(text).toMatch(/^Worker 1 \(\S+\): failed, connection lost /m)
    expect(text).toContain('disk 45 %')
  })

  it('succeed whatever they say, or if they say nothing', async () => {
    const run = await runOf([[['df', 'x']]])
    await run.wait(await run.spawn('Check', printing([], 'I failed completely.')))
    const { workers } = await run.evidence.snapshot()
    expect(workers.map(({ status }) => status)).toEqual(['success', 'success'])
  })

  it('are listed by status and up to a limit, the newest last', async () => {
    const run = await runOf([[], [], []])
    const job = await run.spawn('Break', async () => {
      throw new Error('broken')
    })
    await run.wait(job)
    expect((await call(run, 'list_workers', { limit: 2 })).split('\n')).toEqual([
      '4 workers',
      expect.stringMatching(/^3\. success/),
      expect.stringMatching(/^4\. failed \(broken\)/),
      '2 older ones are not listed',
    ])
    expect(await call(run, 'list_workers', { status: 'failed' })).not.toContain('success')
    expect(await call(run, 'list_workers', { status: 'running' })).toBe('0 workers')
  })

  it('are searched in all their files, at most 50 matches of at most 200 characters', async () => {
    const run = await runOf([
      [['log', `${'a'.repeat(900)} Needle ${'b'.repeat(900)}\nother\n`]],
      [['log', 'NEEDLE\n'.repeat(80)]],
    ])
    const found = (await call(run, 'grep_workers', { pattern: 'needle' })).split('\n')
    expect(found).toHaveLength(51)
    expect(found[0]).toMatch(/^worker 1 tool_calls\/001_log\.txt:1: a+ Needle b+$/)
    expect(found[0]?.split(': ')[1]?.length).toBeLessThanOrEqual(200)
    expect(found[49]).toBe('worker 2 tool_calls/001_log.txt:49: NEEDLE')
    expect(found[50]).toBe('There may be more matches: a limit was reached.')
    expect(await call(run, 'grep_workers', { pattern: 'n.edle' })).toBe('No match.')
  })
})

describe('a ledger on disk', () => {
  it('gives the same run to the next program, and to two programs at the same time', async () => {
    const home = tempDir()
    const first = openFileStore(home)
    const run = await runOf([[['df', 'disk 45 %\n']]], first)
    const { text } = await run.mount()
    const second = openFileStore(home)
    const beside = await openRun(second, { owner: OWNER, run: run.stream })
    expect((await beside.mount()).text).toBe(text)
    await beside.wait(await beside.spawn('Check again', printing([['df', 'disk 46 %\n']])))
    await run.wait(await run.spawn('Check once more', printing([['df', 'disk 47 %\n']])))
    const both = [(await run.mount()).text, (await beside.mount()).text]
    expect(both[0]).toBe(both[1])
    for (const seen of ['disk 45 %', 'disk 46 %', 'disk 47 %']) expect(both[0]).toContain(seen)
    await first.close()
    await second.close()
    const third = openFileStore(home)
    const later = await openRun(third, { owner: OWNER, run: run.stream })
    expect((await later.mount()).text).toBe(both[0])
    expect((await later.evidence.run()).calls).toBeGreaterThanOrEqual(4)
    await third.close()
  })
})
