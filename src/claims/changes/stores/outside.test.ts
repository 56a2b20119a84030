import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../../../test/helpers/temp.ts'
import { effectsOf } from '../../../shell/effects.ts'
import type { SeenCall } from '../../turn.ts'
import { placesOutside, worktreesIn } from './outside.ts'

/** Files as git lays them out for a repository with linked worktrees. Nothing here starts git. */
function repository(...trees: string[]): string {
  const project = join(tempDir(), 'project')
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  put('.git/HEAD', 'ref: refs/heads/main\n')
  for (const [i, tree] of trees.entries()) {
    put(`${tree}/.git`, `gitdir: ${project}/.git/worktrees/${i}\n`)
    put(`${tree}/src/add.js`, '')
    put(`.git/worktrees/${i}/gitdir`, `${join(project, tree)}/.git\n`)
    put(`.git/worktrees/${i}/commondir`, '../..\n')
  }
  return project
}

const called = (command: string, cwd: string): SeenCall => {
  const { written, folders, reached } = effectsOf(command, cwd) ?? { written: [], folders: [], reached: [] }
  const span = { from: 0, to: 1 }
  return { writer: { named: written, ran: span, at: span }, folders, reached } as unknown as SeenCall
}

const treesOf = async (project: string, ...calls: SeenCall[]): Promise<string[]> => {
  const run = () => Promise.reject(new Error('Nothing asks git.'))
  const { worktrees } = await placesOutside(run as never, project, calls, '2026-01-01T00:00:00Z')
  return worktrees.map((tree) => tree.slice(project.length + 1))
}

const TREE = '.claude/worktrees/one'

describe('a worktree inside the project', () => {
  it.each([
    ['a change of folder', `cd ${TREE} && make`],
    ['a file that is written', `echo 1 > ${TREE}/src/new.js`],
    ['git -C', `git -C ${TREE} apply a.patch`],
    ['git with its work tree', `git --work-tree=${TREE} checkout .`],
    ['an option of a program', `npm --prefix ${TREE} run generate`],
    ['an argument of a script', `sh break.sh ${TREE}`],
    ['a link to it', 'cd link && make'],
    ['a file behind a link', "sed -i 's/a/b/' link/src/add.js"],
    ['a file that is gone', `rm ${TREE}/src/old.js`],
  ])('is judged if a call reaches it by %s', async (_, command) => {
    const project = repository(TREE, '.claude/worktrees/two')
    symlinkSync(join(project, TREE), join(project, 'link'))
    expect(await treesOf(project, called(command, project))).toEqual([TREE])
  })

  it.each([
    ['a call beside it', 'make && echo 1 > src/a.js'],
    ['a call that only reads it', `cat ${TREE}/src/add.js; git -C ${TREE} log`],
    ['a folder with a similar name', `echo 1 > ${TREE}-two.txt`],
  ])('is not judged for %s', async (_, command) => {
    const project = repository(TREE)
    expect(await treesOf(project, called(command, project))).toEqual([])
  })

  it('is judged if the call started in it, and so is the main worktree around a project that is a linked one', async () => {
    const project = repository(TREE)
    expect(await treesOf(project, called('make', join(project, TREE)))).toEqual([TREE])
    const { worktrees } = await placesOutside(
      (() => Promise.reject(new Error())) as never,
      join(project, TREE),
      [called('echo 1 > src/a.js', project)],
      '2026-01-01T00:00:00Z',
    )
    expect(worktrees).toEqual([project])
  })

  it('is one that git knows: not a folder that only says so, nor another repository', async () => {
    const project = repository(TREE)
    mkdirSync(join(project, 'vendor/.git'), { recursive: true })
    mkdirSync(join(project, 'broken'))
    writeFileSync(join(project, 'broken/.git'), 'gitdir: /nowhere\n')
    expect(worktreesIn(project)).toEqual([join(project, TREE)])
    expect(await treesOf(project, called('echo 1 > vendor/a.c; echo 1 > broken/a.c', project))).toEqual([])
  })
})
