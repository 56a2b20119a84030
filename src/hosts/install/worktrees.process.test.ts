import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../../test/helpers/cli.ts'
import { tempDir } from '../../../test/helpers/temp.ts'

/** A person's own hooks in a repository: no branch carries them, and every worktree has them. */

let root: string
let main: string

const at = (...parts: string[]): string => join(root, ...parts)
const settings = (worktree = 'main'): string => at(worktree, '.claude/settings.local.json')
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', main, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
    env: { PATH: process.env['PATH'], HOME: at('person') },
  })

const run = async (line: string): Promise<string> => {
  const env = { PATH: process.env['PATH'], HOME: at('person'), BAILIFF_HOME: at('ledger') }
  const { exit, out } = await runCli(line.split(' '), env, { cwd: main })
  expect(exit).toBe(0)
  return out
}
const init = () => run('init --yes --no-checks --host claude-code')
const isHooked = (worktree?: string): boolean =>
  existsSync(settings(worktree)) && readFileSync(settings(worktree), 'utf8').includes('bailiff-hook claude-code Stop')

beforeEach(() => {
  root = tempDir()
  main = at('main')
  mkdirSync(at('person'))
  mkdirSync(main)
  git('init', '-q', '-b', 'main')
  writeFileSync(join(main, 'a.txt'), 'a\n')
  git('add', '-A')
  git('commit', '-qm', 'x')
})

describe('own hooks stay', () => {
  it.each([
    ['if everything is committed on another branch', ['checkout -qb other', 'add -A', 'commit -qm y', 'checkout -q -']],
    ['if everything is stashed', ['stash -u']],
    ['if the folder is cleaned', ['clean -fdq']],
  ])('%s', async (_, commands) => {
    await init()
    writeFileSync(join(main, 'b.txt'), 'b\n')
    for (const line of commands) git(...line.split(' '))
    expect(isHooked()).toBe(true)
  })

  it('or come back with the next checkout, even if a branch has taken them away', async () => {
    await init()
    git('checkout', '-qb', 'other')
    git('add', '-f', '.claude')
    git('commit', '-qm', 'y')
    git('checkout', '-q', 'main')
    expect(isHooked()).toBe(true)
  })
})

describe('a linked worktree has the hooks', () => {
  it('if it was there before, or is added later', async () => {
    git('worktree', 'add', '-q', at('before'))
    await init()
    git('worktree', 'add', '-q', at('after'))
    expect([isHooked('before'), isHooked('after')]).toEqual([true, true])
  })

  it('unless it brings its own settings, which stay as they are', async () => {
    mkdirSync(join(main, '.claude'))
    writeFileSync(settings(), '{}\n')
    git('add', '-f', '.claude')
    git('commit', '-qm', 'y')
    await init()
    git('worktree', 'add', '-q', at('after'))
    expect(readFileSync(settings('after'), 'utf8')).toBe('{}\n')
  })
})

describe('uninstalling', () => {
  const HOOK = '#!/usr/bin/env bash\necho mine > ../ran\nexit 0\n'
  const exclude = (): string => readFileSync(join(main, '.git/info/exclude'), 'utf8')
  const hook = (): string => join(main, '.git/hooks/post-checkout')

  it('removes everything, byte for byte, in all worktrees', async () => {
    git('worktree', 'add', '-q', at('before'))
    const original = exclude()
    await init()
    git('worktree', 'add', '-q', at('after'))
    await run('uninstall --yes')
    expect(exclude()).toBe(original)
    expect([hook(), ...['main', 'before', 'after'].map((one) => at(one, '.claude'))].filter(existsSync)).toEqual([])
    git('worktree', 'add', '-q', at('later'))
    expect(existsSync(at('later', '.claude'))).toBe(false)
  })

  it('removes only our lines if a person has added others since', async () => {
    writeFileSync(hook(), HOOK)
    chmodSync(hook(), 0o755)
    const original = exclude()
    await init()
    git('checkout', '-qb', 'other')
    expect(readFileSync(at('ran'), 'utf8')).toBe('mine\n')
    writeFileSync(join(main, '.git/info/exclude'), `${exclude()}*.log\n`)
    writeFileSync(hook(), `${readFileSync(hook(), 'utf8')}# more\n`)
    await run('uninstall --yes')
    expect(exclude()).toBe(`${original}*.log\n`)
    expect(readFileSync(hook(), 'utf8')).toBe(`${HOOK}# more\n`)
  })

  it('has nothing to remove where git runs hooks of another kind', async () => {
    writeFileSync(hook(), '#!/usr/bin/python3\n')
    expect(await init()).not.toContain('post-checkout')
    git('config', 'core.hooksPath', '.husky')
    await run('uninstall --yes')
    expect(await init()).not.toContain('post-checkout')
    expect(readFileSync(hook(), 'utf8')).toBe('#!/usr/bin/python3\n')
  })
})
