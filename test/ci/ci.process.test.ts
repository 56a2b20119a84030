import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../helpers/cli.ts'
import { CI_POLICY, type PullRequestRepo, pullRequestRepo, WITH_NODE } from '../helpers/pull-requests.ts'
import { tempDir } from '../helpers/temp.ts'

/** Real repositories with a base and the branch of a pull request, judged by the real checks. */

const BROKEN = { 'add.mjs': 'export const add = (a, b) => a - b\n' }
const WORK = { 'sub.mjs': 'export const sub = (a, b) => a - b\n' }
const ONE_TEST = `import { test } from 'node:test'
import assert from 'node:assert'
import { add } from './add.mjs'
test('adds', () => { assert.equal(add(1, 2), 3) })
`

type Data = {
  ok: boolean
  verdict: string
  held: { code: string; said: string; copy: string | null }[]
  policy: { by: string; sha256: string } | null
  checksSha256: string | null
  claims: { type: string; quote: string; commit: string | null; state: string }[]
  findings: { code: string; mode: string }[]
  checks: { validator: string; result: string; code: string | null; tests: { passed: number } | null }[]
  weakened: { test: string; how: string }[]
  accepted: { test: string; how: string }[]
  untracked: string[]
  changed: string[]
  commits: string[]
  stream: string
  home: string
}

async function judged(repo: PullRequestRepo, ...args: string[]): Promise<Data & { exit: number }> {
  const { exit, out, err } = await repo.ci(['--json', ...args])
  expect(out, err).not.toBe('')
  return { ...(JSON.parse(out) as Data), exit }
}

const body = (text: string): string[] => {
  const path = join(tempDir(), 'body.md')
  writeFileSync(path, text)
  return ['--body', path]
}

describe('a pull request', () => {
  it('is earned if its checks pass, and the record can be explained and verified', async () => {
    const repo = pullRequestRepo(WITH_NODE)
    const commit = repo.commit('Add sub\n\nAll tests pass.', WORK)
    const found = await judged(repo, ...body('Done: sub is implemented.'))
    expect(found).toMatchObject({ exit: 0, ok: true, verdict: 'earned', held: [], changed: ['sub.mjs'] })
    expect(found.checks).toMatchObject([{ validator: 'tests', result: 'passed', tests: { passed: 2 } }])
    expect(found.claims).toMatchObject([
      { type: 'tests_pass', commit, state: 'earned' },
      { type: 'done', commit: null },
    ])
    expect((await runCli(['verify', '--all', '--home', repo.home])).exit).toBe(0)
    const told = await runCli(['explain', found.stream, '--home', repo.home])
    expect(told.exit).toBe(0)
    expect(told.out).toContain('All tests pass.')
  })

  it('is blocked if its body claims that tests pass while they fail', async () => {
    const repo = pullRequestRepo(WITH_NODE)
    repo.commit('Change add', BROKEN)
    const found = await judged(repo, ...body('All tests pass.'))
    expect(found).toMatchObject({ exit: 2, ok: false, verdict: 'blocked' })
    expect(found.claims).toMatchObject([{ type: 'tests_pass', commit: null, state: 'not earned' }])
    expect(found.checks).toMatchObject([{ result: 'failed', code: 'TESTS_FAILED' }])
  })

  it('is blocked by failing checks even if it says nothing', async () => {
    const repo = pullRequestRepo()
    repo.commit('Change add', BROKEN)
    expect(await judged(repo)).toMatchObject({ exit: 2, verdict: 'blocked', findings: [{ code: 'WORK_UNPROVEN' }] })
  })

  it('is blocked if it removes or skips tests, by name, whatever it says', async () => {
    const repo = pullRequestRepo(WITH_NODE)
    repo.commit('Tidy up', { 'add.test.mjs': ONE_TEST.replace("test('adds'", "test.skip('adds'") })
    const found = await judged(repo)
    expect(found).toMatchObject({ exit: 2, verdict: 'blocked' })
    expect(found.weakened).toEqual([
      { test: 'add.test.mjs: adds', how: 'skipped' },
      { test: 'add.test.mjs: adds nothing', how: 'gone' },
    ])
  })

  it('is blocked if it removes a test under another name, or a test file that cannot be read', async () => {
    const calc = "const calc = require('./calc')\ncalc.given(1, 2).then('is three', (all) => assert.equal(all, 3))\n"
    const before = { 'add.test.mjs': ONE_TEST.replace('{ test }', '{ test as t }').replace("test('adds'", "t('adds'") }
    const repo = pullRequestRepo({ ...before, 'calc.test.js': calc })
    repo.commit('Tidy up', { 'add.test.mjs': '', 'calc.test.js': null })
    expect(await judged(repo)).toMatchObject({
      exit: 2,
      weakened: [
        { test: 'calc.test.js', how: 'gone' },
        { test: 'add.test.mjs: adds', how: 'gone' },
      ],
    })
  })

  it('passes with weakened tests that a reviewer accepts, and records their names', async () => {
    const repo = pullRequestRepo(WITH_NODE)
    repo.commit('Remove a test that is obsolete', { 'add.test.mjs': ONE_TEST })
    const found = await judged(repo, '--accept-weakened')
    expect(found).toMatchObject({ exit: 0, weakened: [], accepted: [{ test: 'add.test.mjs: adds nothing' }] })
    const entries = await runCli(['show', found.stream, '--home', repo.home])
    expect(entries.out).toContain('tests.accepted')
  })

  it('needs no check if it changes only documents', async () => {
    const repo = pullRequestRepo()
    repo.commit('Explain add\n\nDone.', { 'README.md': '# Adds\n\nTwo numbers.\n' })
    expect(await judged(repo)).toMatchObject({ exit: 0, verdict: 'unclaimed', checks: [] })
  })

  it('needs its checks if it changes Markdown that code may load', async () => {
    const repo = pullRequestRepo()
    repo.commit('Greet by name\n\nDone.', { 'templates/mail.md': 'Hello {{name}}\n' })
    expect(await judged(repo)).toMatchObject({ exit: 0, verdict: 'earned', checks: [{ result: 'passed' }] })
  })

  it('is open if its body says that something fails', async () => {
    const repo = pullRequestRepo()
    repo.commit('Change add', BROKEN)
    const found = await judged(repo, ...body('Failing: adds'))
    expect(found).toMatchObject({ exit: 2, verdict: 'open' })
    expect(found.checks).toMatchObject([{ result: 'failed' }])
  })

  it('may say in an earlier commit what failed then', async () => {
    const repo = pullRequestRepo()
    repo.commit('Change add\n\nFailing: adds', BROKEN)
    repo.commit('Restore add', { 'add.mjs': 'export const add = (a, b) => b + a\n' })
    expect(await judged(repo)).toMatchObject({ exit: 0, verdict: 'earned' })
  })

  it('claims nothing if it is empty', async () => {
    const repo = pullRequestRepo()
    expect(await judged(repo)).toMatchObject({ exit: 0, verdict: 'unclaimed', changed: [], checks: [] })
  })

  it('is not judged while files differ from the commit', async () => {
    const repo = pullRequestRepo()
    repo.commit('Change add', BROKEN)
    repo.write({ 'add.mjs': 'export const add = (a, b) => a + b\n' })
    const found = await judged(repo)
    expect(found).toMatchObject({ exit: 2, held: [{ code: 'TREE_DIFFERS' }], checks: [] })
    expect(found.held[0]?.said).toContain('add.mjs')
  })

  it('names files that are in no commit', async () => {
    const repo = pullRequestRepo()
    repo.commit('Add sub', WORK)
    repo.write({ 'left.txt': 'left' })
    expect(await judged(repo)).toMatchObject({ exit: 0, untracked: ['left.txt'] })
  })
})

describe('the judge of a pull request', () => {
  const POLICY = '.bailiff/policy.yaml'
  const WEAKER = CI_POLICY.replace('bindings:', 'modes: { work: warn, tests_pass: warn }\nbindings:')

  it('is the policy of the base: a pull request that weakens it is held', async () => {
    const repo = pullRequestRepo()
    repo.commit('Relax\n\nAll tests pass.', { [POLICY]: WEAKER, ...BROKEN })
    const found = await judged(repo)
    expect(found).toMatchObject({ exit: 2, verdict: 'blocked', policy: { by: 'base' } })
    expect(found.held).toMatchObject([{ code: 'POLICY_CHANGED' }])
    expect(found.findings).toMatchObject([{ code: 'FAILED', mode: 'block' }])
  })

  it('is not removed by a pull request that removes the policy', async () => {
    const repo = pullRequestRepo()
    repo.commit('Remove the policy', { [POLICY]: null, ...BROKEN })
    expect(await judged(repo)).toMatchObject({
      exit: 2,
      held: [{ code: 'POLICY_CHANGED' }],
      checks: [{ result: 'failed' }],
    })
  })

  it('is the policy of the pull request if the workflow names its hash', async () => {
    const repo = pullRequestRepo()
    repo.commit('Change the policy', { [POLICY]: WEAKER, ...WORK })
    const { held } = await judged(repo)
    const hash = held[0]?.copy ?? ''
    expect(await judged(repo, '--policy-hash', hash)).toMatchObject({ exit: 0, held: [], policy: { by: 'hash' } })
    const unpinned = await judged(repo, '--policy-hash', `sha256:${'0'.repeat(64)}`)
    expect(unpinned).toMatchObject({
      exit: 2,
      verdict: 'unsupervised',
      held: [{ code: 'POLICY_UNPINNED' }],
      checks: [],
    })
  })

  it('refuses to run a check whose definition the pull request changes, until the workflow names its hash', async () => {
    const repo = pullRequestRepo()
    repo.commit('Change the test script', { 'package.json': '{ "scripts": { "test": "sh test.sh --all" } }\n' })
    const found = await judged(repo)
    expect(found).toMatchObject({ exit: 2, checks: [{ result: 'refused', code: 'CHECK_CHANGED' }] })
    expect(found.held).toMatchObject([{ code: 'CHECK_CHANGED' }])
    expect(found.held[0]?.said).toContain('package.json#/scripts/test')
    expect(found.held[0]?.copy).toBe(`sha256:${found.checksSha256}`)
    const accepted = await judged(repo, '--checks-hash', `sha256:${found.checksSha256}`)
    expect(accepted).toMatchObject({ exit: 0, verdict: 'earned', held: [] })
    expect(await judged(repo, '--checks-hash', '0'.repeat(64))).toMatchObject({ exit: 2 })
  })

  it('lets a pull request change other parts of a pinned file', async () => {
    const repo = pullRequestRepo()
    const base = readFileSync(join(repo.dir, 'package.json'), 'utf8')
    repo.commit('Name it', { 'package.json': base.replace('"name": "a"', '"name": "b"') })
    expect(await judged(repo)).toMatchObject({ exit: 0, verdict: 'earned' })
  })

  it('holds a branch that is behind a new definition of a check', async () => {
    const repo = pullRequestRepo()
    repo.commit('Add sub', WORK)
    repo.git('switch', '--quiet', 'main')
    const base = readFileSync(join(repo.dir, 'package.json'), 'utf8')
    repo.commit('Test in order', { 'package.json': base.replace('test.sh', 'test.sh --in-order') })
    repo.git('switch', '--quiet', 'feature')
    expect(await judged(repo)).toMatchObject({ exit: 2, held: [{ code: 'CHECK_BEHIND' }] })
    repo.git('merge', '--quiet', '--no-edit', 'main')
    expect(await judged(repo)).toMatchObject({ exit: 0, verdict: 'earned', changed: ['sub.mjs'] })
  })

  it('does not come from a pull request that adds the first policy', async () => {
    const repo = pullRequestRepo({ [POLICY]: null })
    repo.commit('Add a policy', { [POLICY]: CI_POLICY })
    expect(await judged(repo)).toMatchObject({ exit: 2, held: [{ code: 'POLICY_ADDED' }] })
  })

  it('refuses with exit code 3 if there is no policy at all', async () => {
    const repo = pullRequestRepo({ [POLICY]: null })
    repo.commit('Add sub', WORK)
    expect(await judged(repo)).toMatchObject({ exit: 3, held: [{ code: 'NO_POLICY' }], policy: null })
  })
})

describe('the screen', () => {
  it('fits 80 columns, says each thing once, and ends with what to copy', async () => {
    const repo = pullRequestRepo()
    const long = 'All tests pass, '.repeat(20)
    repo.commit(`Change much\n\n${long}`, {
      '.bailiff/policy.yaml': `${CI_POLICY}block_budget: 2\n`,
      'package.json': '{ "scripts": { "test": "node --test" } }\n',
      'add.test.mjs': ONE_TEST,
    })
    const { out } = await repo.ci([])
    const lines = out.split('\n').filter((line) => !line.includes(repo.home))
    expect(lines.filter((line) => [...line].length > 80)).toEqual([])
    expect(out.match(/package\.json#/g)).toHaveLength(2)
    expect(out).toMatch(/policy-hash:\n {2}sha256:[0-9a-f]{64}\nNext: .*\n? .*checks-hash:\n {2}sha256:[0-9a-f]{64}\n$/)
  })
})
