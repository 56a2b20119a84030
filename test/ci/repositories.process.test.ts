import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../helpers/cli.ts'
import { CI_POLICY, checkout, pullRequestRepo } from '../helpers/pull-requests.ts'
import { tempDir } from '../helpers/temp.ts'
import { git } from '../helpers/workspace.ts'

/** Unusual and hostile repositories and inputs. */

const WORK = { 'sub.mjs': 'export const sub = (a, b) => a - b\n' }
const DOCS = { 'README.md': '# Adds two numbers\n' }

const ciIn = (dir: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  runCli(
    ['ci', '--project', dir, ...args],
    { PATH: process.env['PATH'], HOME: process.env['HOME'], RUNNER_TEMP: tempDir(), ...env },
    { cwd: dir },
  )

describe('the base', () => {
  it('must be named, known and no option', async () => {
    const repo = pullRequestRepo()
    repo.commit('Explain', DOCS)
    expect(await ciIn(repo.dir, [])).toMatchObject({ exit: 1, err: expect.stringContaining('[BASE_UNKNOWN]') })
    for (const base of [
      'nowhere',
      '',
      '--help',
      '-x',
      '--output=/tmp/x',
      '^main',
      'a b',
      'main\u0000',
      'HEAD:README.md',
    ])
      expect(await ciIn(repo.dir, [`--base=${base}`])).toMatchObject({ exit: 1, out: '' })
  })

  it('is the branch that GitHub names, as the remote has it', async () => {
    const repo = pullRequestRepo()
    repo.commit('Explain', DOCS)
    const clone = join(tempDir(), 'clone')
    git(tempDir(), 'clone', '--quiet', '--no-local', '--branch', 'feature', repo.dir, clone)
    git(clone, 'checkout', '--quiet', '--detach')
    const ran = await ciIn(clone, ['--json'], { GITHUB_BASE_REF: 'main' })
    expect(JSON.parse(ran.out)).toMatchObject({ ok: true, base: { ref: 'origin/main' }, changed: ['README.md'] })
    expect(await ciIn(clone, [], { GITHUB_BASE_REF: 'gone' })).toMatchObject({ exit: 1 })
  })

  describe('of failing work that passes every check if its base is itself', () => {
    /** The checkout of a workflow, in which the pull request also pushed what these commands made. */
    const pushed = (...commands: string[][]): string => {
      const repo = pullRequestRepo()
      repo.commit('Break it', { 'add.mjs': 'export const add = (a, b) => a - b\n' })
      for (const command of commands) repo.git(...command)
      return checkout(repo)
    }
    const event = (commit: string): string => {
      const path = join(tempDir(), 'event.json')
      writeFileSync(
        path,
        JSON.stringify({ pull_request: { title: 'A', body: 'All tests pass.', base: { sha: commit } } }),
      )
      return path
    }
    const TAGS = [
      ['tag', 'origin/main', 'feature'],
      ['tag', 'main', 'feature'],
      ['tag', 'remotes/origin/main', 'feature'],
      ['tag', 'refs/remotes/origin/main', 'feature'],
      ['branch', 'origin/main', 'feature'],
    ]

    it.each([
      [[], { GITHUB_BASE_REF: 'main' }],
      [['--base=origin/main'], {}],
    ])('is neither a tag nor a branch of that name, with %j and %j', async (args, env) => {
      const ran = await ciIn(pushed(...TAGS), ['--json', ...args], env)
      expect(ran.exit).not.toBe(0)
      expect(JSON.parse(ran.out)).toMatchObject({ ok: false })
    })

    it('may be named in full where a short name means two commits', async () => {
      const dir = pushed(['tag', 'origin/main', 'feature'])
      const ran = await ciIn(dir, ['--base=origin/main'])
      expect(ran).toMatchObject({ exit: 1, err: expect.stringContaining('[BASE_AMBIGUOUS]') })
      for (const ref of ['refs/remotes/origin/main', 'refs/tags/origin/main']) expect(ran.err).toContain(ref)
      expect(await ciIn(dir, ['--base=refs/remotes/origin/main'])).toMatchObject({ exit: 2 })
    })

    it('is the commit of the event, wherever the branch points by now', async () => {
      const dir = pushed()
      const base = git(dir, 'rev-parse', 'origin/main').trim()
      git(dir, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
      const env = { GITHUB_BASE_REF: 'main', GITHUB_EVENT_PATH: event(base) }
      const ran = await ciIn(dir, ['--json'], env)
      expect(JSON.parse(ran.out)).toMatchObject({ verdict: 'blocked', base: { ref: 'origin/main', commit: base } })
    })

    it('is an error if the clone has no such commit, or the request adds none to it', async () => {
      const dir = pushed()
      const head = git(dir, 'rev-parse', 'HEAD').trim()
      const of = (commit: string) => ciIn(dir, [], { GITHUB_BASE_REF: 'main', GITHUB_EVENT_PATH: event(commit) })
      expect(await of('0123456789'.repeat(4))).toMatchObject({
        exit: 1,
        err: expect.stringContaining('[BASE_UNKNOWN]'),
      })
      expect(await of(head)).toMatchObject({ exit: 1, err: expect.stringContaining('[NOTHING_PROPOSED]') })
      git(dir, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
      const moved = await ciIn(dir, [], { GITHUB_BASE_REF: 'main' })
      expect(moved).toMatchObject({ exit: 1, err: expect.stringContaining('[NOTHING_PROPOSED]') })
    })
  })

  it('needs history: a shallow clone is an error that says what to do', async () => {
    const repo = pullRequestRepo()
    repo.commit('Explain', DOCS)
    repo.commit('Add sub', WORK)
    const clone = join(tempDir(), 'clone')
    const url = `file://${repo.dir}`
    git(tempDir(), 'clone', '--quiet', '--depth=1', '--no-single-branch', '--branch', 'feature', url, clone)
    const ran = await ciIn(clone, ['--base', 'origin/main'])
    expect(ran).toMatchObject({ exit: 1, err: expect.stringContaining('[HISTORY_SHALLOW]') })
    expect(ran.err).toContain('fetch-depth: 0')
    git(clone, 'fetch', '--quiet', '--unshallow')
    expect((await ciIn(clone, ['--base', 'origin/main'])).exit).toBe(0)
  })

  it('must have a commit in common with the head', async () => {
    const repo = pullRequestRepo()
    repo.git('switch', '--quiet', '--orphan', 'other')
    repo.commit('Begin anew', DOCS)
    const ran = await repo.ci()
    expect(ran).toMatchObject({ exit: 1, err: expect.stringContaining('[HISTORIES_UNRELATED]') })
  })

  it('is an error outside a repository, and before the first commit', async () => {
    const dir = tempDir()
    expect((await ciIn(dir, ['--base', 'main'])).err).toContain('[NO_REPOSITORY]')
    git(dir, 'init', '--quiet')
    expect((await ciIn(dir, ['--base', 'main'])).err).toContain('[HEAD_UNKNOWN]')
  })
})

describe('the content', () => {
  it('of merges of the base is not the work of the pull request', async () => {
    const repo = pullRequestRepo()
    repo.commit('Explain', DOCS)
    repo.git('switch', '--quiet', 'main')
    repo.commit('Add sub\n\nAll tests pass.', WORK)
    repo.git('switch', '--quiet', 'feature')
    repo.git('merge', '--quiet', '--no-edit', 'main')
    const { exit, out } = await repo.ci(['--json'])
    expect({ exit, ...JSON.parse(out) }).toMatchObject({ exit: 0, changed: ['README.md'], claims: [], checks: [] })
  })

  it('may hold submodules', async () => {
    const inner = pullRequestRepo()
    const repo = pullRequestRepo()
    repo.git('submodule', '--quiet', 'add', inner.dir, 'inner')
    repo.commit('Add a submodule')
    const { exit, out } = await repo.ci(['--json'])
    expect({ exit, ...JSON.parse(out) }).toMatchObject({ verdict: 'earned', changed: ['.gitmodules', 'inner'] })
  })

  it('may have names in any language, with spaces and signs', async () => {
    const repo = pullRequestRepo()
    repo.commit('Add files', { 'ü ::a".md': 'a\n', '-n.md': 'b\n', 'a\nb.md': 'c\n' })
    const { exit, out } = await repo.ci(['--json'])
    expect({ exit, ...JSON.parse(out) }).toMatchObject({ exit: 0, changed: ['-n.md', 'a\nb.md', 'ü ::a".md'] })
  })

  it('behind a pinned symlink is part of the definition', async () => {
    const policy = CI_POLICY.replace('#/scripts/test]', '#/scripts/test, settings.json]')
    const repo = pullRequestRepo({ '.bailiff/policy.yaml': policy, 'real.json': '{}\n' })
    repo.git('switch', '--quiet', 'main')
    symlinkSync('real.json', join(repo.dir, 'settings.json'))
    repo.commit('Link the settings')
    repo.git('switch', '--quiet', '--force-create', 'feature', 'main')
    repo.commit('Add sub', WORK)
    expect((await repo.ci()).exit).toBe(0)
    repo.commit('Change the settings', { 'real.json': '{"skip": true}\n' })
    expect((await repo.ci()).out).toContain('CHECK_CHANGED')
  })

  it('of a pinned file that is in no commit holds the pull request', async () => {
    const policy = CI_POLICY.replace('#/scripts/test]', '#/scripts/test, .npmrc]')
    const repo = pullRequestRepo({ '.bailiff/policy.yaml': policy })
    repo.commit('Add sub', WORK)
    repo.write({ '.npmrc': 'ignore-scripts=true\n' })
    expect((await repo.ci()).out).toContain('.npmrc')
  })
})

describe('the words', () => {
  it('of a commit give the runner no commands, on the screen, in JSON or on the page', async () => {
    const repo = pullRequestRepo()
    const hostile =
      '::error::x\n\n::set-output name=a::All tests pass.\n##[add-mask]y Done. <img src=x> | `a` \u001b[2J'
    repo.commit(hostile, { 'add.mjs': 'export const add = () => 0\n' })
    const page = join(tempDir(), 'page.md')
    const shown = await repo.ci(['--summary', page])
    const lines = `${shown.out}${shown.err}`.split('\n')
    expect(shown.exit).toBe(2)
    expect(lines.filter((line) => /^\s*::|##\[/.test(line))).toEqual([])
    expect(shown.out).not.toContain('\u001b')
    expect((await repo.ci(['--json'])).out).not.toContain('##[')
    const text = readFileSync(page, 'utf8')
    expect(text).not.toMatch(/<img|`a`|^::/m)
    expect(text).not.toContain('\u001b')
  })

  it('of a body may come from standard input, and may be long', async () => {
    const repo = pullRequestRepo()
    repo.commit('Explain', DOCS)
    const said = await repo.ci(['--json', '--body', '-'], {}, { input: 'Failing: the docs build' })
    expect(JSON.parse(said.out)).toMatchObject({ ok: false, verdict: 'open' })
    const long = await repo.ci(['--json', '--body', '-'], {}, { input: 'word '.repeat(400_000) })
    expect(JSON.parse(long.out)).toMatchObject({ ok: false, findings: [{ code: 'EXTRACTION_UNFINISHED' }] })
  })

  it('come from the event of GitHub, which may be anything', async () => {
    const repo = pullRequestRepo()
    repo.commit('Explain', DOCS)
    const event = join(tempDir(), 'event.json')
    for (const text of ['', '[]', '{"pull_request":3}', '{"pull_request":{"title":4,"body":null}}', 'not JSON']) {
      writeFileSync(event, text)
      expect((await repo.ci([], { GITHUB_EVENT_PATH: event })).exit).toBe(0)
    }
    writeFileSync(event, JSON.stringify({ pull_request: { title: 'A', body: 'Open: the docs' } }))
    expect((await repo.ci([], { GITHUB_EVENT_PATH: event })).exit).toBe(2)
  })
})

describe('a signed policy', () => {
  it('judges if the workflow names the key, and no other one does', async () => {
    const keys = tempDir()
    const key = (name: string): string => {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519')
      writeFileSync(join(keys, `${name}.pem`), privateKey.export({ type: 'pkcs8', format: 'pem' }))
      writeFileSync(join(keys, `${name}.pub`), publicKey.export({ type: 'spki', format: 'pem' }))
      return join(keys, `${name}.pem`)
    }
    const [team, other] = [key('team'), key('other')]
    const repo = pullRequestRepo()
    repo.write({ '.bailiff/policy.yaml': `${CI_POLICY}block_budget: 2\n` })
    const signed = await runCli(['policy', 'sign', '--key', team, '--project', repo.dir, '--home', repo.home])
    expect(signed.exit, signed.err).toBe(0)
    repo.commit('Change the policy, signed', WORK)
    expect(await repo.ci(['--policy-key', team.replace('.pem', '.pub')])).toMatchObject({ exit: 0 })
    const refused = await repo.ci(['--policy-key', other.replace('.pem', '.pub')])
    expect(refused).toMatchObject({ exit: 2, out: expect.stringContaining('POLICY_UNSIGNED') })
  })
})

describe('a policy that a person approved on this machine', () => {
  it('judges, and the passes of a pull request count for no agent', async () => {
    const repo = pullRequestRepo()
    const approved = await runCli(['policy', 'approve', '--yes', '--project', repo.dir, '--home', repo.home])
    expect(approved.exit, approved.err).toBe(0)
    repo.commit('Add sub\n\nAll tests pass.', WORK)
    const { exit, out } = await repo.ci(['--json'])
    expect({ exit, ...JSON.parse(out) }).toMatchObject({ exit: 0, policy: { by: 'approval' } })
    expect(existsSync(join(repo.home, 'passes'))).toBe(false)
    expect((await runCli(['outcome', '--home', repo.home], {}, { cwd: repo.dir })).err).toContain('No session')
    repo.commit('Change the policy', { '.bailiff/policy.yaml': `${CI_POLICY}block_budget: 2\n` })
    expect((await repo.ci()).out).toContain('bailiff policy approve')
  })
})
