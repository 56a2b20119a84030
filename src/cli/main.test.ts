import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../test/helpers/cli.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { openFileStore } from '../ledger/stores/files/files.ts'
import { COMMANDS } from './commands/index.ts'

/** A home with one session of two entries, the second with an artifact. */
async function sampleHome(): Promise<string> {
  const dir = join(tempDir(), 'home')
  const store = openFileStore(dir)
  const output = await store.putArtifact({ name: 'stdout', media: 'text/plain' }, [Buffer.from('hello\u0007\n')])
  await store.append('session/one', [
    { kind: 'prompt.given', actor: 'user', body: { text: 'evil \u001b[2J escape' } },
    { kind: 'command.ran', actor: 'harness', body: { command: 'x'.repeat(500), exit: 1 }, artifacts: [output] },
  ])
  await store.close()
  return dir
}

describe('every command', () => {
  it.each(COMMANDS.map(({ name }) => name))('%s has help with usage, options and an example', async (name) => {
    const { exit, out } = await runCli([...name.split(' '), '--help'])
    expect(exit).toBe(0)
    expect(out).toMatch(new RegExp(`^bailiff ${name}: `))
    expect(out).toMatch(/\nUsage: bailiff /)
    expect(out).toMatch(/--json/)
    expect(out).toMatch(/\nExample:\n {2}bailiff /)
    expect(out).toBe((await runCli(['help', ...name.split(' ')])).out)
  })

  it.each(COMMANDS.map(({ name }) => name))(
    '%s refuses an option it does not know, with code 1 and where to look',
    async (name) => {
      const { exit, out, err } = await runCli([...name.split(' '), '--no-such-option'])
      expect({ exit, out }).toEqual({ exit: 1, out: '' })
      expect(err).toMatch(/no-such-option.*--help \[USAGE\]/s)
    },
  )

  it.each(['sessions', 'show session/x', 'verify', 'checkpoint', 'export /nowhere/x.tar', 'key rotate', 'gc'])(
    '%s says where it looked when there is no ledger, and makes none',
    async (line) => {
      const dir = join(tempDir(), 'none')
      const { exit, err } = await runCli([...line.split(' '), '--home', dir])
      expect({ exit, err }).toEqual({ exit: 1, err: expect.stringContaining(`No ledger in ${dir}`) })
      expect(() => readFileSync(dir)).toThrow('ENOENT')
    },
  )
})

describe('the command line', () => {
  it('shows the first page without arguments, with --help and with help', async () => {
    const [bare, flag, word] = await Promise.all([runCli([]), runCli(['--help']), runCli(['help'])])
    expect(bare).toEqual(flag)
    expect(flag).toEqual(word)
    for (const { name, summary } of COMMANDS) expect(bare.out).toContain(`${name.padEnd(10)}  ${summary}`)
  })

  it('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(await runCli(['--version'])).toEqual({ exit: 0, out: `${version}\n`, err: '' })
  })

  it('says so when there is no such command', async () => {
    expect(await runCli(['frobnicate'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('no command "frobnicate"'),
    })
  })

  it('gives errors as JSON on standard output when asked for JSON, and still a line for people', async () => {
    const { exit, out, err } = await runCli(['verify', '--json', '--home', '/nowhere/at/all'])
    expect(exit).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: 'HOME_EMPTY' } })
    expect(err).toContain('[HOME_EMPTY]')
  })

  it('takes the home from --home, then $BAILIFF_HOME', async () => {
    const dir = await sampleHome()
    expect((await runCli(['sessions'], { BAILIFF_HOME: dir })).out).toContain('session/one')
    expect((await runCli(['sessions', '--home', dir], { BAILIFF_HOME: '/elsewhere' })).out).toContain('session/one')
  })

  it('refuses a home that others can write, and says how to mend it', async () => {
    const dir = await sampleHome()
    chmodSync(dir, 0o777)
    const { exit, err } = await runCli(['verify', '--home', dir])
    expect({ exit, err }).toEqual({ exit: 1, err: expect.stringContaining(`chmod go-w ${dir}`) })
  })
})

describe('sessions', () => {
  it('lists sessions with their size and times, other streams only on request', async () => {
    const dir = await sampleHome()
    const few = await runCli(['sessions', '--home', dir])
    expect(few.out).toMatch(/STREAM.*\nsession\/one +2 /)
    expect(few.out).not.toContain('admin/')
    expect((await runCli(['sessions', '--all', '--home', dir])).out).toContain('admin/streams')
    expect(JSON.parse((await runCli(['sessions', '--json', '--home', dir])).out)).toMatchObject([
      { stream: 'session/one', entries: 2 },
    ])
  })
})

describe('show', () => {
  it('shows a timeline in which recorded text cannot command the terminal, and a long command does not hide its exit', async () => {
    const { exit, out } = await runCli(['show', 'session/one', '--home', await sampleHome()])
    expect(exit).toBe(0)
    expect(out).toContain('text=evil \\u001b[2J escape')
    expect(out).not.toContain('\u001b')
    expect(out).toMatch(/command=x{59}… {2}exit=1\n {8}└ stdout {2}7 B\n/)
  })

  it('writes a stored output byte for byte', async () => {
    const { exit, out } = await runCli(['show', 'session/one', '--raw', '2', 'stdout', '--home', await sampleHome()])
    expect({ exit, out }).toEqual({ exit: 0, out: 'hello\u0007\n' })
  })

  it('prints one entry a line as JSON', async () => {
    const { out } = await runCli(['show', 'session/one', '--json', '--home', await sampleHome()])
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([
      { seq: 1, kind: 'prompt.given' },
      { seq: 2, kind: 'command.ran' },
    ])
  })

  it('shows a damaged line as damaged and goes on', async () => {
    const dir = await sampleHome()
    const path = join(dir, 'ledger/session/one.jsonl')
    writeFileSync(path, readFileSync(path, 'utf8').replace('evil', 'good'))
    const { out } = await runCli(['show', 'session/one', '--home', dir])
    expect(out).toMatch(/does not verify \(edited\)\n +2 /)
  })

  it.each([
    [['show', 'session/none'], 'STREAM_UNKNOWN'],
    [['show', '../../etc/passwd'], 'USAGE'],
    [['show'], 'USAGE'],
    [['show', 'session/one', 'more'], 'USAGE'],
    [['show', 'session/one', '--raw', '9', 'stdout'], 'ENTRY_UNKNOWN'],
    [['show', 'session/one', '--raw', '2', 'nothing'], 'ARTIFACT_UNKNOWN'],
  ])('%j is refused with %s', async (argv, code) => {
    expect(await runCli([...argv, '--home', await sampleHome()])).toMatchObject({
      exit: 1,
      err: expect.stringContaining(`[${code}]`),
    })
  })
})

describe('verify', () => {
  it('exits 0 on a sound ledger and 2 on a tampered one, for people and as JSON', async () => {
    const dir = await sampleHome()
    expect(await runCli(['verify', '--home', dir])).toMatchObject({
      exit: 0,
      out: expect.stringContaining('as it was written'),
    })
    rmSync(join(dir, 'ledger/session/one.jsonl'))
    const { exit, out } = await runCli(['verify', '--all', '--json', '--home', dir])
    expect(exit).toBe(2)
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      findings: [{ stream: 'session/one', seq: 0, reason: 'stream-missing' }],
    })
    expect((await runCli(['verify', '--home', dir])).out).toMatch(/1 finding\..*\n {2}stream-missing {2}session\/one/)
  })

  it('audits one stream when one is named, and says when there is none of that name', async () => {
    const dir = await sampleHome()
    expect(JSON.parse((await runCli(['verify', 'session/one', '--json', '--home', dir])).out)).toMatchObject({
      ok: true,
      streams: 1,
      entries: 2,
    })
    expect(await runCli(['verify', 'session/two', '--home', dir])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[STREAM_UNKNOWN]'),
    })
  })

  it('refuses words it does not know for --artifacts', async () => {
    expect(await runCli(['verify', '--artifacts', 'some', '--home', await sampleHome()])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[USAGE]'),
    })
  })
})

describe('checkpoint, export, key rotate, gc', () => {
  it('finds a rollback against a checkpoint kept elsewhere', async () => {
    const dir = await sampleHome()
    const note = join(tempDir(), 'checkpoint.txt')
    const { out } = await runCli(['checkpoint', '--out', note, '--home', dir])
    expect(out).toContain('Verifier key: bailiff/')
    expect((await runCli(['verify', '--against', note, '--home', dir])).exit).toBe(0)
    rmSync(join(dir, 'ledger/session'), { recursive: true })
    rmSync(join(dir, 'heads/session'), { recursive: true })
    const { exit, out: found } = await runCli(['verify', '--against', note, '--home', dir])
    expect({ exit, found }).toEqual({ exit: 2, found: expect.stringContaining('rolled-back') })
  })

  it('prints the note without --out, and the key with --json', async () => {
    const dir = await sampleHome()
    expect((await runCli(['checkpoint', '--home', dir])).out).toMatch(/^bailiff\/.*\n\n— bailiff\//s)
    expect(JSON.parse((await runCli(['checkpoint', '--json', '--home', dir])).out)).toMatchObject({
      ok: true,
      vkey: expect.any(String),
      note: expect.any(String),
    })
  })

  it('exports to a file that verifies without the home, and never overwrites one', async () => {
    const dir = await sampleHome()
    const file = join(tempDir(), 'evidence.tar')
    const { vkey } = JSON.parse((await runCli(['export', file, 'session/one', '--json', '--home', dir])).out)
    rmSync(dir, { recursive: true })
    const { exit, out } = await runCli(['verify', '--export', file, '--vkey', vkey])
    expect({ exit, out }).toEqual({ exit: 0, out: expect.stringContaining('1 stream, 2 entries, 1 artifact') })
    const again = await runCli(['export', file, '--home', await sampleHome()])
    expect(again).toMatchObject({ exit: 1, err: expect.stringContaining('not overwritten') })
  })

  it('rotates the key; old and new entries verify', async () => {
    const dir = await sampleHome()
    expect((await runCli(['key', 'rotate', '--home', dir])).out).toMatch(
      /^Key [0-9a-f]{16} seals from now on; [0-9a-f]{16} is retired\.\n$/,
    )
    expect((await runCli(['verify', '--home', dir])).exit).toBe(0)
  })

  it('says what gc would remove, removes it, and the ledger still verifies', async () => {
    const dir = await sampleHome()
    expect((await runCli(['gc', '--home', dir])).out).toMatch(/^Removed 0 streams/)
    const dry = await runCli(['gc', '--max-size', '0MB', '--dry-run', '--home', dir])
    expect(dry.out).toMatch(/^Would remove 1 stream and .*\n {2}session\/one\n/)
    expect((await runCli(['show', 'session/one', '--home', dir])).exit).toBe(0)
    const { streams } = JSON.parse((await runCli(['gc', '--max-size', '0MB', '--json', '--home', dir])).out)
    expect(streams).toEqual(['session/one'])
    expect((await runCli(['verify', '--home', dir])).out).toMatch(/as it was written[\s\S]*stream-collected/)
    expect(await runCli(['gc', '--max-age', '3 weeks', '--home', dir])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('such as 30d'),
    })
  })
})

describe('demo', () => {
  it('records, verifies, tampers and finds it, and leaves nothing behind', async () => {
    const { exit, out, err } = await runCli(['demo'])
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(out).toMatch(
      /as it was written[\s\S]*edited {2}session\/demo seq 3[\s\S]*forged {2}session\/demo seq 3[\s\S]*as it was written/,
    )
    const quiet = await runCli(['demo', '--json'])
    expect(JSON.parse(quiet.out)).toMatchObject({
      ok: true,
      before: { ok: true },
      after: { findings: [{ reason: 'edited' }] },
    })
  })
})
