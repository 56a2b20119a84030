import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../../test/helpers/temp.ts'
import { copyOf } from '../../../test/helpers/template.ts'
import { validating } from '../../../test/helpers/validating.ts'
import { git as gitIn } from '../../../test/helpers/workspace.ts'
import { withoutSecret } from './git-pushed.ts'

const bare = (): string => {
  const dir = tempDir()
  copyOf('empty bare repository', dir, (to) => void gitIn(to, 'init', '-q', '--bare', '-b', 'main'))
  return dir
}

const FILES = { 'a.txt': 'a', '.gitignore': '.bailiff\n' }

/** A project with one commit, pushed to the remote that its policy pins. */
async function pushed(more = '') {
  const pair = tempDir()
  copyOf('a project and its remote', pair, (dir) => {
    const project = join(dir, 'project')
    mkdirSync(project)
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(project, name), text)
    gitIn(project, 'init', '-q', '-b', 'main')
    gitIn(project, 'add', '-A')
    gitIn(project, 'commit', '-qm', 'one')
    gitIn(dir, 'clone', '-q', '--bare', 'project', 'remote')
    gitIn(project, 'remote', 'add', 'origin', '../remote')
    gitIn(project, 'fetch', '-q', 'origin')
  })
  const remote = join(pair, 'remote')
  const policy = `version: 1
validators:
  pushed: { kind: git_pushed, url: ${JSON.stringify(remote)}${more} }
bindings:
  shipped: pushed
`
  const one = await validating(policy, FILES)
  rmSync(join(one.project, '.git'), { recursive: true })
  renameSync(join(pair, 'project/.git'), join(one.project, '.git'))
  one.git('remote', 'set-url', 'origin', remote)
  return { ...one, remote, check: () => one.validate('shipped', 'pushed') }
}

const NOT_PUSHED = { exit: 2, code: 'NOT_PUSHED' }

describe('git_pushed', () => {
  it('passes if the commit is the tip of the branch on the remote', async () => {
    const { check, git, last } = await pushed()
    expect(await check()).toMatchObject({ exit: 0, grade: 'executed', data: { head: git('rev-parse', 'HEAD') } })
    expect(last()).toMatchObject({ kind: 'validator.passed', body: { branch: 'main' } })
  })

  it('passes if others have pushed on top of it', async () => {
    const { check, git, remote } = await pushed()
    const clone = join(tempDir(), 'clone')
    gitIn(tempDir(), 'clone', '-q', remote, clone)
    writeFileSync(join(clone, 'a.txt'), 'b')
    gitIn(clone, 'commit', '-qam', 'two')
    gitIn(clone, 'push', '-q', 'origin', 'main')
    expect(await check()).toMatchObject({ exit: 0 })
    expect(git('log', '--oneline').split('\n')).toHaveLength(1)
  })

  it('asks for the branch, even if a tag has its name', async () => {
    const { check, git, remote, write } = await pushed()
    git('tag', 'main')
    expect(await check()).toMatchObject({ exit: 0 })
    write({ 'a.txt': 'b' })
    git('commit', '-qam', 'two')
    git('push', '-q', remote, 'HEAD:refs/heads/heads/main', 'HEAD:refs/tags/refs/heads/main')
    expect(await check()).toMatchObject(NOT_PUSHED)
  })

  it('fails if a commit was not pushed', async () => {
    const { check, git, write } = await pushed()
    write({ 'a.txt': 'b' })
    git('commit', '-qam', 'two')
    expect(await check()).toMatchObject(NOT_PUSHED)
  })

  it('fails if tracked files have uncommitted changes; new files do not matter', async () => {
    const { check, write, git } = await pushed()
    write({ 'new.txt': '' })
    expect(await check()).toMatchObject({ exit: 0 })
    write({ 'a.txt': 'b' })
    const ran = await check()
    expect(ran).toMatchObject(NOT_PUSHED)
    expect(ran.said).toContain('a.txt')
    git('update-index', '--assume-unchanged', 'a.txt')
    expect(git('status', '--porcelain', '-uno')).toBe('')
    expect(await check()).toMatchObject(NOT_PUSHED)
    git('update-index', '--no-assume-unchanged', 'a.txt')
    git('update-index', '--skip-worktree', 'a.txt')
    expect(await check()).toMatchObject(NOT_PUSHED)
  })

  it('fails if the remote was repointed and the commit was pushed there', async () => {
    const { check, git, write } = await pushed()
    write({ 'a.txt': 'b' })
    git('commit', '-qam', 'two')
    const own = bare()
    git('remote', 'set-url', 'origin', own)
    git('push', '-q', 'origin', 'main')
    const ran = await check()
    expect(ran).toMatchObject(NOT_PUSHED)
    expect(ran.said).toContain(own)
  })

  it('asks the pinned address, whatever rewrites the project configures', async () => {
    const { check, git, write, remote, project } = await pushed()
    write({ 'a.txt': 'b' })
    git('commit', '-qam', 'two')
    const own = bare()
    git('push', '-q', own, 'main')
    git('config', `url.${own}.insteadOf`, remote)
    expect(await check()).toMatchObject(NOT_PUSHED)
    appendFileSync(join(project, '.git/config'), `[core]\n\tworktree = ${tempDir()}\n`)
    expect(await check()).toMatchObject(NOT_PUSHED)
  })

  it('does not trust a history that was replaced in the project', async () => {
    const { check, git, write } = await pushed()
    write({ 'a.txt': 'b' })
    git('commit', '-qam', 'two')
    git('replace', git('rev-parse', 'HEAD'), git('rev-parse', 'HEAD~1'))
    expect(await check()).toMatchObject(NOT_PUSHED)
  })

  it('fails on a branch with another name, and on a detached HEAD', async () => {
    const { check, git, approve, remote } = await pushed()
    await approve(`version: 1
validators: { pushed: { kind: git_pushed, url: ${JSON.stringify(remote)}, branch: main } }
bindings: { shipped: pushed }
`)
    expect(await check()).toMatchObject({ exit: 0 })
    git('checkout', '-qb', 'other')
    git('push', '-q', 'origin', 'other')
    expect(await check()).toMatchObject(NOT_PUSHED)
    git('checkout', '-q', '--detach')
    expect(await check()).toMatchObject(NOT_PUSHED)
  })

  it('reports a remote that does not answer, and a missing branch', async () => {
    const { check, git, remote, approve } = await pushed()
    git('checkout', '-qb', 'other')
    expect(await check()).toMatchObject(NOT_PUSHED)
    git('checkout', '-q', 'main')
    git('remote', 'remove', 'origin')
    await approve(`version: 1
validators: { pushed: { kind: git_pushed, url: ${JSON.stringify(`${remote}-gone`)} } }
bindings: { shipped: pushed }
`)
    expect(await check()).toMatchObject({ exit: 2, code: 'REMOTE_UNREACHABLE' })
  })

  it('takes no arguments, and hides the password in an address', async () => {
    const { validate } = await pushed()
    expect(await validate('shipped', 'pushed', { branch: 'x' })).toMatchObject({ exit: 3, code: 'ARGUMENT_REFUSED' })
    expect(withoutSecret('https://user:token@example.org/a.git')).toBe('https://example.org/a.git')
    expect(withoutSecret('git@example.org:a.git')).toBe('git@example.org:a.git')
  })
})
