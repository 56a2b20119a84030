import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository, type Workspace } from '../../../../test/helpers/workspace.ts'
import { readRefs } from './ref-files.ts'

const MOST = 100
const refsIn = ({ path }: Workspace, most = MOST) => readRefs(path('.git'), most)

/** Names each ref with its object and a mark for the current branch, as git does. */
const byGit = ({ dir }: Workspace): string[] =>
  execFileSync('git', ['-C', dir, 'for-each-ref', '--format=%(objectname) %(refname) %(HEAD)'], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd())

const byFiles = (space: Workspace): string[] =>
  (refsIn(space) ?? []).map(({ commit, ref, isCurrent }) => `${commit} ${ref}${isCurrent ? ' *' : ''}`).sort()

const withRefs = (): Workspace => {
  const space = repository()
  space.git('commit', '-q', '--allow-empty', '-m', 'One')
  space.git('branch', 'feature/one')
  space.git('tag', '-a', 'v1', '-m', 'One')
  space.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  return space
}

describe('refs read from files', () => {
  it('are those that git lists', () => {
    const space = withRefs()
    expect(byFiles(space)).toEqual(byGit(space).sort())
  })

  it('are those that git lists, packed and moved since', () => {
    const space = withRefs()
    space.git('pack-refs', '--all')
    space.git('commit', '-q', '--allow-empty', '-m', 'Two')
    space.git('branch', 'two')
    expect(byFiles(space)).toEqual(byGit(space).sort())
  })

  it('leave out a ref to another ref, and a ref that is none', () => {
    const space = withRefs()
    const before = byFiles(space)
    space.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main')
    writeFileSync(join(space.path('.git/refs/heads'), 'broken'), 'nothing\n')
    expect(byFiles(space)).toEqual(before)
  })

  it('are left to git if there are too many, or if they are not in files', () => {
    const space = withRefs()
    expect(refsIn(space, 1)).toBeNull()
    writeFileSync(space.path('.git/HEAD'), 'ref: refs/heads/.invalid\n')
    expect(refsIn(space)).toBeNull()
  })
})
