import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changing, FILES, folder, git, repository, said, type Workspace } from '../../../../test/helpers/workspace.ts'
import { storeSync } from '../../../ledger/stores/files/artifacts.ts'
import { narrowFingerprint } from '../fingerprint.ts'

type Case = [what: string, act: (space: Workspace) => void, changes: string[]]

const SEEN: Case[] = [
  ['an edit', ({ write }) => write('src/a.ts', 'other\n'), ['changed src/a.ts']],
  ['a new untracked file', ({ write }) => write('src/c.ts', 'c\n'), ['added src/c.ts']],
  ['a removed file', ({ path }) => unlinkSync(path('src/a.ts')), ['removed src/a.ts']],
  ['a rename', ({ path }) => renameSync(path('src/a.ts'), path('src/z.ts')), ['removed src/a.ts', 'added src/z.ts']],
  ['a file made executable', ({ path }) => chmodSync(path('src/a.ts'), 0o755), ['changed src/a.ts']],
  [
    'a file in the place of a folder',
    ({ path, write }) => {
      rmSync(path('src'), { recursive: true })
      write('src', 'a file\n')
    },
    ['added src', 'removed src/a.ts', 'removed src/b.ts'],
  ],
  [
    'a folder in the place of a file',
    ({ path, write }) => {
      rmSync(path('README.md'))
      write('README.md/x', 'x\n')
    },
    ['removed README.md', 'added README.md/x'],
  ],
  [
    'a symlink in the place of a file with the same content',
    ({ path }) => {
      renameSync(path('src/a.ts'), path('../a.ts'))
      symlinkSync('../../a.ts', path('src/a.ts'))
    },
    ['changed src/a.ts'],
  ],
  [
    'names of any bytes',
    ({ path, write }) => {
      write('src/ü\n.ts', '')
      writeFileSync(Buffer.concat([Buffer.from(`${path('src')}/`), Buffer.from([0xff])]), '')
    },
    ['added src/ü\n.ts', 'added src/\ufffd'],
  ],
]

const NOT_MINDED: [string, (space: Workspace) => void][] = [
  ['changed file times', ({ path }) => utimesSync(path('src/a.ts'), 1, 1)],
  ['the same content written again', ({ write }) => write('src/a.ts', FILES['src/a.ts'])],
  [
    'the same content in a new file of the same name',
    ({ path, write }) => {
      unlinkSync(path('src/a.ts'))
      write('src/a.ts', FILES['src/a.ts'])
    },
  ],
  ['what others may do with a file', ({ path }) => chmodSync(path('src/a.ts'), 0o666)],
  ['a folder without files', ({ path }) => mkdirSync(path('empty'))],
  ['a commit', ({ git }) => git('commit', '--quiet', '--allow-empty', '--message', 'second')],
  [
    'another branch with the same files',
    ({ git }) => {
      git('checkout', '--quiet', '-b', 'other')
      git('gc', '--quiet')
    },
  ],
  ['an index in two files', ({ git }) => git('update-index', '--split-index')],
  ['a pipe', ({ path }) => execFileSync('mkfifo', [path('pipe')])],
  ['a file that is ignored', ({ write }) => write('dist/out.js', 'made\n')],
]

describe('a fingerprint', () => {
  it('is the same when taken twice, and reads no file the second time', async () => {
    const space = repository()
    const [first, cost, second] = [await space.take(), await space.cost(), await space.take()]
    expect(second.sha256).toBe(first.sha256)
    expect(first).toMatchObject({ files: 4, listedBy: 'git', passedOver: [] })
    expect(cost).toMatchObject({ read: 0, cache: 'used' })
  })

  it.each(SEEN)('sees %s', async (_, act, changes) => {
    const space = repository()
    expect(await changing(space, () => act(space))).toEqual(changes)
  })

  it.each(NOT_MINDED)('ignores %s', async (_, act) => {
    const space = repository()
    expect(await changing(space, () => act(space))).toEqual([])
  })

  it('is the same for a file before it is staged, staged and committed, with another index and head', async () => {
    const space = repository()
    space.write('src/c.ts', 'c\n')
    const before = await space.take()
    space.git('add', '--all')
    const staged = await space.take()
    space.git('commit', '--quiet', '--message', 'second')
    const committed = await space.take()
    expect([staged.sha256, committed.sha256]).toEqual([before.sha256, before.sha256])
    expect(staged.index).not.toBe(before.index)
    expect([staged.head, staged.index]).toEqual([before.head, committed.index])
    expect(committed.head).toBe(space.git('rev-parse', 'HEAD').trim())
  })

  it('covers the bytes on disk, however git converts line endings', async () => {
    const space = repository({ ...FILES, '.gitattributes': '* text=auto\n' })
    space.git('config', 'core.autocrlf', 'true')
    const change = () => space.write('src/a.ts', 'export const a = 1\r\n')
    expect(await changing(space, change)).toEqual(['changed src/a.ts'])
    expect(space.git('diff', '--stat')).toBe('')
  })

  it('is taken before the first commit, and has no head', async () => {
    const space = folder(FILES)
    space.git('init', '--quiet')
    expect(await space.take()).toMatchObject({ files: 4, listedBy: 'git', head: null })
  })

  it('is the same with and without a cache', async () => {
    const space = repository()
    const first = await space.take()
    const warm = await space.take()
    rmSync(join(space.home, 'cache'), { recursive: true })
    expect(await space.take()).toEqual(first)
    expect(warm).toEqual(first)
  })

  it('is the hash of its table as an artifact', async () => {
    const space = repository()
    const { sha256, table } = await space.take()
    expect(storeSync(space.home, { name: 'fingerprint', media: 'text/plain' }, table).sha256).toBe(sha256)
  })

  it('leaves out the state directory if it is in the workspace', async () => {
    const space = repository()
    const home = space.path('.state')
    renameSync(space.home, home)
    const before = await space.take({ home })
    const after = await space.take({ home })
    expect([after.sha256, after.files]).toEqual([before.sha256, 4])
  })
})

describe('a fingerprint of repositories in a repository', () => {
  function withSubmodule(): Workspace {
    const library = repository({ 'lib.ts': 'lib\n' })
    const space = repository()
    space.git('submodule', '--quiet', 'add', library.dir, 'lib')
    space.git('commit', '--quiet', '--message', 'with a library')
    return space
  }

  it.each<Case>([
    ['an edit in a submodule', ({ write }) => write('lib/lib.ts', 'LIB\n'), ['changed lib/lib.ts']],
    ['an untracked file in it', ({ write }) => write('lib/new.ts', ''), ['added lib/new.ts']],
    [
      'a commit in it',
      ({ path }) => git(path('lib'), 'commit', '--quiet', '--allow-empty', '--message', 'x'),
      ['changed lib'],
    ],
    [
      'its own ignore rules',
      ({ write }) => write('.git/modules/lib/info/exclude', 'secret\n'),
      ['changed lib/.git/info/exclude'],
    ],
    [
      'its removal',
      ({ path }) => rmSync(path('lib'), { recursive: true }),
      ['removed lib', 'removed lib/.git/info/exclude', 'removed lib/lib.ts'],
    ],
  ])('sees %s', async (_, act, changes) => {
    const space = withSubmodule()
    expect(await changing(space, () => act(space))).toEqual(changes)
  })

  it('treats a submodule that was never fetched as an empty folder', async () => {
    const space = withSubmodule()
    const clone = folder()
    git(clone.dir, 'clone', '--quiet', space.dir, '.')
    expect(await clone.take()).toMatchObject({ files: 5 })
  })

  it('sees every file of a submodule without a repository, whatever its folders are named', async () => {
    const space = repository()
    space.write('lib/venv/add.js', 'a\n')
    space.git('update-index', '--add', '--cacheinfo', `160000,${space.git('rev-parse', 'HEAD').trim()},lib`)
    const change = () => space.write('lib/venv/add.js', 'b\n')
    expect(await changing(space, change)).toEqual(['changed lib/venv/add.js'])
  })

  it('sees the files of a nested repository that is not a submodule', async () => {
    const space = repository()
    space.write('nested/x', 'x\n')
    git(space.path('nested'), 'init', '--quiet')
    expect(await changing(space, () => space.write('nested/x', 'y\n'))).toEqual(['changed nested/x'])
  })

  it('includes the files of a worktree, and the rules it shares', async () => {
    const space = repository()
    const other = folder()
    space.git('worktree', 'add', '--quiet', '--detach', join(other.dir, 'tree'))
    const tree = (options = {}) => other.take({ ...options, root: join(other.dir, 'tree') })
    const before = await tree()
    writeFileSync(join(other.dir, 'tree/src/a.ts'), 'other\n')
    space.write('.git/info/exclude', 'later\n')
    expect(said(before, await tree())).toEqual(['changed .git/info/exclude', 'changed src/a.ts'])
  })

  it('includes the files present in a sparse checkout, with and without a sparse index', async () => {
    const space = repository({ ...FILES, 'docs/x.md': 'x\n' })
    space.git('status')
    space.git('sparse-checkout', 'init', '--cone')
    space.git('sparse-checkout', 'set', 'src')
    const before = await space.take()
    // Git before 2.32 has no sparse index, and ignores the setting.
    space.git('config', 'index.sparse', 'true')
    space.git('sparse-checkout', 'reapply')
    const sparse = await space.take()
    expect([before.files, sparse.sha256]).toEqual([4, before.sha256])
    expect(await changing(space, () => space.write('docs/x.md', 'y\n'))).toEqual(['added docs/x.md'])
  })
})

describe('a fingerprint of a folder in a repository', () => {
  it('includes only its own files, and the rules of its parent folders', async () => {
    const space = repository()
    const src = () => space.take({ root: space.path('src') })
    const before = await src()
    space.write('README.md', 'other\n')
    expect(said(before, await src())).toEqual([])
    space.write('.gitignore', 'later\n')
    expect(said(before, await src())).toEqual(['changed ../.gitignore'])
    expect(before.files).toBe(2)
  })
})

describe('a fingerprint without git', () => {
  it('includes every file except those in skipped folders, which it names', async () => {
    const space = folder({ ...FILES, 'node_modules/x/index.js': '', 'sub/venv/bin/python': '', venv: 'a file\n' })
    const taken = await space.take()
    expect(taken).toMatchObject({ files: 5, listedBy: 'walk', head: null, index: null })
    expect(taken.passedOver.sort()).toEqual(['node_modules', 'sub/venv'])
    expect(await changing(space, () => space.write('venv', 'b\n'))).toEqual(['changed venv'])
    expect(await changing(space, () => space.write('node_modules/x/index.js', 'b\n'))).toEqual([])
  })

  it('lists nested repositories by their own rules', async () => {
    const space = folder({ 'one/.gitignore': 'out\n', 'one/out/x': '', 'one/y': '', 'two/z': '' })
    git(space.path('one'), 'init', '--quiet')
    expect(await space.take()).toMatchObject({ files: 3, listedBy: 'walk' })
  })

  it('differs from the one with git', async () => {
    const space = folder(FILES)
    const before = await space.take()
    space.git('init', '--quiet')
    expect((await space.take()).sha256).not.toBe(before.sha256)
  })
})

describe('a fingerprint of a part', () => {
  const PART = { scope: ['src', '!src/b.ts'], outputs: ['src/out'] }

  it('covers files in scope, no outputs, and rules anywhere except in outputs', async () => {
    const space = repository()
    const before = await space.take(PART)
    space.write('README.md', 'other\n')
    space.write('src/b.ts', 'other\n')
    space.write('src/out/report', 'made\n')
    space.write('src/out/.gitignore', 'made\n')
    expect((await space.take(PART)).sha256).toBe(before.sha256)
    space.write('src/a.ts', 'other\n')
    space.write('docs/.gitignore', 'x\n')
    expect(said(before, await space.take(PART))).toEqual(['added docs/.gitignore', 'changed src/a.ts'])
  })

  it('equals the narrowed whole, and keeps the cache of the whole', async () => {
    const space = repository()
    const whole = await space.take()
    const part = await space.take(PART)
    expect(narrowFingerprint(whole, PART)).toEqual(part)
    expect(await space.cost()).toMatchObject({ read: 0 })
  })
})
