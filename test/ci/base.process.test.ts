import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Announced, baseOf } from '../../src/ci/base.ts'
import { gitIn } from '../../src/ci/git.ts'
import { pushBase } from '../../src/ci/push.ts'
import { runCli } from '../helpers/cli.ts'
import { CI_POLICY } from '../helpers/pull-requests.ts'
import { tempDir } from '../helpers/temp.ts'
import { copyOf } from '../helpers/template.ts'
import { git } from '../helpers/workspace.ts'

/** Finds the base in a clone as `actions/checkout` makes it, where others may have pushed refs of any name. */

type Commit = 'main' | 'feature' | 'moved' | 'merge'
type Refs = { [name: string]: Commit }

const WORKING = 'export const add = (a, b) => a + b\n'
const BROKEN = 'export const add = (a, b) => a - b\n'

function fill(dir: string, files: { [name: string]: string }): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), text)
  }
}

/**
 * A pull request of the branch `feature`. Since it was opened, its base has moved from the commit `main` to `moved`. GitHub's merge
 * of the two is checked out.
 */
function makeCheckout(dir: string): void {
  const remote = join(tempDir(), 'remote')
  git(tempDir(), 'init', '--quiet', '--initial-branch=main', remote)
  const ids: { [name: string]: string } = {}
  const commit = (name: Commit, files: { [name: string]: string }): void => {
    fill(remote, files)
    git(remote, 'add', '--all')
    git(remote, 'commit', '--quiet', '--message', name)
    ids[name] = git(remote, 'rev-parse', 'HEAD').trim()
  }
  commit('main', { '.bailiff/policy.yaml': CI_POLICY, 'add.mjs': WORKING })
  git(remote, 'switch', '--quiet', '--create', 'feature')
  commit('feature', { 'add.mjs': BROKEN })
  git(remote, 'switch', '--quiet', 'main')
  commit('moved', { 'other.mjs': '' })
  git(remote, 'switch', '--quiet', '--detach')
  git(remote, 'merge', '--quiet', '--no-ff', '--message=merge', 'feature')
  git(remote, 'update-ref', 'refs/pull/5/merge', 'HEAD')
  ids['merge'] = git(remote, 'rev-parse', 'HEAD').trim()
  git(dir, 'init', '--quiet')
  git(dir, 'remote', 'add', 'origin', remote)
  const specs = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*']
  git(dir, 'fetch', '--quiet', 'origin', ...specs, '+refs/pull/5/merge:refs/remotes/pull/5/merge')
  git(dir, 'checkout', '--quiet', '--force', 'refs/remotes/pull/5/merge')
  writeFileSync(join(dir, '.git/ids.json'), JSON.stringify(ids))
}

function checkoutWith(refs: Refs = {}, how: 'loose' | 'packed' = 'loose') {
  const dir = join(tempDir(), 'checkout')
  copyOf('a checkout of a merge', dir, makeCheckout)
  const ids = JSON.parse(readFileSync(join(dir, '.git/ids.json'), 'utf8')) as { [name in Commit]: string }
  const lines = Object.entries(refs).map(([name, commit]) => [name, `${ids[commit]}`] as const)
  if (how === 'loose') fill(join(dir, '.git'), Object.fromEntries(lines.map(([name, id]) => [name, `${id}\n`])))
  else fill(join(dir, '.git'), { 'packed-refs': lines.map(([name, id]) => `${id} ${name}\n`).join('') })
  const asked = gitIn(dir, new AbortController().signal)
  const nameOf = (id: string | undefined) => Object.entries(ids).find(([, one]) => one === id)?.[0]
  const found = async (named: string | undefined, announced: Partial<Announced> = {}) => {
    try {
      const told = { branch: undefined, commit: null, merged: null, ...announced }
      return nameOf((await baseOf(asked, named, told, ids.merge)).commit)
    } catch (error) {
      return (error as { code?: string }).code ?? error
    }
  }
  return { dir, ids, found, asked, nameOf }
}

/** Refs of the attacker: none of them may stand in for the branch `main`, as the remote has it. */
const PUSHED: Refs = {
  'refs/tags/main': 'feature',
  'refs/tags/origin/main': 'feature',
  'refs/tags/heads/main': 'feature',
  'refs/tags/remotes/origin/main': 'feature',
  'refs/tags/refs/heads/main': 'feature',
  'refs/tags/refs/remotes/origin/main': 'feature',
  'refs/tags/HEAD': 'feature',
  'refs/tags/FETCH_HEAD': 'feature',
  'refs/tags/@': 'feature',
  'refs/remotes/origin/HEAD': 'feature',
  'refs/remotes/origin/refs/heads/main': 'feature',
  'refs/remotes/origin/refs/remotes/origin/main': 'feature',
  'refs/remotes/origin/origin/main': 'feature',
  'refs/remotes/origin/remotes/origin/main': 'feature',
}

describe.each(['loose', 'packed'] as const)('the base, among %s refs that others pushed under its names', (how) => {
  it('is the branch that the workflow announces', async () => {
    const { found } = checkoutWith({ ...PUSHED, 'refs/remotes/origin/main': 'moved' }, how)
    expect(await found(undefined, { branch: 'main' })).toBe('moved')
  })

  it.each([
    ['refs/remotes/origin/main', 'moved'],
    ['refs/remotes/origin/main~1', 'main'],
    ['refs/tags/main', 'feature'],
    ['HEAD^1', 'moved'],
    ['@^1', 'moved'],
    ['main', 'BASE_AMBIGUOUS'],
    ['origin/main', 'BASE_AMBIGUOUS'],
    ['remotes/origin/main', 'moved'],
    ['refs/heads/main', 'BASE_UNKNOWN'],
    ['heads/main~0', 'BASE_UNKNOWN'],
    ['FETCH_HEAD', 'BASE_UNKNOWN'],
    [':/feature', 'BASE_UNKNOWN'],
  ])('named %s is %s', async (named, expected) => {
    const refs = { ...PUSHED, 'refs/remotes/origin/main': 'moved' } as const
    expect(await checkoutWith(refs, how).found(named)).toBe(expected)
  })
})

describe('the base', () => {
  it('is unknown if only others have refs of its full name below another place', async () => {
    const { found } = checkoutWith({
      'refs/tags/refs/remotes/origin/gone': 'feature',
      'refs/tags/refs/heads/gone': 'feature',
      'refs/tags/origin/gone': 'feature',
      'refs/heads/refs/heads/gone': 'feature',
      'refs/remotes/origin/origin/gone': 'feature',
    })
    for (const named of ['refs/remotes/origin/gone', 'refs/heads/gone', 'origin/gone'])
      expect(await found(named)).toBe('BASE_UNKNOWN')
    expect(await found(undefined, { branch: 'gone' })).toBe('BASE_UNKNOWN')
  })

  it.each(['dévelop', '日本', 'a@b', '@', 'feat/#1-"x"', "it's", 'release/v1.0', 'deadbeef', 'cafe', 'AHEAD', 'x--y'])(
    'may be a branch named %s, whatever tags there are',
    async (name) => {
      const { found } = checkoutWith({
        [`refs/remotes/origin/${name}`]: 'main',
        [`refs/tags/origin/${name}`]: 'feature',
      })
      expect(await found(undefined, { branch: name })).toBe('main')
      expect(await found(`refs/remotes/origin/${name}`)).toBe('main')
    },
  )

  it('may be named in short where that means one commit', async () => {
    const { found, ids } = checkoutWith({
      'refs/tags/v1': 'main',
      'refs/heads/main': 'main',
      'refs/tags/same': 'moved',
    })
    expect(await found('main')).toBe('main')
    expect(await found('origin/main')).toBe('moved')
    expect(await found('v1')).toBe('main')
    expect(await found('tags/v1^{commit}')).toBe('main')
    expect(await found('feature~1')).toBe('main')
    expect(await found(ids.main.slice(0, 9))).toBe('main')
    expect(await found('FETCH_HEAD')).toBe('feature')
  })

  it('named by a commit is that commit, not a ref with its name', async () => {
    const { main } = checkoutWith().ids
    const [short, upper] = [main.slice(0, 10), main.toUpperCase()]
    const { found } = checkoutWith({
      [`refs/tags/${main}`]: 'feature',
      [`refs/tags/${upper}`]: 'feature',
      [`refs/remotes/origin/${main}`]: 'feature',
      [`refs/tags/${short}`]: 'feature',
      [`refs/tags/${'0'.repeat(40)}`]: 'feature',
      [`refs/tags/${'0'.repeat(64)}`]: 'feature',
    })
    expect(await found(main)).toBe('main')
    expect(await found(upper)).toBe('main')
    expect(await found(undefined, { commit: main })).toBe('main')
    expect(await found(short)).toBe('BASE_AMBIGUOUS')
    for (const none of ['0'.repeat(40), '0'.repeat(64)]) {
      expect(await found(none)).toBe('BASE_UNKNOWN')
      expect(await found(undefined, { branch: 'main', commit: none })).toBe('BASE_UNKNOWN')
    }
  })

  it("is what GitHub merged the pull request onto, if the event's commit is older", async () => {
    const { found, ids } = checkoutWith()
    const event = { branch: 'main', commit: ids.main }
    expect(await found(undefined, { ...event, merged: ids.feature })).toBe('moved')
    expect(await found(undefined, { ...event, merged: null })).toBe('main')
    // Not a merge of this pull request, or not onto this base.
    expect(await found(undefined, { ...event, merged: ids.main })).toBe('main')
    expect(await found(undefined, { branch: 'main', commit: ids.feature, merged: ids.feature })).toBe('feature')
  })

  it('of a push is a branch of the remote, not a tag that has its name', async () => {
    const { asked, ids, nameOf } = checkoutWith({
      'refs/tags/refs/remotes/origin/HEAD': 'feature',
      'refs/tags/refs/remotes/origin/main': 'feature',
      'refs/tags/refs/remotes/other/main': 'feature',
    })
    const pushed = { localRef: 'refs/heads/x', local: ids.merge, remoteRef: 'refs/heads/x', remote: '0'.repeat(40) }
    expect(nameOf((await pushBase(asked, 'origin', pushed))?.commit)).toBe('moved')
    expect(await pushBase(asked, 'other', pushed)).toBeNull()
  })
})

describe('bailiff ci in the workflow of', () => {
  const ran = async (dir: string, event: object, env: NodeJS.ProcessEnv) => {
    const path = join(tempDir(), 'event.json')
    writeFileSync(path, JSON.stringify(event))
    const around = { PATH: process.env['PATH'], HOME: process.env['HOME'], RUNNER_TEMP: tempDir() }
    const { out, err } = await runCli(
      ['ci', '--project', dir, '--json'],
      { ...around, GITHUB_EVENT_PATH: path, ...env },
      { cwd: dir },
    )
    const { verdict, base, changed } = out === '' ? {} : JSON.parse(out)
    return { verdict, base: base?.commit, changed, code: /\[(\w+)\]\s*$/.exec(err)?.[1] }
  }
  const pullRequest = ({ main, feature }: { main: string; feature: string }) => ({
    pull_request: { title: 'A', body: null, base: { ref: 'main', sha: main }, head: { ref: 'feature', sha: feature } },
  })

  it('a pull request judges its own changes only, though the base has moved', async () => {
    const { dir, ids } = checkoutWith(PUSHED)
    const env = { GITHUB_BASE_REF: 'main', GITHUB_SHA: ids.merge }
    expect(await ran(dir, pullRequest(ids), env)).toMatchObject({ base: ids.moved, changed: ['add.mjs'] })
  })

  it('a pull request believes no merge that the event does not name', async () => {
    const { dir, ids } = checkoutWith()
    const judged = await ran(dir, pullRequest(ids), { GITHUB_BASE_REF: 'main', GITHUB_SHA: ids.feature })
    expect(judged).toMatchObject({ base: ids.main, changed: ['add.mjs', 'other.mjs'] })
  })

  it('pull_request_target is an error while the base is checked out', async () => {
    const { dir, ids } = checkoutWith()
    writeFileSync(join(dir, '.git/HEAD'), `${ids.main}\n`)
    const env = { GITHUB_BASE_REF: 'main', GITHUB_SHA: ids.main }
    expect(await ran(dir, pullRequest(ids), env)).toMatchObject({ code: 'NOTHING_PROPOSED' })
  })

  it('a merge queue judges what its group adds to the base, and that must be something', async () => {
    const { dir, ids } = checkoutWith(PUSHED)
    const group = (sha: string) => ({ merge_group: { base_ref: 'refs/heads/main', base_sha: sha } })
    expect(await ran(dir, group(ids.moved), {})).toMatchObject({ base: ids.moved, changed: ['add.mjs'] })
    expect(await ran(dir, group(ids.merge), {})).toMatchObject({ code: 'NOTHING_PROPOSED' })
    expect(await ran(dir, { before: ids.main, after: ids.merge }, {})).toMatchObject({ code: 'BASE_UNKNOWN' })
  })
})
