import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { runCli, unwrapped } from '../../test/helpers/cli.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { openFileStore } from '../ledger/stores/files/files.ts'
import { allCommands, NAMES } from './commands/index.ts'
import { GROUPS } from './screens/help.ts'
import { plural } from './screens/output.ts'

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

const screenOf = (out: string): string[] => out.trimEnd().split('\n')

describe('every command', () => {
  it.each(NAMES)('%s has help with usage, options and an example', async (name) => {
    const { exit, out } = await runCli([...name.split(' '), '--help'])
    expect(exit).toBe(0)
    expect(out).toMatch(new RegExp(`^bailiff ${name}: `))
    expect(out).toMatch(/\nUsage: bailiff /)
    expect(out).toMatch(/--json/)
    expect(out).toMatch(/\nExample:\n {2}bailiff /)
    expect(out).toBe((await runCli(['help', ...name.split(' ')])).out)
  })

  it.each(NAMES)('%s refuses an unknown option, with code 1 and a pointer to its help', async (name) => {
    const { exit, out, err } = await runCli([...name.split(' '), '--no-such-option'])
    expect({ exit, out }).toEqual({ exit: 1, out: '' })
    expect(err).toMatch(/no-such-option.*--help \[USAGE\]/s)
  })

  it.each([
    'sessions',
    'explain x',
    'show session/x',
    'verify',
    'checkpoint',
    'export /nowhere/x.tar',
    'key rotate',
    'gc',
  ])('%s says where it looked if there is no ledger, and creates none', async (line) => {
    const dir = join(tempDir(), 'none')
    const { exit, err } = await runCli([...line.split(' '), '--home', dir])
    expect({ exit, err }).toEqual({ exit: 1, err: expect.stringContaining(`No ledger in ${dir}`) })
    expect(() => readFileSync(dir)).toThrow('ENOENT')
  })
})

describe('the command line', () => {
  it('shows the first page without arguments, with --help and with help', async () => {
    const [bare, flag, word] = await Promise.all([runCli([]), runCli(['--help']), runCli(['help'])])
    expect(bare).toEqual(flag)
    expect(flag).toEqual(word)
    expect(bare.out.match(/^ {2}\w+ +\S/gm)).toHaveLength(12)
    expect(bare.out).toContain('All commands: bailiff help --all\n')
    for (const line of screenOf(bare.out)) expect(line.length).toBeLessThanOrEqual(80)
    expect(screenOf(bare.out).length).toBeLessThanOrEqual(24)
  })

  it('lists every command with help --all, and with --help --all', async () => {
    const bare = await runCli(['help', '--all'])
    expect(await runCli(['--help', '--all'])).toEqual(bare)
    for (const title of ['Every day', 'Policy', 'Evidence', 'Plumbing']) expect(bare.out).toContain(`\n${title}:\n`)
    const lines = bare.out.split('\n')
    for (const name of NAMES) {
      const [word = '', ...rest] = name.split(' ')
      const named = lines.filter((line) => line.startsWith(`  ${word} `))
      expect(named.some((line) => line.includes(` ${rest.join(' ')}`))).toBe(true)
    }
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('lists every command under one title of help --all', () => {
    const words = NAMES.map((name) => name.split(' ', 1)[0] ?? '')
    expect(GROUPS.flatMap((group) => group.words).sort()).toEqual([...new Set(words)].sort())
  })

  it('finds every command by its own name', async () => {
    expect((await allCommands()).map(({ name }) => name)).toEqual(NAMES)
  })

  it('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(await runCli(['--version'])).toEqual({ exit: 0, out: `${version}\n`, err: '' })
  })

  it.each(['policy', 'claims', 'key'])('lists the commands that begin with %s, one per line', async (group) => {
    const { exit, out, err } = await runCli([group])
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    const own = (await allCommands()).filter(({ name }) => name.startsWith(`${group} `))
    for (const { name } of own) expect(out).toMatch(new RegExp(`^ {2}${name} +`, 'm'))
    for (const { summary } of own) expect(out).toContain(`  ${summary}\n`)
    expect(out.match(new RegExp(`^ {2}${group} `, 'gm'))).toHaveLength(own.length)
    for (const line of [`${group} --help`, `${group} -h`, `help ${group}`])
      expect(await runCli(line.split(' '))).toEqual({ exit, out, err })
  })

  it('points to the help if a group has no such command', async () => {
    expect(await runCli(['policy', 'aprove'])).toMatchObject({
      exit: 1,
      err: 'bailiff: Unknown command "policy aprove". Did you mean "policy approve"? Run: bailiff policy --help [USAGE]\n',
    })
  })

  it.each([
    ['explian', 'explain'],
    ['polcy check', 'policy'],
    ['worker lst', 'worker list'],
    ['approve', 'policy approve'],
    ['log', 'sessions'],
    ['--hlep', '--help'],
    ['report --sinc 7d', '--since'],
    ['init --dryrun', '--dry-run'],
    ['policy aprove --yes', 'policy approve'],
  ])('suggests the nearest: %s', async (line, meant) => {
    const { exit, err } = await runCli(line.split(' '))
    expect([exit, err]).toEqual([1, expect.stringContaining(`Did you mean "${meant}"? Run: bailiff `)])
  })

  it('suggests nothing that is not near', async () => {
    for (const line of ['frobnicate', 'sessions --frobnicate', '--frobnicate', '__proto__'])
      expect((await runCli(line.split(' '))).err).not.toContain('Did you mean')
  })

  it('reports an unknown command', async () => {
    expect(await runCli(['frobnicate'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('Unknown command "frobnicate"'),
    })
  })

  it('prints errors as JSON on standard output with --json, and still a line for people', async () => {
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

  it('refuses a home that other users can write to, and says how to fix it', async () => {
    const dir = await sampleHome()
    chmodSync(dir, 0o777)
    const { exit, err } = await runCli(['verify', '--home', dir])
    expect({ exit, err }).toEqual({ exit: 1, err: expect.stringContaining(`chmod go-w ${dir}`) })
  })
})

describe('invalid arguments and options', () => {
  it.each([
    ['sessions x', 'Unexpected argument "x". '],
    ['checkpoint out.txt', 'Unexpected argument "out.txt". '],
    ['key rotate x', 'Unexpected argument "x". '],
    ['gc foo', 'Unexpected argument "foo". '],
    ['demo x', 'Unexpected argument "x". '],
    ['show session/one stdout more', 'Unexpected argument "more". '],
    ['show', 'needs <stream>'],
    ['explain session/one 1 more', 'Unexpected argument "more". '],
    ['export', 'needs <file>'],
    ['verify --all session/one', 'not both'],
    ['verify --export x.tar session/one', 'Do not name streams'],
    ['verify --export x.tar --against x.txt', 'not both'],
    ['verify --vkey key', 'needs --against or --export'],
  ])('%s is refused with USAGE', async (line, why) => {
    const { exit, out, err } = await runCli([...line.split(' '), '--home', await sampleHome()])
    expect({ exit, out }).toEqual({ exit: 1, out: '' })
    expect(err).toContain(why)
    expect(err).toMatch(/\[USAGE\]\n$/)
  })

  it('shows help whatever else is on the line', async () => {
    expect((await runCli(['gc', 'foo', '--help'])).exit).toBe(0)
  })
})

describe('a file named on the command line that cannot be used', () => {
  const unusable = async (argv: readonly string[], home: string) => {
    const { exit, out, err } = await runCli([...argv, '--home', home])
    expect({ exit, out }).toEqual({ exit: 1, out: '' })
    expect(err).toMatch(/^bailiff: .* \[FILE_UNUSABLE\]\n$/)
    return err
  }

  it.each(['--against', '--export'])('is named if verify %s cannot read it', async (option) => {
    const dir = tempDir()
    const missing = join(dir, 'missing')
    const home = await sampleHome()
    expect(await unusable(['verify', option, missing], home)).toContain(
      `Cannot read ${missing} (ENOENT). Name a file that`,
    )
    expect(await unusable(['verify', option, dir], home)).toContain(`Cannot read ${dir} (`)
  })

  it('is named if checkpoint or export cannot write it, and nothing is left behind', async () => {
    const home = await sampleHome()
    const dir = tempDir()
    const nowhere = join(dir, 'none', 'file')
    for (const argv of [
      ['checkpoint', '--out', nowhere],
      ['export', nowhere],
    ])
      expect(await unusable(argv, home)).toContain(`Cannot write ${nowhere} (ENOENT). Name a file in`)
    expect(await unusable(['checkpoint', '--out', dir], home)).toContain('not a regular file')
    expect(await unusable(['export', dir], home)).toContain(`${dir} already exists (EEXIST)`)
    expect(existsSync(join(dir, 'none'))).toBe(false)
  })
})

describe('sessions', () => {
  it('lists sessions, and with --all every stream with its entries and size', async () => {
    const dir = await sampleHome()
    const few = await runCli(['sessions', '--home', dir])
    expect(few.out).toMatch(/^SESSION .*\nunknown host in .*\n {2}session\/one /)
    expect(few.out).not.toContain('admin/')
    const all = await runCli(['sessions', '--all', '--home', dir])
    expect(all.out).toMatch(/^ENTRIES .*\n(?:.*\n)? +2 .* session\/one\n/)
    expect(all.out).toContain('admin/streams')
    expect(JSON.parse((await runCli(['sessions', '--json', '--home', dir])).out)).toMatchObject([
      { stream: 'session/one', entries: 2 },
    ])
  })
})

describe('show', () => {
  it('shows a timeline in which recorded text cannot control the terminal, and a long command does not hide its exit code', async () => {
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

  it('lists the text in an entry, and says if there is none', async () => {
    const home = join(tempDir(), 'home')
    const store = openFileStore(home)
    await store.append('session/one', [
      { kind: 'prompt.given', actor: 'user', body: { text: 'Do it.' } },
      { kind: 'note', actor: 'harness', body: { count: 1 } },
    ])
    await store.close()
    const raw = (...argv: string[]) => runCli(['show', 'session/one', '--raw', ...argv, '--home', home])
    expect(await raw('1')).toEqual({ exit: 0, out: 'text  6 B\n', err: '' })
    expect(await raw('2')).toEqual({ exit: 0, out: 'Entry 2 has no text.\n', err: '' })
    expect((await raw('1', '--json')).out).toBe('[{"name":"text","bytes":6}]\n')
    expect((await raw('2', '--json')).out).toBe('[]\n')
    expect((await raw('1', 'text', '--json')).out).toBe('Do it.')
    expect(unwrapped((await runCli(['show', '--help'])).out)).toMatch(
      /--json .* with --raw <seq>, one list of names and sizes/,
    )
  })

  it('prints one entry per line as JSON, and the help says so', async () => {
    expect((await runCli(['show', '--help'])).out).toMatch(/--json +print one JSON line per entry/)
    expect((await runCli(['verify', '--help'])).out).toMatch(/--json +print one JSON value/)
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

  it('shows a damaged line as damaged and continues', async () => {
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
  it('exits with 0 on an intact ledger and 2 on a tampered one, for people and as JSON', async () => {
    const dir = await sampleHome()
    expect(await runCli(['verify', '--home', dir])).toMatchObject({
      exit: 0,
      out: expect.stringContaining('is intact'),
    })
    rmSync(join(dir, 'ledger/session/one.jsonl'))
    const { exit, out } = await runCli(['verify', '--all', '--json', '--home', dir])
    expect(exit).toBe(2)
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      findings: [{ stream: 'session/one', seq: 0, reason: 'stream-missing' }],
    })
    expect((await runCli(['verify', '--home', dir])).out).toMatch(
      /1 finding\.\n.*\n {2}session\/one\n {4}stream-missing /,
    )
  })

  it('audits one stream if one is named, and reports an unknown name', async () => {
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

  it('refuses unknown values of --artifacts', async () => {
    expect(await runCli(['verify', '--artifacts', 'some', '--home', await sampleHome()])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[USAGE]'),
    })
  })
})

describe('the headline of verify', () => {
  const headlineOf = async (argv: readonly string[]): Promise<string> =>
    /^[✓✗] .*?\.(?= \d)/.exec(unwrapped((await runCli(['verify', ...argv])).out))?.[0] ?? ''

  it('claims no more than was audited', async () => {
    const home = await sampleHome()
    const on = (...argv: string[]) => headlineOf([...argv, '--home', home])
    expect(await on()).toBe('✓ The ledger is intact.')
    expect(await on('--all')).toBe('✓ The ledger is intact.')
    expect(await on('--artifacts', 'none')).toBe('✓ The ledger is intact; stored output was not read back.')
    expect(await on('--artifacts', 'sample')).toBe('✓ The ledger is intact; a sample of stored output was read back.')
    expect(await on('session/one', 'session/one')).toBe('✓ The stream is intact; other streams were not audited.')
    expect(await on('session/one', 'admin/streams')).toBe('✓ The 2 streams are intact; other streams were not audited.')
    expect(await on('session/one', '--artifacts', 'none')).toBe(
      '✓ The stream is intact; other streams were not audited, stored output was not read back.',
    )
  })

  it('blames no more than was audited', async () => {
    const home = await sampleHome()
    const path = join(home, 'ledger/session/one.jsonl')
    writeFileSync(path, readFileSync(path, 'utf8').replace('evil', 'good'))
    const on = (...argv: string[]) => headlineOf([...argv, '--home', home])
    expect(await on()).toBe('✗ The ledger has been altered: 1 finding.')
    expect(await on('session/one')).toBe('✗ The stream has been altered: 1 finding; other streams were not audited.')
    expect(await on('session/one', 'admin/streams')).toBe(
      '✗ The 2 streams have been altered: 1 finding; other streams were not audited.',
    )
  })

  it('calls an export intact only if the key was given', async () => {
    const home = await sampleHome()
    const file = join(tempDir(), 'evidence.tar')
    const { vkey } = JSON.parse((await runCli(['export', file, '--json', '--home', home])).out)
    expect(await headlineOf(['--export', file, '--vkey', vkey])).toBe('✓ The export is intact.')
    expect(await headlineOf(['--export', file])).toBe(
      '✓ The export is complete; its signer was not checked (use --vkey).',
    )
    expect((await runCli(['verify', '--export', file, '--vkey', ''])).exit).toBe(1)
    writeFileSync(file, readFileSync(file, 'latin1').replace('evil', 'good'), 'latin1')
    expect(await headlineOf(['--export', file, '--vkey', vkey])).toBe('✗ The export has been altered: 1 finding.')
    expect(await headlineOf(['--export', file])).toBe(
      '✗ The export has been altered: 1 finding; its signer was not checked (use --vkey).',
    )
  })
})

describe('counts', () => {
  it.each([
    [plural(1, 'entry', 'entries'), '1 entry'],
    [plural(2, 'entry', 'entries'), '2 entries'],
    [plural(0, 'stream'), '0 streams'],
    [plural(1000, 'day'), '1,000 days'],
  ])('%s', (text, expected) => expect(text).toBe(expected))
})

describe('checkpoint, export, key rotate, gc', () => {
  it('signs nothing when the ledger has been altered', async () => {
    const home = await sampleHome()
    const note = join(tempDir(), 'checkpoint.txt')
    rmSync(join(home, 'ledger/session/one.jsonl'))
    const { exit, out } = await runCli(['checkpoint', '--out', note, '--home', home])
    expect(exit).toBe(2)
    expect(out).toMatch(
      /^✗ Not signed: the ledger has been altered\. 1 finding\.\n.*\n {2}session\/one\n {4}stream-missing /,
    )
    const asJson = await runCli(['checkpoint', '--json', '--home', home])
    expect({ exit: asJson.exit, ...JSON.parse(asJson.out) }).toMatchObject({
      exit: 2,
      ok: false,
      findings: [{ reason: 'stream-missing' }],
    })
    expect([note, join(home, 'keys/checkpoint.pem')].map((path) => existsSync(path))).toEqual([false, false])
  })

  it('replaces a checkpoint atomically, through a symlink, and says how to check it', async () => {
    const home = await sampleHome()
    const dir = tempDir()
    const note = join(dir, 'checkpoint.txt')
    const link = join(dir, 'latest.txt')
    writeFileSync(note, 'old')
    symlinkSync(note, link)
    const { out } = await runCli(['checkpoint', '--out', link, '--home', home])
    const [, vkey = ''] = /Verifier key:\n {2}(.*)\n/.exec(out) ?? []
    expect(out).toContain(`To check later: bailiff verify --against ${link} --vkey '${vkey}'\n`)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(statSync(note).mode & 0o777).toBe(0o644 & ~process.umask())
    expect((await runCli(['verify', '--against', note, '--vkey', vkey, '--home', home])).exit).toBe(0)
  })

  it('finds a rollback against a checkpoint kept elsewhere', async () => {
    const dir = await sampleHome()
    const note = join(tempDir(), 'checkpoint.txt')
    const { out } = await runCli(['checkpoint', '--out', note, '--home', dir])
    expect(out).toContain('Verifier key:\n  bailiff/')
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
    expect((await runCli(['key', 'rotate', '--yes', '--home', dir])).out).toMatch(
      /^Key [0-9a-f]{16} seals new entries; key [0-9a-f]{16} is retired\.\n$/,
    )
    expect((await runCli(['verify', '--home', dir])).exit).toBe(0)
  })

  it('says what gc would remove, removes it, and the ledger still verifies', async () => {
    const dir = await sampleHome()
    expect((await runCli(['gc', '--yes', '--home', dir])).out).toMatch(/^Removed 0 streams/)
    const dry = await runCli(['gc', '--max-size', '0MB', '--dry-run', '--home', dir])
    expect(dry.out).toMatch(/^Would remove 1 stream and .*\n {2}session\/one\n/)
    expect((await runCli(['show', 'session/one', '--home', dir])).exit).toBe(0)
    const { streams } = JSON.parse((await runCli(['gc', '--max-size', '0MB', '--yes', '--json', '--home', dir])).out)
    expect(streams).toEqual(['session/one'])
    expect((await runCli(['verify', '--home', dir])).out).toMatch(/is intact[\s\S]*stream-collected/)
    expect(await runCli(['gc', '--max-age', '3 weeks', '--home', dir])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('such as 30d'),
    })
  })
})

describe('bailiff gc --max-size', () => {
  it('holds the limit: what a kept stream cites frees nothing, so others go; tombstones say who decided', async () => {
    const dir = join(tempDir(), 'home')
    let minutes = 0
    const store = openFileStore(dir, { now: () => new Date(Date.now() - 3600_000 + 60_000 * minutes++) })
    for (const [stream, cites] of [
      ['worker/cited'],
      ['session/a'],
      ['session/b'],
      ['session/now', ['worker/cited']],
    ] as const)
      await store.append(stream, [
        { kind: 'note', actor: 'harness', body: { text: 'x '.repeat(200_000), cites: [...(cites ?? [])] } },
      ])
    await store.close()
    const { streams, kept } = JSON.parse(
      (await runCli(['gc', '--max-size', '1MB', '--yes', '--json', '--home', dir])).out,
    )
    expect(streams).toEqual(['session/a', 'session/b'])
    expect(kept).toEqual([])
    const left = readdirSync(join(dir, 'ledger'), { recursive: true, encoding: 'utf8' }).map((path) =>
      statSync(join(dir, 'ledger', path)),
    )
    expect(left.filter((one) => one.isFile()).reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(1 << 20)
    const told = readFileSync(join(dir, 'ledger/admin/streams.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('stream.collected'))
    expect(told).toHaveLength(2)
    for (const line of told) expect(line).toMatch(/"confirmed":"--yes".*"who":\{"adminKey":null/)
    expect((await runCli(['verify', '--home', dir])).exit).toBe(0)
  })
})

describe('demo', () => {
  /** Keeps temporary files in a folder of the test. */
  const keepIn = (dir: string): void => {
    vi.stubEnv('TMPDIR', dir)
    onTestFinished(() => void vi.unstubAllEnvs())
  }

  /** Sets PATH to an empty folder, so that there is no git. */
  const withoutGit = (bin: string): void => {
    symlinkSync(process.execPath, join(bin, 'node'))
    vi.stubEnv('PATH', bin)
  }

  it('blocks an agent, lets it go, tampers with the record and detects it, and leaves nothing behind', async () => {
    const dir = tempDir()
    keepIn(dir)
    const { exit, out, err } = await runCli(['demo'])
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    const told = [
      'Not permitted: ending the turn with claims or changes that no evidence',
      '[TESTS_FAILED]',
      'The tests pass, so the turn ends.',
      'earned by #',
      '    edited  seq',
      '    forged-pass  seq',
      'The ledger is intact.',
    ]
    const places = told.map((text) => out.indexOf(text))
    expect(places.filter((at) => at < 0)).toEqual([])
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(readdirSync(dir)).toEqual([])
  })

  it('is a separate project if the temporary folder is inside a repository', async () => {
    const [dir, bin] = [tempDir(), tempDir()]
    keepIn(dir)
    mkdirSync(join(dir, '.git'))
    const { exit, out } = await runCli(['demo', '--json'])
    expect({ exit, ...JSON.parse(out) }).toMatchObject({ exit: 0, held: expect.stringContaining('TESTS_FAILED') })
    withoutGit(bin)
    expect(await runCli(['demo'])).toEqual({
      exit: 1,
      out: '',
      err: `bailiff: The temporary folder is inside the repository ${realpathSync(dir)}, and git does not start. Install git, or set TMPDIR to a folder outside the repository. [FILE_UNUSABLE]\n`,
    })
    expect(readdirSync(dir)).toEqual(['.git'])
  })

  it('needs no git otherwise, and says the same as JSON', async () => {
    const [dir, bin] = [tempDir(), tempDir()]
    keepIn(dir)
    withoutGit(bin)
    const { exit, out } = await runCli(['demo', '--json'])
    expect({ exit, ...JSON.parse(out) }).toMatchObject({
      exit: 0,
      ok: true,
      held: expect.stringContaining('TESTS_FAILED'),
      again: null,
      before: { ok: true },
      after: { findings: [{ reason: 'edited' }] },
    })
  })

  it('names the folder that it cannot create', async () => {
    const dir = join(tempDir(), 'nowhere')
    keepIn(dir)
    expect(await runCli(['demo'])).toEqual({
      exit: 1,
      out: '',
      err: `bailiff: Cannot create a folder in ${dir} (ENOENT). Set TMPDIR to a folder that you can write to. [FILE_UNUSABLE]\n`,
    })
  })

  it('says that it was stopped, as JSON too', async () => {
    const dir = tempDir()
    keepIn(dir)
    const { exit, out, err } = await runCli(['demo', '--json'], {}, { signal: AbortSignal.abort() })
    expect({ exit, err }).toEqual({
      exit: 1,
      err: 'bailiff: The demo was stopped and cleaned up. [STOPPED]\n',
    })
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: 'STOPPED' } })
    expect(readdirSync(dir)).toEqual([])
  })

  it('fails loudly if there is no hook program', async () => {
    const { exit, err } = await runCli(['demo'], {}, { program: '/nonexistent' })
    expect({ exit, err }).toEqual({
      exit: 1,
      err: 'bailiff: The hook in /nonexistent does not start. Build or install Bailiff again. [FILE_UNUSABLE]\n',
    })
  })
})
