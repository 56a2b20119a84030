import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { repository, type Workspace } from '../../../../test/helpers/workspace.ts'
import { readHead } from './head.ts'

const COMMIT = /^[0-9a-f]{40}$/

const asGitSays = ({ git }: Workspace): string => git('rev-parse', '--verify', 'HEAD^{commit}').trim()

const branchFile = (space: Workspace): string => space.path(`.git/${space.git('symbolic-ref', 'HEAD').trim()}`)

describe('the checked-out commit', () => {
  it.each<[string, (space: Workspace) => void]>([
    ['a branch', () => {}],
    ['a branch after another commit', (space) => space.git('commit', '--quiet', '--allow-empty', '--message', 'x')],
    ['a branch with a path for a name', (space) => space.git('checkout', '--quiet', '-b', 'feature/a+b@1.x')],
    ['no branch', (space) => space.git('checkout', '--quiet', '--detach')],
    ['a packed branch', (space) => space.git('pack-refs', '--all')],
    [
      'a packed branch with a later commit',
      (space) => {
        space.git('pack-refs', '--all')
        space.git('commit', '--quiet', '--allow-empty', '--message', 'later')
      },
    ],
    [
      'a packed branch beside longer and shorter names',
      (space) => {
        for (const name of ['x', 'y/x', 'other-x']) space.git('branch', `a-${name}`)
        space.git('checkout', '--quiet', '-b', 'z')
        space.git('commit', '--quiet', '--allow-empty', '--message', 'z')
        space.git('branch', 'not-z', 'a-x')
        space.git('pack-refs', '--all')
      },
    ],
  ])('is read without git for %s', (_, act) => {
    const space = repository()
    act(space)
    expect(asGitSays(space)).toMatch(COMMIT)
    expect(readHead(space.path('.git'))).toEqual({ commit: asGitSays(space) })
  })

  it('is none on a branch without commits', () => {
    const space = repository()
    space.git('checkout', '--quiet', '--orphan', 'empty')
    expect(readHead(space.path('.git'))).toEqual({ commit: null })
  })

  it.each<[string, (space: Workspace) => void]>([
    [
      'a link instead of a file',
      (space) => {
        const head = space.path('.git/HEAD')
        renameSync(head, `${head}.real`)
        symlinkSync('HEAD.real', head)
      },
    ],
    [
      'a branch that is another name of a branch',
      (space) => {
        space.git('symbolic-ref', 'refs/heads/other', space.git('symbolic-ref', 'HEAD').trim())
        writeFileSync(space.path('.git/HEAD'), 'ref: refs/heads/other\n')
      },
    ],
    ['refs in tables', (space) => writeFileSync(space.path('.git/HEAD'), 'ref: refs/heads/.invalid\n')],
    ['a way out of the repository', (space) => writeFileSync(space.path('.git/HEAD'), 'ref: refs/../../elsewhere\n')],
    [
      'a branch that is packed twice',
      (space) => {
        space.git('pack-refs', '--all')
        const packed = readFileSync(space.path('.git/packed-refs'), 'latin1')
        const again = packed.slice(packed.indexOf('\n') + 1).replace(/^[0-9a-f]{40}/m, 'a'.repeat(40))
        writeFileSync(space.path('.git/packed-refs'), packed + again)
      },
    ],
    [
      'a packed branch in another form',
      (space) => {
        space.git('pack-refs', '--all')
        const packed = readFileSync(space.path('.git/packed-refs'), 'latin1')
        writeFileSync(space.path('.git/packed-refs'), packed.replace(/^([0-9a-f]{40}) /m, '$1  '))
      },
    ],
    [
      "a file of the system's own, without an end",
      (space) => {
        rmSync(space.path('.git/refs/heads'), { recursive: true })
        symlinkSync('/proc/self', space.path('.git/refs/heads'))
        writeFileSync(space.path('.git/HEAD'), 'ref: refs/heads/pagemap\n')
      },
    ],
    ...['a..b', 'x.lock', 'a//b', '.a'].map((name): [string, (space: Workspace) => void] => [
      `a name that no branch has, ${name}`,
      (space) => writeFileSync(space.path('.git/HEAD'), `ref: refs/heads/${name}\n`),
    ]),
    ['a short name', (space) => writeFileSync(space.path('.git/HEAD'), 'ref: main\n')],
    ['nothing', (space) => rmSync(space.path('.git/HEAD'))],
    [
      'a folder in the place of the branch',
      (space) => {
        const file = branchFile(space)
        rmSync(file)
        mkdirSync(file)
      },
    ],
    [
      'a branch that does not contain a commit',
      (space) => writeFileSync(branchFile(space), `${readFileSync(branchFile(space), 'latin1').trim()}0\n`),
    ],
  ])('is left to git if there is %s', (_, act) => {
    const space = repository()
    act(space)
    expect(readHead(space.path('.git'))).toBe(null)
  })
})
