import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { isAlive } from '../../test/helpers/alive.ts'
import { type Around, runCli, unwrapped } from '../../test/helpers/cli.ts'
import { quickNode } from '../../test/helpers/quick-node.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { committed } from '../../test/helpers/workspace.ts'
import { watch as watchLedger } from '../../test/helpers/world.ts'

/** A project under git whose checks are real commands. */
function project(scripts: Record<string, string>, files: Record<string, string> = {}, path = quickNode()) {
  const root = tempDir()
  const dir = join(root, 'project')
  const all = { 'package.json': JSON.stringify({ scripts }), '.gitignore': 'ignored\n', ...files }
  committed(dir, all)
  const git = (...args: string[]) => execFileSync('git', ['-C', dir, ...args], { stdio: 'pipe' })
  const env = { HOME: root, PATH: path, BAILIFF_HOME: join(root, 'ledger') }
  const run = (line: string, around: Around = {}) => runCli(line.split(' '), env, { cwd: dir, ...around })
  const file = join(dir, '.bailiff/policy.yaml')
  return { dir, run, file, git, init: (around?: Around) => run('init --host claude-code', around) }
}

const PASS = 'test -e package.json'
const FAIL = 'test -e nowhere'

describe('the policy of init', () => {
  it('is written from the checks that pass, approved, and active', async () => {
    const { run, file, dir } = project({ test: PASS, lint: FAIL }, {}, process.env['PATH'])
    const { exit, err, out } = await run('init --yes --host claude-code')
    expect(exit).toBe(0)
    expect(err).toMatch(/^Running npm test \.\.\. passed in [\d.]+ s\nRunning npm run lint \.\.\. failed in /)
    expect(out).toMatch(/npm test \(passed in [\d.]+ s; only the exit code is known\)/)
    expect(readFileSync(file, 'utf8')).toContain('done: { everywhere: test, scopes: { docs: [] } }\n')
    const shown = await run(`policy show --project ${dir}`)
    expect(shown.out).toContain('approved by a person')
    expect(shown.out).toContain('"done" is blocked until test has passed')
  })

  it('lets only documents of a package pass without checks', async () => {
    const files = { 'package.json': JSON.stringify({ scripts: { test: PASS }, workspaces: ['packages/*'] }) }
    const { run, file } = project({}, files)
    await run('init --yes --host claude-code')
    const [, docs = ''] = /^ {2}docs:\n((?: {4}- .*\n)*)/m.exec(readFileSync(file, 'utf8')) ?? []
    expect(docs).toMatch(/^ {4}- "\*\.\{md,.*"docs\/\*\*".*"packages\/\*\/\{\*\.md,docs\/\*\*\}"/s)
    expect(docs).not.toMatch(/"\*\*\//)
  })

  it('records how many tests ran in the trial, and later runs are compared with that', async () => {
    const { run, dir } = project(
      { test: 'node --test' },
      { 'a.test.mjs': "import { it } from 'node:test'\nit('a', () => {})\nit('b', () => {})\n" },
    )
    expect((await run('init --yes --host claude-code')).exit).toBe(0)
    const home = join(dir, '../ledger')
    const { tell } = watchLedger({}, home)
    const env = { HOME: join(dir, '..'), PATH: quickNode() }
    tell('claude-code', 'SessionStart', { session_id: 's', cwd: dir, source: 'startup' }, env)
    writeFileSync(join(dir, 'a.test.mjs'), "import { it } from 'node:test'\nit('a', () => {})\n")
    const ran = await run('validate tests_pass --with test')
    expect(ran).toMatchObject({ exit: 2, out: expect.stringContaining('[TESTS_WEAKENED]') })
  })

  it("tries checks in the same environment as the gate: without the variables of the person's shell", async () => {
    const { dir } = project({ test: 'test "$CI" = 1 && test -z "$SECRET"' })
    const env = { HOME: dir, PATH: quickNode(), BAILIFF_HOME: join(dir, '../ledger'), SECRET: 'x' }
    const { err } = await runCli(['init', '--yes', '--host', 'claude-code'], env, { cwd: dir })
    expect(err).toContain('npm test ... passed')
  })

  it('only warns if the check fails, even with --yes', async () => {
    const { run, dir } = project({ test: FAIL })
    const said = await run('init --yes --host claude-code')
    expect(said.exit).toBe(0)
    const why = 'no usable check passed just now, and a check that already fails would block every turn'
    const told = unwrapped(said.out)
    expect(told).toContain(` Warning only: ${why}. To block later: once a check passes, remove "modes" from the file`)
    expect(told).toContain(` Claims warning only, nothing is blocked: ${why};`)
    const { out } = await run(`policy show --project ${dir}`)
    expect(out).toContain('approved by a person')
    expect(out).not.toContain('is blocked')
  })

  it.each([
    [['', '', ''], 'block'],
    [['y', 'y', 'y'], 'block'],
    [['', 'n', ''], 'warn'],
  ])('follows the answers of the person: %j', async (answer, mode) => {
    const asked: string[] = []
    const { file, run } = project({ test: PASS })
    expect((await run('init --host claude-code', { answer, asked })).exit).toBe(0)
    expect(asked).toEqual([
      expect.stringMatching(/ {2}npm test\nRun them to see which pass\? .* \[Y\/n\] $/),
      expect.stringMatching(/^Block an agent that says it is done .* \[Y\/n\] $/),
      'Write this and approve the policy in your name? (? lists every line) [Y/n] ',
    ])
    expect(readFileSync(file, 'utf8').includes('done: warn')).toBe(mode === 'warn')
  })

  it('is not written if the person says no at the end, or leaves', async () => {
    const { run, file } = project({ test: PASS })
    for (const answer of [['', '', 'n'], ['', ''], ['']])
      expect((await run('init --host claude-code', { answer })).exit).toBe(3)
    expect(existsSync(file)).toBe(false)
  })

  it('leaves out a check that the person skips while it runs', async () => {
    const { run, file } = project({ test: 'sleep 600' })
    const { exit, err } = await run('init --host claude-code', { answer: '', key: 's', columns: 80 })
    expect(exit).toBe(0)
    expect(err).toContain('Running npm test ... 0 s (press s to skip it; limit 10 min)')
    expect(err).toContain('Running npm test ... skipped\n')
    expect(readFileSync(file, 'utf8')).toContain('done: warn')
  })

  it('only warns if the check runs no test', async () => {
    const { run, file } = project({ test: 'node --test' })
    const { err, out } = await run('init --yes --host claude-code')
    expect(err).toContain('ran no tests, so it proves nothing yet')
    expect(unwrapped(out)).toContain('nothing is blocked')
    expect(readFileSync(file, 'utf8')).toContain('done: warn')
  })

  it('says what to add if there is no check, and blocks nothing, whatever the remote', async () => {
    const { run, git, dir } = project({})
    git('remote', 'add', 'origin', 'https://example.org/a.git')
    const { out } = await run('init --yes --host claude-code')
    expect(unwrapped(out)).toContain(
      'Warning only: no check was found that could prove a claim. To block later: replace "changed" with a check',
    )
    expect(out).not.toContain('once a check passes')
    expect(unwrapped(out)).toContain('(bailiff docs policy says how)')
    expect(unwrapped(out)).toContain('claims are only recorded, and bailiff report counts them')
    expect(out).not.toContain('you are told')
    // A first policy weakens nothing.
    expect((await run('report --json')).out).not.toContain('policy-weakened')
    const shown = await run(`policy show --project ${dir}`)
    expect(shown.out).toContain('shipped')
    expect(shown.out).not.toContain('is blocked')
  })

  it('lists exactly the claims that must be earned', async () => {
    const { run } = project({ test: PASS })
    const { out } = await run('init --yes --host claude-code')
    expect(unwrapped(out)).toContain('"done", "fixed", "tests pass", "verified" and changed files must be earned')
    expect(out).not.toContain('shipped')
  })

  it('is recorded as weaker if it is weaker than the policy approved before', async () => {
    const { run, dir, file } = project({ test: PASS })
    await run('init --yes --host claude-code')
    rmSync(file)
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ scripts: { test: FAIL } }))
    expect((await run('init --yes --host claude-code')).exit).toBe(0)
    const { overrides } = JSON.parse((await run('report --json')).out)
    expect(overrides).toMatchObject([{ kind: 'policy-weakened' }])
  })

  it('permits the files that a check left behind, and leaves out a check that changes the project', async () => {
    const { run, file } = project({ test: 'touch report.txt ignored', lint: 'cp package.json a.txt' }, { 'a.txt': '' })
    const { err } = await run('init --yes --host claude-code')
    expect(err).toContain('changes project files, such as a.txt')
    expect(readFileSync(file, 'utf8')).toContain('outputs: ["report.txt"]')
    expect(readFileSync(file, 'utf8')).not.toContain('lint')
  })

  it('runs nothing in a dry run', async () => {
    const { run, dir } = project({ test: 'touch ran' })
    const { out, err } = await run('init --dry-run --host claude-code')
    expect(err).toBe('')
    expect(out).toContain('from the checks that pass when init runs them; if all of them do:\n')
    expect(out).toContain('+     command: npm test\n')
    expect(out).toMatch(/\nNothing was written\. To write it: bailiff init\n$/)
    expect(existsSync(join(dir, 'ran'))).toBe(false)
  })

  it('runs nothing if the person says no, and then only warns', async () => {
    for (const [line, around] of [
      ['init --host claude-code', { answer: 'n' }],
      ['init --host claude-code', {}],
      ['init --yes --no-checks --host claude-code', {}],
    ] as const) {
      const { run, dir, file } = project({ test: 'touch ran' })
      const { out } = await run(line, around)
      expect(existsSync(join(dir, 'ran'))).toBe(false)
      if (existsSync(file)) expect(readFileSync(file, 'utf8')).toContain('done: warn')
      if (existsSync(file)) expect(unwrapped(out)).toContain('Warning only: no check was run')
    }
  })

  it('binds claims to tests that currently fail, with warnings only, and says so twice', async () => {
    const { run, file } = project(
      { test: 'node --test', lint: PASS },
      { 'a.test.mjs': "import { it } from 'node:test'\nit('adds', () => { throw new Error('no') })\n" },
    )
    const { out, err } = await run('init --yes --host claude-code')
    expect(err).toContain('    failed: adds\n')
    const text = readFileSync(file, 'utf8')
    for (const line of [
      'tests_pass: test\n',
      'done: { everywhere: lint, scopes: { docs: [] } }\n',
      'modes: { tests_pass: warn, fixed: warn }\n',
    ])
      expect(text).toContain(line)
    const said = '"tests pass" and "fixed" get a WARNING ONLY, because npm test failed.'
    expect(unwrapped(out).split(said)).toHaveLength(3)
    expect(unwrapped(out)).toContain('"done", "verified" and changed files must be earned')
  })

  it('shows the last output of a failing check', async () => {
    const { run } = project({ test: 'sh fail.sh' }, { 'fail.sh': 'echo two of them failed\nexit 1\n' })
    expect((await run('init --yes --host claude-code')).err).toContain('    two of them failed\n')
  })

  it.each([
    ['a file in place of its folder', (dir: string) => writeFileSync(join(dir, '.bailiff'), ''), 'FILE_UNUSABLE'],
    [
      'a contract without a policy',
      (dir: string) => {
        mkdirSync(join(dir, '.bailiff'))
        writeFileSync(join(dir, '.bailiff/contract.yaml'), 'keywords: [npm]\n')
      },
      'FILE_UNUSABLE',
    ],
    ['a folder in its place', (dir: string) => mkdirSync(join(dir, '.bailiff/policy.yaml'), { recursive: true }), null],
  ])('says that something is wrong if there is %s', async (_, spoil, code) => {
    const { run, dir } = project({ test: PASS })
    spoil(dir)
    const { exit, err } = await run('init --yes --host claude-code')
    expect(existsSync(join(dir, '.claude'))).toBe(code === null)
    expect([exit, err.includes(`[${code}]`)]).toEqual([1, code !== null])
  })

  it('stops with everything it started when the person interrupts it', async () => {
    const controller = new AbortController()
    const { run, dir, file } = project({ test: 'echo $$ > pid.new && mv pid.new pid && exec sleep 600' })
    const seen = watch(dir)
    const ran = run('init --yes --host claude-code', { signal: controller.signal })
    for await (const { filename } of seen) if (filename === 'pid') break
    controller.abort()
    expect(await ran).toMatchObject({
      exit: 130,
      err: 'Running npm test ... stopped\nStopped. Nothing was changed.\n',
    })
    // A killed process takes a moment to disappear.
    await vi.waitFor(() => expect(isAlive(readFileSync(join(dir, 'pid'), 'utf8'))).toBe(false))
    expect([existsSync(file), existsSync(join(dir, '.claude'))]).toEqual([false, false])
  })

  it('leaves an existing policy alone, and says that it has no effect until it is approved', async () => {
    const { run, file, dir } = project({ test: PASS })
    mkdirSync(join(dir, '.bailiff'))
    writeFileSync(file, 'version: 1\n')
    const { exit, out, err } = await run('init --yes --host claude-code')
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(out).toContain('! The policy is not approved on this machine')
    expect(readFileSync(file, 'utf8')).toBe('version: 1\n')
  })

  it('is named as a file to commit until it is committed', async () => {
    const { run, git } = project({})
    await run('init --yes --host claude-code')
    expect((await run('init --host claude-code')).out).toContain('To commit: .bailiff/policy.yaml.')
    git('add', '.bailiff')
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'policy')
    expect((await run('init --host claude-code')).out).toContain(
      'Nothing to commit: the hooks are in your own settings.',
    )
  })

  it('is removed by uninstall, unless it was changed or committed', async () => {
    const fresh = project({ test: PASS })
    await fresh.run('init --yes --host claude-code')
    expect((await fresh.run('uninstall --yes')).exit).toBe(0)
    expect(existsSync(join(fresh.dir, '.bailiff'))).toBe(false)
    // Nothing is left that warns about the file, and the report says who removed it.
    expect(JSON.parse((await fresh.run(`policy show --json --project ${fresh.dir}`)).out)).toMatchObject({
      why: 'built-in',
      finding: null,
      notice: expect.not.stringContaining('missing'),
    })
    expect((await fresh.run('report')).out).toContain('removed the policy and its approval')
    expect(String(fresh.git('status', '--porcelain'))).toBe('')

    const changed = project({ test: PASS })
    await changed.run('init --yes --host claude-code')
    writeFileSync(changed.file, 'version: 1\n')
    expect((await changed.run('uninstall --yes')).out).toContain('changed since init wrote it')
    expect(existsSync(changed.file)).toBe(true)

    const shared = project({ test: PASS })
    await shared.run('init --yes --host claude-code')
    writeFileSync(join(shared.dir, '.bailiff/policy.schema.json'), '{}')
    expect(await shared.run('uninstall --yes')).toMatchObject({ exit: 0 })
    expect(readdirSync(join(shared.dir, '.bailiff'))).toEqual(['policy.schema.json'])

    const kept = project({ test: PASS })
    await kept.run('init --yes --host claude-code')
    kept.git('add', '.bailiff')
    expect((await kept.run('uninstall --yes')).out).toContain('committed to git, so others may rely on it')
    expect(existsSync(kept.file)).toBe(true)
  })

  it('is kept if git cannot tell whether it is committed, and uninstall says so before and after', async () => {
    const root = tempDir()
    const env = { HOME: root, PATH: quickNode(), BAILIFF_HOME: join(root, 'ledger') }
    const dir = join(root, 'notes')
    mkdirSync(dir)
    const run = (line: string) => runCli(line.split(' '), env, { cwd: dir })
    await run('init --yes --host claude-code')
    const file = join(dir, '.bailiff/policy.yaml')
    const stays = `Policies that are kept:\n  ${file}\n    cannot tell whether it is committed to git.`
    expect((await run('uninstall --dry-run')).out).toContain(stays)
    expect((await run('uninstall --yes')).out).toContain(stays)
    expect(JSON.parse((await run('uninstall --yes --json')).out).policies).toEqual([{ path: file, stays: 'no-git' }])
    expect(existsSync(file)).toBe(true)
  })

  it('is also written in a folder of documents without git', async () => {
    const root = tempDir()
    const env = { HOME: root, BAILIFF_HOME: join(root, 'ledger') }
    const dir = join(root, 'notes')
    mkdirSync(dir)
    const { exit, out } = await runCli(['init', '--yes', '--host', 'codex'], env, { cwd: dir })
    expect(exit).toBe(0)
    expect(out).toContain('none found')
    expect(readFileSync(join(dir, '.bailiff/policy.yaml'), 'utf8')).toContain('file_diff_present')
  })
})
