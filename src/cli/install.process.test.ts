import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli, unwrapped } from '../../test/helpers/cli.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { openFileStore } from '../ledger/stores/files/files.ts'

/** A person with a project, and programs on their search path. */
function person(...programs: string[]) {
  const root = tempDir()
  const project = join(root, 'project')
  const bin = join(root, 'bin')
  for (const dir of [join(project, '.git'), bin]) mkdirSync(dir, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "scripts": { "test": "vitest run" } }')
  for (const program of programs) writeFileSync(join(bin, program), '#!/bin/sh\n', { mode: 0o755 })
  const env = { HOME: root, PATH: bin, BAILIFF_HOME: join(root, 'ledger') }
  const asked: string[] = []
  const run = (line: string, answer?: string | readonly string[]) =>
    runCli(line.split(' '), env, { cwd: project, asked, ...(answer !== undefined && { answer }) })
  const local = join(project, '.claude', 'settings.local.json')
  return { root, project, home: env.BAILIFF_HOME, run, asked, local }
}

/** The same person with a second project. */
function persons(...programs: string[]) {
  const one = person(...programs)
  const another = join(one.root, 'another')
  mkdirSync(join(another, '.git'), { recursive: true })
  const env = { HOME: one.root, PATH: join(one.root, 'bin'), BAILIFF_HOME: one.home }
  return { ...one, another, runIn: (cwd: string, line: string) => runCli(line.split(' '), env, { cwd }) }
}

const APPROVES = 'Write this and approve the policy in your name? (? lists every line) [Y/n] '

describe('init', () => {
  it('shows what it will write, asks, writes, and ends with one screen', async () => {
    const { run, asked, local } = person('claude', 'bailiff')
    const { exit, out, err } = await run('init', 'y')
    expect({ exit, err }).toEqual({ exit: 0, err: 'Running npm test ... npm is not on PATH\n' })
    expect(asked).toEqual([
      expect.stringContaining('Run them to see which pass? (quick tests twice: with CI=1 and without) [Y/n] '),
      APPROVES,
    ])
    expect(out).toMatch(/^ {2}\.claude\/settings\.local\.json +hooks for Claude Code$/m)
    expect(out.slice(0, out.indexOf('✓')).split('\n').length).toBeLessThan(24)
    for (const row of ['Recorded', 'Checks', 'The agent sees', 'Kept in', 'Kept for', 'Pause', 'Remove'])
      expect(out).toContain(`  ${row} `)
    expect(out).toContain('npm test (npm is not on PATH)')
    expect(out).toContain('30 days and up to 2 GB')
    expect(out.slice(out.indexOf('✓')).split('\n').length).toBeLessThan(24)
    expect(out).not.toContain('PATH. Until')
    expect(readFileSync(local, 'utf8')).toContain('bailiff-hook')
  })

  it('says how to call the program if it is not on the search path', async () => {
    const { run } = person('claude')
    expect((await run('init --yes --no-checks')).out).toMatch(
      /bailiff is not on your PATH\. Until.*\n {2}node [^\n]+\/bailiff\.cjs'?\n/s,
    )
  })

  it.each(['n', 'no'])('writes nothing for the answer %j', async (answer) => {
    const { run, local, home } = person('claude')
    expect(await run('init', answer)).toMatchObject({ exit: 3, err: expect.stringContaining('[NOT_CONFIRMED]') })
    expect([existsSync(local), existsSync(home)]).toEqual([false, false])
  })

  it('lists every line of every file for the answer "?", and then asks again', async () => {
    const { run, asked, home, local } = person('claude')
    const { exit, out } = await run('init --no-checks', ['?', 'n'])
    expect([exit, asked]).toEqual([3, [APPROVES, APPROVES]])
    expect(out).toContain(`${local} (new)\n    + 17 hooks: SessionStart, SessionEnd,`)
    expect(out).toContain('    +   done: ')
    expect([existsSync(local), existsSync(home)]).toEqual([false, false])
  })

  it('asks again after an answer that is neither yes nor no', async () => {
    const { run, asked, local } = person('claude')
    expect((await run('init --no-checks', ['maybe', 'ja', ' YES '])).exit).toBe(0)
    expect(asked).toEqual([APPROVES, 'Please answer y or n. [Y/n] ', 'Please answer y or n. [Y/n] '])
    expect(existsSync(local)).toBe(true)
  })

  it.each([[['\x03']], [['n', '\x03']]])(
    'changes nothing if the person stops it at a question (%j), and says only that',
    async (answers) => {
      const { run, local, home } = person('claude')
      expect(await run('init', answers)).toMatchObject({ exit: 130, err: 'Stopped. Nothing was changed.\n' })
      expect(JSON.parse((await run('init --json', answers)).out)).toMatchObject({
        ok: false,
        error: { code: 'STOPPED' },
      })
      expect([existsSync(local), existsSync(home)]).toEqual([false, false])
    },
  )

  it('names other hooks that run when an agent stops, runs none of them, and says nothing if there are none', async () => {
    const { run, root, project } = person('claude')
    const command = `touch '${join(root, 'ran')}'; echo '{"continue": false}'`
    const settings = join(project, '.claude', 'settings.json')
    mkdirSync(join(project, '.claude'))
    writeFileSync(settings, JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } }))
    const { out } = await run('init --yes --no-checks')
    expect(unwrapped(out)).toContain(`! ${settings} has another hook for when an agent stops: touch '`)
    expect(unwrapped(out)).toContain('the turn ends even if Bailiff blocks it. bailiff doctor tries it.')
    expect(JSON.parse((await run('init --json --dry-run')).out).stopHooks).toEqual([{ path: settings, command }])
    expect(existsSync(join(root, 'ran'))).toBe(false)
    rmSync(settings)
    expect((await run('init --yes --no-checks')).out).not.toContain('another hook')
  })

  it('writes nothing without a terminal or --yes', async () => {
    const { run, local, home } = person('claude')
    expect(await run('init')).toMatchObject({ exit: 3, err: expect.stringContaining('--yes') })
    expect([existsSync(local), existsSync(home)]).toEqual([false, false])
  })

  it('writes nothing in a dry run, not even a ledger', async () => {
    const { run, local, home } = person('claude', 'codex')
    const { exit, err, out } = await run('init --dry-run')
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(out).toContain(`${local} (new)\n    + 17 hooks: SessionStart, SessionEnd,`)
    expect(unwrapped(out)).toContain(`bin/bailiff-hook claude-code <event> --home ${home}`)
    expect(await run('init --dry-run --json')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('"isChanged":true'),
    })
    expect([existsSync(local), existsSync(home)]).toEqual([false, false])
  })

  it('says where agents will be supervised, what to commit, and which programs are not installed', async () => {
    const { run } = person('claude', 'codex')
    const { out } = await run('init --dry-run')
    expect(out).toContain('Agent programs: Claude Code, Codex.\nNot installed, or not on PATH: Gemini CLI.\n')
    expect(unwrapped(out)).toContain(
      'Supervised from now on: Claude Code in this project; Codex in all your projects. To choose: bailiff init --scope local|project|user. To commit: .bailiff/policy.yaml.',
    )
    const named = await run('init --dry-run --host gemini --scope project')
    expect(named.out).toContain('Gemini CLI (its hooks are written anyway)')
    expect(unwrapped(named.out)).toMatch(
      /Gemini CLI in this project, for everyone who works on it\. .*To commit: \.bailiff\/policy\.yaml, \S+settings\.json\. /,
    )
  })

  it('asks nothing the second time, because nothing changes', async () => {
    const { run, local } = person('claude')
    await run('init --yes')
    const before = readFileSync(local, 'utf8')
    const { exit, out } = await run('init')
    expect(exit).toBe(0)
    expect(out).toContain('Nothing to write:\n')
    expect(out).toMatch(/exclude +unchanged$/m)
    expect(readFileSync(local, 'utf8')).toBe(before)
  })

  it('says what is left to do for Codex, unless the hooks were approved', async () => {
    const { run } = person('codex')
    expect((await run('init --yes')).out).toContain('To do: Codex')
    const trusted = person('codex')
    expect((await trusted.run('init --yes --trust')).out).not.toContain('To do: ')
    expect(readFileSync(join(trusted.root, '.codex', 'config.toml'), 'utf8')).toContain('trusted_hash')
  })

  it('installs hooks for named hosts, even if they are not installed', async () => {
    const { run, root } = person()
    expect((await run('init --yes')).err).toContain('[HOST_ABSENT]')
    expect((await run('init --yes --host gemini,codex')).exit).toBe(0)
    expect(readdirSync(root)).toEqual(expect.arrayContaining(['.codex', '.gemini']))
  })

  it('says that a program is not there yet, if only its settings are, or if a person named it', async () => {
    const { run, root } = person('claude')
    mkdirSync(join(root, '.codex'))
    const { out } = await run('init --yes --no-checks')
    expect(out).toContain('Supervised from now on: Claude Code in this project.\n')
    expect(out).toContain('Supervised once installed: Codex in all your projects.\n')
    expect(out).toContain('✓ Installed for Claude Code. Hooks are ready for Codex, once installed.\n')
  })

  it('says outside git which folder the project is, and names nothing to commit', async () => {
    const { run, project } = person('claude')
    rmSync(join(project, '.git'), { recursive: true })
    const { out } = await run('init --yes --no-checks')
    expect(unwrapped(out)).toContain(`Not in a git repository, so the project is this folder only: ${project}`)
    expect(out).not.toContain('o commit')
  })

  it('refuses a state directory that it cannot write, before it runs anything', async () => {
    const { run, project, asked } = person('claude')
    const { exit, err } = await run(`init --home ${join(project, 'package.json')}/ledger`)
    expect([exit, asked]).toEqual([1, []])
    expect(err).toMatch(/package\.json is not a folder\. .*choose another place with --home .*\[HOME_UNUSABLE\]\n$/)
  })

  it('skips a host without settings for that scope, and says so', async () => {
    const { run, root } = person('claude', 'codex')
    const { exit, out } = await run('init --yes --scope local')
    expect(exit).toBe(0)
    expect(out).toContain('Codex: skipped, it has no settings for scope "local"')
    expect(existsSync(join(root, '.codex'))).toBe(false)
    expect((await run('init --yes --scope local --host codex')).err).toContain('[SCOPE_UNKNOWN]')
  })

  it.each([
    ['--host emacs', 'HOST_UNKNOWN'],
    ['--scope world', 'USAGE'],
  ])('refuses %s', async (options, code) => {
    expect(await person('claude').run(`init --yes ${options}`)).toMatchObject({
      exit: 1,
      err: expect.stringContaining(`[${code}]`),
    })
  })

  it('refuses broken settings, says where they are broken, and leaves them alone', async () => {
    const { run, local, project } = person('claude')
    mkdirSync(join(project, '.claude'))
    writeFileSync(local, '{\n  "a": 1,\n  oops\n}')
    const { exit, err } = await run('init --yes')
    expect(exit).toBe(1)
    expect(err).toMatch(/line 3, column 3.*\[SETTINGS_BROKEN\]/)
    expect(readFileSync(local, 'utf8')).toContain('oops')
  })

  it('prints everything as JSON', async () => {
    const { run, project } = person('claude')
    const { out } = await run('init --yes --json')
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      files: ['hooks', 'exclude', 'checkout'].map((part) => ({ part, host: 'claude-code', isChanged: true })),
      project: { root: project, git: 'local', checks: [{ command: ['npm', 'test'] }] },
    })
  })
})

const WHICH = 'From which project? 1 to 2, or Enter for all: '

describe('uninstall', () => {
  it('removes what init wrote, and keeps the evidence', async () => {
    const { run, project, home } = person('claude', 'codex', 'gemini')
    await run('init --yes')
    expect(await run('uninstall --dry-run')).toMatchObject({
      exit: 0,
      out: expect.stringMatching(
        /^In all projects \(for only one: --project <dir>\):.*would be removed: init created it/s,
      ),
    })
    expect(existsSync(join(project, '.claude'))).toBe(true)
    expect(await run('uninstall', 'n')).toMatchObject({ exit: 3 })
    expect(await run('uninstall', 'uninstall')).toMatchObject({ exit: 0, out: expect.stringContaining('still in') })
    expect(existsSync(join(project, '.claude'))).toBe(false)
    expect(existsSync(join(home, 'ledger'))).toBe(true)
    expect(await run('uninstall')).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^Found no Bailiff hooks/),
    })
  })

  it('says before it asks that it affects all projects, and removes the hooks from one project on request', async () => {
    const { run, runIn, asked, local, another, project } = persons('claude')
    await run('init --yes')
    await runIn(another, 'init --yes')
    const there = join(another, '.claude', 'settings.local.json')
    const { exit, out } = await run('uninstall', ['', 'n'])
    expect([exit, asked]).toEqual([
      3,
      [WHICH, 'Agents in all projects are not supervised after this.\nType "uninstall" to continue: '],
    ])
    expect(out).toMatch(/^In all projects \(for only one: --project <dir>\):\n1\. /)
    expect(out).toContain(`
2. ${project}
    .`)
    expect(await run('uninstall --scope local', 'uninstall')).toMatchObject({ exit: 0 })
    expect(asked.at(-1)).toBe('Agents are not supervised after this.\nType "uninstall" to continue: ')
    expect([existsSync(local), existsSync(there)]).toEqual([false, true])
    expect((await run('uninstall --help')).out).toMatch(/^bailiff uninstall: .* from all projects/)
  })

  it('asks which of several projects is meant, again after a wrong number, and leaves the others and your own settings', async () => {
    const { root, run, runIn, asked, local, another } = persons('claude', 'codex')
    await run('init --yes')
    await runIn(another, 'init --yes')
    const there = join(another, '.claude', 'settings.local.json')
    expect(await run('uninstall', ['9', '1', 'uninstall'])).toMatchObject({ exit: 0 })
    expect(asked.map(unwrapped)).toEqual([
      WHICH,
      WHICH,
      `Agents in ${another} are not supervised after this, except by hooks in your own settings. Type "uninstall" to continue: `,
    ])
    const own = join(root, '.codex', 'hooks.json')
    expect([there, local, own].map((path) => existsSync(path))).toEqual([false, true, true])
  })

  it('removes the hooks of a named project, and never all evidence or another scope with it', async () => {
    const { run, runIn, local, another, home } = persons('claude')
    await run('init --yes')
    await runIn(another, 'init --yes')
    for (const more of ['--evidence', '--scope user'])
      expect(await run(`uninstall --yes --project ${another} ${more}`)).toMatchObject({ exit: 1 })
    expect(await run(`uninstall --yes --project ${another}`)).toMatchObject({ exit: 0 })
    expect([existsSync(join(another, '.claude')), existsSync(local), existsSync(home)]).toEqual([false, true, true])
  })

  it('describes a dry run as what would happen, not as done', async () => {
    const { run } = person('claude', 'codex')
    await run('init --yes')
    const { out } = await run('uninstall --dry-run')
    expect(out).toContain('would be removed')
    expect(out).not.toMatch(/will|^Removed|\s{2}removed/m)
    expect((await run('uninstall', 'n')).out).toContain('will be removed')
  })

  it('leaves read-only files alone, says where and why, and removes all other hooks', async () => {
    const { run, runIn, local, another, home, asked } = persons('claude')
    await run('init --yes')
    await runIn(another, 'init --yes')
    const there = join(another, '.claude', 'settings.local.json')
    chmodSync(there, 0o444)
    const planned = await run('uninstall --dry-run')
    expect([planned.exit, planned.err]).toEqual([
      1,
      expect.stringMatching(/1 file with Bailiff hooks would stay: .*\[HOOKS_LEFT\]\n$/),
    ])
    const { exit, out, err } = await run('uninstall --evidence', 'uninstall')
    expect([exit, existsSync(local), existsSync(there), existsSync(home)]).toEqual([1, false, true, true])
    // No confirmation is asked for files that will not be changed.
    expect(asked).toEqual([expect.not.stringContaining('evidence')])
    expect(unwrapped(out)).toContain(
      `Not changed, still with Bailiff hooks: ${there} ${there} is read-only. It was not changed. To allow changes: chmod u+w ${there} [SETTINGS_READ_ONLY] `,
    )
    expect(err).toBe(
      `bailiff: 1 file with Bailiff hooks stays: ${there}. Fix the problems above and run it again. The evidence stays until all hooks are removed. [HOOKS_LEFT]\n`,
    )
    const data = JSON.parse((await run('uninstall --yes --json')).out)
    expect(data).toMatchObject({
      ok: false,
      left: [{ path: there, code: 'SETTINGS_READ_ONLY' }],
      error: { code: 'HOOKS_LEFT' },
    })
    chmodSync(there, 0o644)
    expect((await run('uninstall --yes')).exit).toBe(0)
    expect(existsSync(there)).toBe(false)
  })

  it('leaves a file whose write fails, says so then, and removes all other hooks', async () => {
    const { root, run, runIn, local, another, home } = persons('claude')
    const third = join(root, 'third')
    mkdirSync(join(third, '.git'), { recursive: true })
    await run('init --yes')
    for (const dir of [another, third]) await runIn(dir, 'init --yes')
    // Two names of one file: by the time the second is written, its content has changed.
    const there = join(another, '.claude', 'settings.local.json')
    rmSync(there)
    symlinkSync(local, there)
    const { exit, out, err } = await run('uninstall --evidence', 'delete')
    expect([exit, existsSync(home)]).toEqual([1, true])
    expect(unwrapped(out)).toMatch(
      /Not changed, still with Bailiff hooks: .* changed while Bailiff was updating it\. Run the command again\. \[SETTINGS_CHANGED\] /,
    )
    expect(err).toContain('1 file with Bailiff hooks stays: ')
    expect(existsSync(join(third, '.claude', 'settings.local.json'))).toBe(false)
  })

  it('deletes the evidence only on request', async () => {
    const { run, home, asked } = person('claude')
    await run('init --yes')
    expect(await run('uninstall --evidence', 'y')).toMatchObject({ exit: 3 })
    expect(await run('uninstall --evidence', 'delete')).toMatchObject({ exit: 0 })
    expect(unwrapped(asked[0] ?? '')).toContain(`All evidence in ${home} is deleted. Type "delete" to continue: `)
    expect(existsSync(home)).toBe(false)
  })

  it('leaves files of other programs in the state directory', async () => {
    const { run, home } = person('claude')
    await run('init --yes')
    writeFileSync(join(home, 'mine.txt'), '')
    await run('uninstall --evidence --yes')
    expect(readdirSync(home)).toEqual(['mine.txt'])
  })

  it('works without a ledger, and creates none', async () => {
    const { run, local, home } = person('claude')
    await run('init --yes')
    await run('uninstall --evidence --yes')
    mkdirSync(join(local, '..'))
    writeFileSync(
      local,
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"bailiff hook claude-code Stop"}]}]}}',
    )
    expect(await run('uninstall --yes --json')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('"kind":"stripped"'),
    })
    expect(readFileSync(local, 'utf8')).toBe('{}')
    expect(existsSync(home)).toBe(false)
  })

  it("removes a project's hooks only on request", async () => {
    const { run, project, home } = person('claude')
    await run('init --yes --scope project')
    await run(`uninstall --yes --home ${join(home, '..', 'another')}`)
    const shared = join(project, '.claude', 'settings.json')
    expect(existsSync(shared)).toBe(true)
    await run(`uninstall --yes --scope project --home ${join(home, '..', 'another')}`)
    expect(readFileSync(shared, 'utf8')).toBe('{}\n')
  })
})

describe('pause and resume', () => {
  it('ask first, and are recorded', async () => {
    const { run, home, asked } = person('claude')
    await run('init --yes')
    expect(await run('pause')).toMatchObject({ exit: 3 })
    expect(asked).toEqual([
      expect.stringMatching(/stop gate is off: claims pass\s+unchecked, and no tool call is denied/),
    ])
    expect(await run('pause --for 1h', 'pause')).toMatchObject({
      exit: 0,
      out: expect.stringMatching(
        /^Paused until \d{4}-\d\d-\d\d \d\d:\d\d UTC\. The stop gate is off\.\nTo resume: bailiff resume\n$/,
      ),
    })
    expect(await run('resume')).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/ It had been paused since \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n$/),
    })
    const store = openFileStore(home)
    const kinds: string[] = []
    for await (const { kind, actor } of store.read('admin/pause')) kinds.push(`${kind} by ${actor}`)
    await store.close()
    expect(kinds).toEqual(['pause.began by admin', 'pause.ended by admin'])
  })

  it.each(['tomorrow', '1', '1w', '-1h'])('refuse an invalid time: %s', async (time) => {
    const { run } = person('claude')
    expect((await run(`pause --yes --for=${time}`)).err).toContain('[USAGE]')
  })
})
