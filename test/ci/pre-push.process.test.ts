import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../helpers/cli.ts'
import { type PullRequestRepo, pullRequestRepo } from '../helpers/pull-requests.ts'
import { quickNode } from '../helpers/quick-node.ts'
import { tempDir } from '../helpers/temp.ts'
import { git } from '../helpers/workspace.ts'

/** Real pushes to a bare repository, with the hook file that docs/ci.md shows. */

const PROGRAM = resolve(import.meta.dirname, '../../dist/bailiff.cjs')
const WORK = { 'sub.mjs': 'export const sub = (a, b) => a - b\n' }
const BROKEN = { 'add.mjs': 'export const add = (a, b) => a - b\n' }

/** A clone with the hook, whose remote has the base. */
function withRemote(base: { [path: string]: string | null } = {}): PullRequestRepo & {
  push(...args: string[]): { exit: number | null; said: string }
  pushTo(remote: string, ...args: string[]): { exit: number | null; said: string }
} {
  const repo = pullRequestRepo(base)
  const remote = join(tempDir(), 'remote.git')
  git(tempDir(), 'init', '--quiet', '--bare', '--initial-branch=main', remote)
  repo.git('remote', 'add', 'origin', remote)
  repo.git('push', '--quiet', 'origin', 'main')
  const hook = join(repo.dir, '.git/hooks/pre-push')
  writeFileSync(hook, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' hook git pre-push "$@"\n`)
  chmodSync(hook, 0o755)
  const pushTo = (to: string, ...args: string[]) => {
    const env = { PATH: quickNode(), HOME: tempDir(), TMPDIR: tempDir(), GIT_CONFIG_NOSYSTEM: '1' }
    const { status, stderr } = spawnSync('git', ['push', to, ...args], { cwd: repo.dir, env, encoding: 'utf8' })
    return { exit: status, said: stderr }
  }
  return { ...repo, pushTo, push: (...args) => pushTo('origin', ...args) }
}

describe('the pre-push hook', () => {
  it('lets earned work pass', () => {
    const repo = withRemote()
    repo.commit('Add sub\n\nAll tests pass.', WORK)
    const pushed = repo.push('feature')
    expect(pushed.said).toContain('✓ earned')
    expect(pushed.exit).toBe(0)
  })

  it('stops a push whose checks fail, unless it is told not to look', () => {
    const repo = withRemote()
    repo.commit('Change add\n\nAll tests pass.', BROKEN)
    const pushed = repo.push('feature')
    expect(pushed.exit).not.toBe(0)
    expect(pushed.said).toContain('git push --no-verify')
    expect(repo.git('ls-remote', 'origin', 'feature')).toBe('')
    expect(repo.push('--no-verify', 'feature').exit).toBe(0)
  })

  it('judges only what the remote lacks', () => {
    const repo = withRemote()
    repo.commit('Change add', BROKEN)
    repo.push('--no-verify', 'feature')
    repo.commit('Explain', { 'README.md': '# Adds two numbers\n' })
    const pushed = repo.push('feature')
    expect(pushed.said).toContain('unclaimed')
    expect(pushed.exit).toBe(0)
  })

  it('does not judge deletions, tags on known commits, or a remote without branches', () => {
    const repo = withRemote()
    repo.git('tag', 'v1', 'main')
    expect(repo.push('v1')).toMatchObject({ exit: 0 })
    repo.commit('Add sub', WORK)
    repo.push('--no-verify', 'feature')
    expect(repo.push('--delete', 'feature')).toMatchObject({ exit: 0 })
    const empty = join(tempDir(), 'empty.git')
    git(tempDir(), 'init', '--quiet', '--bare', empty)
    repo.git('remote', 'add', 'other', empty)
    expect(repo.pushTo('other', 'feature')).toMatchObject({ exit: 0, said: expect.stringContaining('is not judged') })
  })

  it('stops a push of another commit than the one on disk', () => {
    const repo = withRemote()
    repo.commit('Change add', BROKEN)
    repo.git('switch', '--quiet', 'main')
    const pushed = repo.push('feature')
    expect(pushed.said).toContain('TREE_DIFFERS')
    expect(pushed.exit).not.toBe(0)
  })

  it('refuses input that git does not write, and events that it does not know', async () => {
    const repo = withRemote()
    const around = { cwd: repo.dir, input: 'refs/heads/a --upload-pack=x refs/heads/b 0\n' }
    expect(await runCli(['hook', 'git', 'pre-push', 'origin', 'x'], {}, around)).toMatchObject({ exit: 1 })
    expect(await runCli(['hook', 'git', 'post-merge'], {}, around)).toMatchObject({ exit: 1 })
  })
})
