import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../../test/helpers/temp.ts'
import type { Store } from '../../ledger/store.ts'
import { openFileStore } from '../../ledger/stores/files/files.ts'
import { openMemoryStore } from '../../ledger/stores/memory.ts'
import { openRun, type Run, startRun } from './run.ts'
import { openThread, startThread } from './thread.ts'
import { leadToolsFor } from './tools.ts'

/** A run with one worker that saw a secret of its own. */
async function runOf(ledger: Store, owner: string, seen: string): Promise<Run> {
  const run = await startRun(ledger, { owner })
  await run.spawn(`Look for ${owner}`, async (worker) => {
    await (await worker.call('look')).end('success', `${seen}\n`)
  })
  await run.wait()
  return run
}

const toolOf = (run: Run, name: string) => {
  const found = leadToolsFor(async () => run).find((tool) => tool.name === name)
  if (found === undefined) throw new Error(name)
  return found
}

describe('an owner', () => {
  it("never sees another owner's workers, and other runs never mix", async () => {
    const ledger = openMemoryStore()
    const a = await runOf(ledger, 'alice', 'A-EVIDENCE')
    const other = await runOf(ledger, 'alice', 'OTHER-RUN')
    const b = await runOf(ledger, 'bob', 'B-EVIDENCE')
    for (const [run, own, foreign] of [
      [a, 'A-EVIDENCE', ['OTHER-RUN', 'B-EVIDENCE']],
      [other, 'OTHER-RUN', ['A-EVIDENCE', 'B-EVIDENCE']],
      [b, 'B-EVIDENCE', ['A-EVIDENCE', 'OTHER-RUN']],
    ] as const) {
      const seen = [
        (await run.mount()).text,
        await toolOf(run, 'grep_workers').call({ pattern: 'E' }),
        await toolOf(run, 'get_worker_evidence').call({}),
        await toolOf(run, 'list_workers').call({}),
      ].join('\n')
      expect(seen).toContain(own)
      for (const text of foreign) expect(seen).not.toContain(text)
    }
  })

  it.each(['', ' ', undefined, null, 7])('is required: %j has no access', async (owner) => {
    const ledger = openMemoryStore()
    const run = await runOf(ledger, 'alice', 'x')
    const given = owner as string
    await expect(startRun(ledger, { owner: given })).rejects.toMatchObject({ code: 'OWNER_MISSING' })
    await expect(openRun(ledger, { owner: given, run: run.stream })).rejects.toMatchObject({ code: 'OWNER_MISSING' })
    await expect(startThread(ledger, { owner: given })).rejects.toMatchObject({ code: 'OWNER_MISSING' })
  })

  it("cannot open another owner's run or thread: they are unknown", async () => {
    const ledger = openMemoryStore()
    const run = await runOf(ledger, 'alice', 'x')
    const thread = await startThread(ledger, { owner: 'alice' })
    await expect(openRun(ledger, { owner: 'bob', run: run.stream })).rejects.toMatchObject({ code: 'RUN_UNKNOWN' })
    await expect(startRun(ledger, { owner: 'bob', thread })).rejects.toMatchObject({ code: 'THREAD_UNKNOWN' })
    await expect(openRun(ledger, { owner: 'Alice', run: run.stream })).rejects.toMatchObject({ code: 'RUN_UNKNOWN' })
    await expect(openThread(ledger, { owner: 'bob', thread: thread.stream })).rejects.toMatchObject({
      code: 'THREAD_UNKNOWN',
    })
    for (const name of ['run/none', '../run', thread.stream, '', 'run/..'])
      await expect(openRun(ledger, { owner: 'alice', run: name })).rejects.toMatchObject({ code: 'RUN_UNKNOWN' })
  })

  it("cannot start a run for another owner's thread", async () => {
    const ledger = openMemoryStore()
    const thread = await startThread(ledger, { owner: 'alice' })
    await expect(startRun(ledger, { owner: 'bob', thread })).rejects.toMatchObject({ code: 'THREAD_UNKNOWN' })
    expect(await ledger.list()).toEqual([thread.stream])
  })

  it("does not see another owner's worker, even if the run's stream names it", async () => {
    const ledger = openMemoryStore()
    const a = await runOf(ledger, 'alice', 'A-EVIDENCE')
    const b = await runOf(ledger, 'bob', 'B-EVIDENCE')
    const [worker = ''] = (await b.evidence.run()).workers
    await ledger.append(a.stream, [{ kind: 'worker.spawned', actor: 'harness', body: { worker } }])
    const { text } = await a.mount()
    expect(text).not.toContain('B-EVIDENCE')
    expect(text).toMatch(/Worker 2 .*: unavailable/)
  })
})

describe('a file of a trace', () => {
  it.each([
    '../keys/current',
    '/etc/passwd',
    'tool_calls/../result.txt',
    'tool_calls//001_look.txt',
    './result.txt',
    'tool_calls/001_look.txt\0',
    'tool_calls\\001_look.txt',
    '..',
    '',
    'tool_calls/',
    'a/b',
  ])('is read by its name only: %j is refused', async (name) => {
    const run = await runOf(openMemoryStore(), 'alice', 'x')
    await expect(toolOf(run, 'read_worker_file').call({ job: 1, name })).rejects.toMatchObject({ code: 'FILE_REFUSED' })
  })

  it.each(['RESULT.TXT', 'Tool_calls/001_look.txt', 'tool_calls/001_LOOK.txt', 'tool_calls/002_look.txt'])(
    'has exactly one name: %s is unknown',
    async (name) => {
      const run = await runOf(openMemoryStore(), 'alice', 'x')
      const { code } = await toolOf(run, 'read_worker_file')
        .call({ job: 1, name })
        .catch((error) => error)
      expect(['FILE_UNKNOWN', 'FILE_REFUSED']).toContain(code)
    },
  )

  it('is read in ranges that never split a character', async () => {
    const run = await runOf(openMemoryStore(), 'alice', 'a€b')
    const read = (start: number, end: number) =>
      toolOf(run, 'read_worker_file').call({ job: 1, name: 'tool_calls/001_look.txt', start, end })
    expect(await read(0, 6)).toBe('tool_calls/001_look.txt of worker 1, bytes 0 to 6 of 6\na€b\n')
    expect(await read(0, 3)).toContain('bytes 0 to 1 of 6\na')
    expect(await read(2, 6)).toContain('bytes 4 to 6 of 6\nb')
    expect(await read(9, 20)).toContain('bytes 6 to 6 of 6')
  })

  it('is not read through a symlink that took the place of its bytes', async () => {
    const home = tempDir()
    const outside = join(tempDir(), 'secret')
    writeFileSync(outside, 'OUTSIDE\n')
    const ledger = openFileStore(home)
    const run = await runOf(ledger, 'alice', 'INSIDE')
    const [file] = (await run.evidence.snapshot()).workers[0]?.files ?? []
    const sha256 = file?.tail[0]?.sha256 ?? ''
    const path = join(home, 'artifacts', sha256.slice(0, 2), sha256)
    rmSync(path)
    symlinkSync(outside, path)
    const { text } = await run.render()
    expect(text).not.toContain('OUTSIDE')
    expect(text).toContain('(unavailable, 7 bytes)')
    await expect(
      toolOf(run, 'read_worker_file').call({ job: 1, name: 'tool_calls/001_look.txt' }),
    ).rejects.toMatchObject({ code: 'ARTIFACT_UNKNOWN' })
    await ledger.close()
  })
})
