import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../../test/helpers/cli.ts'
import { type Leading, leading, spawnCall } from '../../../test/helpers/lead-runs.ts'
import { withStore } from '../../../test/helpers/ledger.ts'

const OUTPUT = 'disk 45 %\n\u001b[31mred\u001b[0m é\n'
const FILE = 'tool_calls/001_ssh_exec.txt'

async function twoWorkers(): Promise<Leading & { name: string }> {
  const on = await leading()
  const { run } = await on.run('alice', async (run) => {
    await spawnCall(run, 'Check the disk', OUTPUT)
    await spawnCall(run, 'Check\nthe log', 'no space left\n', 'failed')
  })
  return { ...on, name: run }
}

/** All files of a ledger with their sizes and times. */
const filesOf = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => `${name} ${statSync(join(dir, name)).mtimeMs}`)

describe('bailiff worker', () => {
  it('lists the workers of the newest run: job, status, files, size, time, task', async () => {
    const { cli, name, dir } = await twoWorkers()
    const before = filesOf(dir)
    const { exit, out } = await cli('worker', 'list', '--owner', 'alice')
    expect(exit).toBe(0)
    expect(out).toContain(`${name}, 2 workers`)
    expect(out).toMatch(/^ {2}1 {2}success +2 +26 B {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}Check the disk$/m)
    expect(out).toMatch(/^ {2}2 {2}failed +1 +14 B .* {2}Check the log$/m)
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    const { workers } = JSON.parse((await cli('worker', 'list', '--owner', 'alice', '--json')).out)
    expect(workers).toMatchObject([
      { job: 1, status: 'success', task: 'Check the disk', files: [{ name: FILE, status: 'success', bytes: 26 }, {}] },
      { job: 2, status: 'failed', why: 'exit code 1', bytes: 14 },
    ])
    expect(filesOf(dir)).toEqual(before)
  })

  it('says of a worker without an end that its process is gone', async () => {
    const on = await leading()
    const { run } = await on.run('alice')
    await withStore(on.dir, async (store) => {
      const worker = 'worker/lost'
      const process = { pid: 2 ** 22, start: '1' }
      const opened = { run, owner: 'alice', task: 'Lost', process }
      await store.append(worker, [{ kind: 'worker.opened', actor: 'harness', body: opened }])
      await store.append(worker, [{ kind: 'worker.started', actor: 'harness', body: {} }])
      await store.append(run, [{ kind: 'worker.spawned', actor: 'harness', body: { worker } }])
    })
    expect((await on.cli('worker', 'show', '1', '--owner', 'alice')).out).toContain('running, its process is gone')
  })

  it('shows a worker with its calls', async () => {
    const { cli } = await twoWorkers()
    const { exit, out } = await cli('worker', 'show', '2', '--owner', 'alice')
    expect(exit).toBe(0)
    expect(out).toMatch(/^Worker 2 of run\/\S+: failed, exit code 1$/m)
    expect(out).toMatch(/^tool_calls\/001_ssh_exec\.txt {2}failed +14 B {2}df -h \(exit 1\)$/m)
    const shown = JSON.parse((await cli('worker', 'show', '2', '--owner', 'alice', '--json')).out)
    expect(shown).toMatchObject({ job: 2, calls: [{ file: FILE, input: { command: 'df -h' }, exit: 1 }] })
  })

  it('writes the bytes of a file as they are, or a range of them; at a terminal it escapes control characters', async () => {
    const { cli, dir } = await twoWorkers()
    const raw = await cli('worker', 'file', '1', FILE, '--owner', 'alice')
    expect(Buffer.from(raw.out, 'latin1').toString()).toBe(OUTPUT)
    expect((await cli('worker', 'file', '1', FILE, '--owner', 'alice', '--start', '5', '--end', '7')).out).toBe('45')
    const atTerminal = await runCli(
      ['worker', 'file', '1', FILE, '--owner', 'alice', '--home', dir],
      {},
      { columns: 80 },
    )
    expect(atTerminal.out).toBe('disk 45 %\n\\u001b[31mred\\u001b[0m é\n')
    const { text, bytes, start, end } = JSON.parse(
      (await cli('worker', 'file', '1', FILE, '--owner', 'alice', '--start', '23', '--json')).out,
    )
    // A character that the range splits is left out.
    expect({ text, bytes, start, end }).toEqual({ text: 'é\n', bytes: 26, start: 23, end: 26 })
  })

  it('finds a literal text, whatever its case', async () => {
    const { cli } = await twoWorkers()
    expect((await cli('worker', 'grep', 'NO SPACE', '--owner', 'alice')).out).toBe(
      `worker 2 ${FILE}:1: no space left\n`,
    )
    expect((await cli('worker', 'grep', 'sp.ce', '--owner', 'alice')).out).toBe('No match.\n')
    const found = JSON.parse((await cli('worker', 'grep', 'red', '--owner', 'alice', '--json')).out)
    expect(found).toMatchObject({ isWhole: true, matches: [{ job: 1, name: FILE, line: 2 }] })
    expect((await cli('worker', 'grep', '', '--owner', 'alice')).err).toContain('[USAGE]')
  })

  it('says when a limit was reached', async () => {
    const on = await leading()
    await on.run('alice', async (run) => void (await spawnCall(run, 'Many', 'hit\n'.repeat(60))))
    const { out } = await on.cli('worker', 'grep', 'hit', '--owner', 'alice')
    expect(out.trimEnd().split('\n')).toHaveLength(51)
    expect(out).toContain('A limit was reached: there may be more matches.')
  })

  it('prints nothing that moves the cursor, whatever a worker wrote or was asked', async () => {
    const on = await leading()
    await on.run('alice', async (run) => void (await spawnCall(run, 'a\u001b[2Jb\u202e', '\u001b[2Jx\n')))
    for (const command of ['list', 'show 1', 'grep x']) {
      const { out } = await on.cli('worker', ...command.split(' '), '--owner', 'alice')
      expect(['\u001b', '\u202e'].filter((char) => out.includes(char))).toEqual([])
    }
  })
})

describe('an owner', () => {
  it.each(['list', 'show 1', 'file 1 result.txt', 'grep x'])('must be named: worker %s', async (command) => {
    const { cli } = await twoWorkers()
    for (const owner of [[], ['--owner', ''], ['--owner', ' ']]) {
      const { exit, err } = await cli('worker', ...command.split(' '), ...owner)
      expect({ exit, err }).toMatchObject({
        exit: 1,
        err: expect.stringMatching(/--owner <owner> \[OWNER_MISSING\]\n$/),
      })
    }
  })

  it('sees only own runs, and is not told whether others exist', async () => {
    const { cli, name } = await twoWorkers()
    const foreign = await cli('worker', 'list', '--owner', 'bob', '--run', name)
    const absent = await cli('worker', 'list', '--owner', 'bob', '--run', 'run/absent')
    expect(foreign).toMatchObject({ exit: 1, out: '' })
    expect(foreign.err.replace(name, 'run/absent')).toBe(absent.err)
    expect((await cli('worker', 'list', '--owner', 'Alice')).err).toContain('[RUN_UNKNOWN]')
  })

  it('has the newest run by default, and may name another by the start of its id', async () => {
    const on = await leading()
    const first = await on.run('alice', async (run) => void (await spawnCall(run, 'First', 'a\n')))
    await on.run('bob', async (run) => void (await spawnCall(run, 'Foreign', 'b\n')))
    const second = await on.run('alice', async (run) => void (await spawnCall(run, 'Second', 'c\n')))
    expect((await on.cli('worker', 'list', '--owner', 'alice')).out).toContain(second.run)
    const named = await on.cli('worker', 'list', '--owner', 'alice', '--run', first.run.slice('run/'.length))
    expect(named.out).toContain('First')
    expect(named.out).not.toMatch(/Second|Foreign/)
    const unclear = await on.cli('worker', 'list', '--owner', 'alice', '--run', 'run/20')
    expect(unclear).toMatchObject({ exit: 1, err: expect.stringContaining('2 runs start with "run/20"') })
    expect(unclear.err).not.toContain('bob')
  })

  it('reaches files by their exact name only', async () => {
    const { cli, dir } = await twoWorkers()
    for (const name of [
      '../keys/current',
      'tool_calls/../result.txt',
      '/etc/passwd',
      join(dir, 'keys/current'),
      'RESULT.TXT',
      'Tool_Calls/001_ssh_exec.txt',
      'tool_calls//001_ssh_exec.txt',
      'result.txt\0',
      '.',
      '',
    ]) {
      const { exit, out, err } = await cli('worker', 'file', '1', name, '--owner', 'alice')
      expect({ exit, out }, name).toEqual({ exit: 1, out: '' })
      expect(err).toMatch(/\[FILE_(?:REFUSED|UNKNOWN)\]/)
    }
    for (const job of ['0', '3', '-1', 'x', '1.5'])
      expect((await cli('worker', 'file', job, 'result.txt', '--owner', 'alice')).exit, job).toBe(1)
  })
})

describe('evidence that was altered', () => {
  it('gives exit code 2: a changed artifact', async () => {
    const { cli, dir } = await twoWorkers()
    for (const path of readdirSync(join(dir, 'artifacts'), { recursive: true, encoding: 'utf8' })) {
      const whole = join(dir, 'artifacts', path)
      if (!statSync(whole).isFile()) continue
      chmodSync(whole, 0o600)
      writeFileSync(whole, readFileSync(whole, 'utf8').replace('45', '99'))
    }
    const { exit, out, err } = await cli('worker', 'file', '1', FILE, '--owner', 'alice')
    expect({ exit, out }).toEqual({ exit: 2, out: '' })
    expect(err).toContain('was altered. Run: bailiff verify [ARTIFACT_UNKNOWN]')
    expect((await cli('worker', 'grep', '99', '--owner', 'alice')).exit).toBe(2)
    expect((await cli('worker', 'file', '2', FILE, '--owner', 'alice')).exit).toBe(0)
  })

  it('gives exit code 2: a changed entry', async () => {
    const { cli, dir } = await twoWorkers()
    const path = join(dir, 'ledger/worker', readdirSync(join(dir, 'ledger/worker'))[0] ?? '')
    writeFileSync(path, readFileSync(path, 'utf8').replace('Check', 'Chekc'))
    const { exit, out } = await cli('worker', 'list', '--owner', 'alice', '--json')
    expect({ exit, ...JSON.parse(out) }).toMatchObject({ exit: 2, ok: false, error: { code: 'CHAIN_BROKEN' } })
  })
})
