import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { runCli } from '../../../test/helpers/cli.ts'
import { SMALL } from '../../../test/helpers/policies.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { openKeyring } from '../../ledger/stores/files/keyring.ts'
import { linkedWorktrees } from '../../project/stores/git-folder.ts'
import { loadActivePolicy } from './load-active-policy.ts'

/** The policy of linked worktrees. */

let home: string
let main: string
let linked: string

const git = (...args: string[]) =>
  execFileSync('git', ['-C', main, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { stdio: 'pipe' })

function put(dir: string, text: string): void {
  mkdirSync(join(dir, '.bailiff'), { recursive: true })
  writeFileSync(join(dir, '.bailiff/policy.yaml'), text)
}

const ruling = (dir: string) => {
  const { why, project, notice } = loadActivePolicy({ dir: home, keyring: openKeyring(home) }, dir, {}, 'ledger')
  return { why, project, notice }
}

beforeEach(async () => {
  const root = tempDir()
  ;[home, main, linked] = ['home', 'main', 'linked'].map((name) => join(root, name)) as [string, string, string]
  mkdirSync(main)
  git('init', '-q')
  git('commit', '-q', '--allow-empty', '-m', 'x')
  git('worktree', 'add', '-q', linked)
  put(main, SMALL)
  const { exit } = await runCli(['policy', 'approve', '--yes', '--project', main, '--home', home])
  expect(exit).toBe(0)
})

it('is the approved one of the main worktree, also if their own branch has no policy file', () => {
  expect(linkedWorktrees(main)).toEqual([linked])
  expect(ruling(linked)).toEqual({ why: 'approved', project: linked, notice: null })
})

it('stays the approved one if the file in the worktree says something else', () => {
  put(linked, `${SMALL}modes: { done: off }\n`)
  expect(ruling(linked)).toMatchObject({ why: 'approved-copy', project: linked })
})

it('is their own once a person approves one there', async () => {
  put(linked, `${SMALL}modes: { done: warn }\n`)
  await runCli(['policy', 'approve', '--yes', '--project', linked, '--home', home])
  expect(ruling(linked)).toEqual({ why: 'approved', project: linked, notice: null })
})

it('is not lent to a folder that only says it is a worktree', () => {
  const other = join(main, '..', 'other')
  mkdirSync(other)
  writeFileSync(join(other, '.git'), `gitdir: ${join(main, '.git/worktrees/linked')}\n`)
  expect(ruling(other)).toMatchObject({ why: 'built-in', project: other })
  rmSync(join(main, '.git/worktrees'), { recursive: true })
  expect(ruling(linked)).toMatchObject({ why: 'built-in', project: linked })
  expect(linkedWorktrees(main)).toEqual([])
})
