import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempDir } from '../../../../test/helpers/temp.ts'
import {
  changing,
  FILES,
  folder,
  git,
  keepingTimes,
  repository,
  said,
  type Workspace,
} from '../../../../test/helpers/workspace.ts'
import { sha256 } from '../../../ledger/digest.ts'
import { narrowFingerprint } from '../fingerprint.ts'

const OTHER = 'export const a = 9\n'

/** Writes different content of the same size and restores the file's times. */
const editInSecret = ({ path, write }: Workspace): void =>
  keepingTimes(path('src/a.ts'), () => write('src/a.ts', OTHER))

/** Attempts to change a file so that it looks unchanged. */
const EDITS: [string, (space: Workspace) => void][] = [
  ['with its times restored', (space) => editInSecret(space)],
  [
    'that git was told to assume unchanged',
    (space) => {
      space.git('update-index', '--assume-unchanged', 'src/a.ts')
      space.write('src/a.ts', 'x\n')
    },
  ],
  [
    'that git was told to skip',
    (space) => {
      space.git('update-index', '--skip-worktree', 'src/a.ts')
      space.write('src/a.ts', 'x\n')
    },
  ],
  [
    'if git was told to ignore ctimes',
    (space) => {
      space.git('config', 'core.trustctime', 'false')
      space.git('config', 'core.checkStat', 'minimal')
      editInSecret(space)
    },
  ],
  [
    'by a copy that keeps times and modes',
    ({ path }) => {
      execFileSync('cp', ['--preserve=all', path('src/a.ts'), path('../copy')])
      keepingTimes(path('../copy'), () => writeFileSync(path('../copy'), OTHER))
      execFileSync('cp', ['--preserve=all', path('../copy'), path('src/a.ts')])
    },
  ],
  [
    'by moving another file in its place',
    ({ path }) => {
      execFileSync('cp', ['--preserve=all', path('src/a.ts'), path('../other')])
      keepingTimes(path('../other'), () => writeFileSync(path('../other'), OTHER))
      renameSync(path('../other'), path('src/a.ts'))
    },
  ],
  [
    'through a hard link to the same file',
    ({ path }) => {
      linkSync(path('src/a.ts'), path('../twin'))
      keepingTimes(path('../twin'), () => writeFileSync(path('../twin'), OTHER))
    },
  ],
]

describe('an edit is seen', () => {
  it.each(EDITS)('%s', async (_, act) => {
    const space = repository()
    expect(await changing(space, () => act(space))).toEqual(['changed src/a.ts'])
  })

  it('in two files that swap places', async () => {
    const space = repository()
    utimesSync(space.path('src/a.ts'), 1, 1)
    utimesSync(space.path('src/b.ts'), 1, 1)
    const swap = () => {
      renameSync(space.path('src/a.ts'), space.path('src/t'))
      renameSync(space.path('src/b.ts'), space.path('src/a.ts'))
      renameSync(space.path('src/t'), space.path('src/b.ts'))
    }
    expect(await changing(space, swap)).toEqual(['changed src/a.ts', 'changed src/b.ts'])
  })

  it('right after a fingerprint, in the same moment, with its times restored', async () => {
    const space = repository()
    const now = { now: () => new Date() }
    const before = await space.take(now)
    editInSecret(space)
    expect(said(before, await space.take(now))).toEqual(['changed src/a.ts'])
    expect(await space.cost(now)).toMatchObject({ read: 4 })
  })

  it('behind a filter that always shows git the same content', async () => {
    const space = repository({ ...FILES, '.gitattributes': '* filter=hide\n' })
    const marker = join(tempDir(), 'ran')
    space.git('config', 'filter.hide.clean', `touch "${marker}"; echo always`)
    space.git('config', 'filter.hide.smudge', `touch "${marker}"; cat`)
    expect(await changing(space, () => space.write('src/a.ts', 'x\n'))).toEqual(['changed src/a.ts'])
    expect(existsSync(marker)).toBe(false)
  })
})

/** Moves a file or folder elsewhere and puts a symlink in its place. */
function linkTo({ path }: Workspace, name: string, elsewhere: string): void {
  mkdirSync(join(path(elsewhere), '..'), { recursive: true })
  renameSync(path(name), path(elsewhere))
  symlinkSync(path(elsewhere), path(name))
}

/** Each puts `src/a.ts` behind a symlink, and returns its new path. */
const LINKS: [string, (space: Workspace) => string][] = [
  [
    'of a file to outside',
    (space) => {
      linkTo(space, 'src/a.ts', '../a.ts')
      return '../a.ts'
    },
  ],
  [
    'of a file to an ignored folder',
    (space) => {
      linkTo(space, 'src/a.ts', 'dist/a.ts')
      return 'dist/a.ts'
    },
  ],
  [
    'of a file into the repository',
    (space) => {
      linkTo(space, 'src/a.ts', '.git/a.ts')
      return '.git/a.ts'
    },
  ],
  [
    'of a file to another link',
    (space) => {
      linkTo(space, 'src/a.ts', '../one.ts')
      linkTo(space, '../one.ts', '../two.ts')
      return '../two.ts'
    },
  ],
  [
    'of a folder to outside',
    (space) => {
      linkTo(space, 'src', '../outside')
      return '../outside/a.ts'
    },
  ],
  [
    'of a folder to an ignored one',
    (space) => {
      linkTo(space, 'src', 'dist/src')
      return 'dist/src/a.ts'
    },
  ],
  [
    'of a folder, with a rule that ignores the symlink',
    (space) => {
      linkTo(space, 'src', '../outside')
      space.write('.gitignore', 'dist\nsrc\n')
      return '../outside/a.ts'
    },
  ],
  [
    'of a folder, with rules there that ignore everything',
    (space) => {
      linkTo(space, 'src', '../outside')
      git(space.path('../outside'), 'init', '--quiet')
      space.write('../outside/.gitignore', '*\n')
      return '../outside/a.ts'
    },
  ],
  [
    'of a folder, and of a file in there',
    (space) => {
      linkTo(space, 'src', '../outside')
      linkTo(space, '../outside/a.ts', '../a.ts')
      return '../a.ts'
    },
  ],
]

describe('an edit is seen behind a symlink', () => {
  it.each(LINKS)('%s', async (_, act) => {
    const space = repository()
    const file = act(space)
    await space.take()
    expect(await space.cost()).toMatchObject({ read: 0, cache: 'used' })
    const edit = () => keepingTimes(space.path(file), () => space.write(file, OTHER))
    expect(await changing(space, edit)).toEqual(['changed src/a.ts'])
    expect(await changing(space, () => chmodSync(space.path(file), 0o755))).toEqual(['changed src/a.ts'])
    expect(await changing(space, () => unlinkSync(space.path(file)))).toHaveLength(1)
  })

  it.each(LINKS)('%s, if only that file is in scope', async (_, act) => {
    const space = repository()
    const file = act(space)
    const part = { scope: ['src/a.ts'] }
    const [whole, before] = [await space.take(), await space.take(part)]
    expect(narrowFingerprint(whole, part)).toEqual(before)
    expect(await space.cost()).toMatchObject({ read: 0 })
    space.write(file, OTHER)
    expect(said(before, await space.take(part))).toEqual(['changed src/a.ts'])
  })

  it('without git, even to a skipped folder', async () => {
    const space = folder(FILES)
    linkTo(space, 'src', 'node_modules/src')
    const edit = () => space.write('node_modules/src/a.ts', OTHER)
    expect(await changing(space, edit)).toEqual(['changed src/a.ts'])
    expect(await changing(space, () => space.write('node_modules/src/c.ts', ''))).toEqual(['added src/c.ts'])
  })

  it('in the place of a submodule', async () => {
    const space = repository()
    space.git('submodule', '--quiet', 'add', repository({ 'lib.ts': 'lib\n' }).dir, 'lib')
    linkTo(space, 'lib', '../lib')
    expect(await changing(space, () => space.write('../lib/lib.ts', 'LIB\n'))).toEqual(['changed lib/lib.ts'])
  })

  it('that points to outputs of checks', async () => {
    const space = repository()
    linkTo(space, 'src/a.ts', 'out/a.ts')
    const outputs = { outputs: ['out'] }
    const before = await space.take(outputs)
    space.write('out/a.ts', OTHER)
    expect(said(before, await space.take(outputs))).toEqual(['changed src/a.ts'])
  })

  it('that is redirected to another file through a second symlink', async () => {
    const space = repository()
    linkTo(space, 'src/a.ts', '../one')
    linkTo(space, '../one', '../two')
    const turn = () => {
      space.write('../three', OTHER)
      unlinkSync(space.path('../one'))
      symlinkSync('three', space.path('../one'))
    }
    expect(await changing(space, turn)).toEqual(['changed src/a.ts'])
  })

  it('and a symlink whose target path spells the combined hash input of another has a different hash', async () => {
    const space = repository()
    linkTo(space, 'src/a.ts', '../a.ts')
    const spell = () => {
      const hashes = [space.path('../a.ts'), FILES['src/a.ts']].map((text) => sha256(text))
      unlinkSync(space.path('src/a.ts'))
      symlinkSync(hashes.join(' file '), space.path('src/a.ts'))
    }
    expect(await changing(space, spell)).toEqual(['changed src/a.ts'])
  })
})

/** Attempts to add an unlisted file; `src/evil.ts` is written afterwards. */
const HIDING: [string, (space: Workspace) => void, string[]][] = [
  ['a rule in the workspace', ({ write }) => write('.gitignore', 'dist\nevil.ts\n'), ['changed .gitignore']],
  ['a rule in its folder', ({ write }) => write('src/.gitignore', 'evil.ts\n'), ['added src/.gitignore']],
  [
    'a rule that ignores itself',
    ({ write }) => write('src/.gitignore', 'evil.ts\n.gitignore\n'),
    ['added src/.gitignore'],
  ],
  [
    "a rule of the repository's own",
    ({ write }) => write('.git/info/exclude', 'evil.ts\n'),
    ['changed .git/info/exclude'],
  ],
  [
    'a rule from anywhere',
    (space) => {
      const file = join(tempDir(), 'rules')
      writeFileSync(file, 'evil.ts\n')
      space.git('config', 'core.excludesFile', file)
    },
    ['added .git/core.excludesFile'],
  ],
  [
    'a rule from settings in another file',
    (space) => {
      const dir = tempDir()
      writeFileSync(join(dir, 'rules'), 'evil.ts\n')
      writeFileSync(join(dir, 'settings'), `[core]\n\tEXCLUDESFILE = ${join(dir, 'rules')}\n`)
      space.git('config', 'include.path', join(dir, 'settings'))
    },
    ['added .git/core.excludesFile'],
  ],
  [
    'a rule from a file whose name is not valid text',
    (space) => {
      const file = Buffer.concat([Buffer.from(join(tempDir(), 'rules')), Buffer.from([0xff])])
      writeFileSync(file, 'evil.ts\n')
      const setting = Buffer.concat([Buffer.from('[core]\n\texcludesFile = '), file, Buffer.from('\n')])
      appendFileSync(space.path('.git/config'), setting)
    },
    ['added .git/core.excludesFile'],
  ],
]

describe('a file that is hidden by', () => {
  it.each(HIDING)('%s is noticed, even before it exists', async (_, act, changes) => {
    const space = repository()
    expect(await changing(space, () => act(space))).toEqual(changes)
    expect(await changing(space, () => space.write('src/evil.ts', 'evil\n'))).toEqual([])
  })

  it('rules added later is reported as removed', async () => {
    const space = repository()
    space.write('src/evil.ts', 'evil\n')
    const change = () => space.write('.gitignore', 'dist\nevil.ts\n')
    expect(await changing(space, change)).toEqual(['changed .gitignore', 'removed src/evil.ts'])
  })

  it('a folder that ignores its whole content is not noticed, as in any ignored folder', async () => {
    const space = repository()
    const change = () => {
      space.write('.pytest_cache/.gitignore', '*\n')
      space.write('.pytest_cache/README.md', 'cache\n')
    }
    expect(await changing(space, change)).toEqual([])
  })
})

/** Settings under which git would not list `src/evil.ts`. */
const SETTINGS: [string, (space: Workspace) => void][] = [
  ['a working tree configured elsewhere', (space) => space.git('config', 'core.worktree', tempDir())],
  ['a repository configured as bare', (space) => space.git('config', 'core.bare', 'true')],
  ['another repository around the new file', ({ path }) => git(path('src'), 'init', '--quiet')],
  [
    'a fake submodule entry',
    (space) => {
      const head = space.git('rev-parse', 'HEAD').trim()
      space.git('rm', '--quiet', '--cached', 'src/evil/Twin.ts')
      space.git('update-index', '--add', '--cacheinfo', `160000,${head},src/evil`)
    },
  ],
  ['names that differ only in case', (space) => space.git('config', 'core.ignoreCase', 'true')],
  [
    'a cache of untracked files',
    (space) => {
      space.git('config', 'core.untrackedCache', 'true')
      space.git('update-index', '--force-untracked-cache')
      space.git('status')
    },
  ],
]

describe('a new file is seen despite', () => {
  it.each(SETTINGS)('%s', async (_, act) => {
    const space = repository({ ...FILES, 'src/evil/Twin.ts': '' })
    mkdirSync(space.path('src/evil'), { recursive: true })
    act(space)
    const change = () => keepingTimes(space.path('src/evil'), () => space.write('src/evil/twin.ts', 'evil\n'))
    expect(await changing(space, change)).toEqual(['added src/evil/twin.ts'])
  })
})

describe('no program configured in the repository is started', () => {
  it.each<[string, (space: Workspace, program: string) => void]>([
    ['core.fsmonitor', (space, program) => space.git('config', 'core.fsmonitor', program)],
    ['core.pager', (space, program) => space.git('config', 'core.pager', program)],
    ['pager.ls-files', (space, program) => space.git('config', 'pager.ls-files', program)],
    ['alias.ls-files', (space, program) => space.git('config', 'alias.ls-files', `!${program}`)],
    ['diff.external', (space, program) => space.git('config', 'diff.external', program)],
    [
      'textconv',
      (space, program) => {
        space.git('config', 'diff.x.textconv', program)
        space.write('.gitattributes', '* diff=x\n')
      },
    ],
    [
      'hooks',
      ({ path }, program) => {
        for (const hook of ['post-index-change', 'fsmonitor-watchman', 'post-checkout'])
          linkSync(program, path(`.git/hooks/${hook}`))
      },
    ],
    [
      'core.hooksPath',
      (space, program) => {
        const hooks = tempDir()
        linkSync(program, join(hooks, 'post-index-change'))
        space.git('config', 'core.hooksPath', hooks)
      },
    ],
  ])('%s', async (_, set) => {
    const space = repository()
    const program = join(tempDir(), 'program')
    writeFileSync(program, `#!/bin/sh\ntouch "${program}.ran"\n`)
    chmodSync(program, 0o755)
    set(space, program)
    space.write('src/a.ts', 'x\n')
    expect((await space.take()).files).toBeGreaterThanOrEqual(4)
    expect(existsSync(`${program}.ran`)).toBe(false)
  })
})

describe('the environment', () => {
  const set = (name: string, value: string): void => {
    process.env[name] = value
    onTestFinished(() => {
      delete process.env[name]
    })
  }

  it.each([
    'GIT_DIR',
    'GIT_WORK_TREE',
    'GIT_INDEX_FILE',
    'GIT_OBJECT_DIRECTORY',
    'GIT_COMMON_DIR',
    'GIT_NAMESPACE',
    'GIT_PREFIX',
    'GIT_CONFIG_GLOBAL',
    'GIT_TRACE',
    'GIT_LITERAL_PATHSPECS',
  ])('has no influence through %s', async (name) => {
    const space = repository()
    const before = await space.take()
    set(name, repository({ other: '' }).path('.git'))
    expect(await space.take()).toEqual(before)
  })

  it('never provides a git from the workspace', async () => {
    const space = repository()
    const before = await space.take()
    space.write('.git/bin/git', '#!/bin/sh\nexit 0\n')
    chmodSync(space.path('.git/bin/git'), 0o755)
    const path = process.env['PATH']
    onTestFinished(() => {
      process.env['PATH'] = path
    })
    process.env['PATH'] = `${space.path('src/../.git/bin')}:.:${path}`
    expect(await space.take()).toEqual(before)
  })

  it.each(['', '.', 'the workspace'])('never provides one, even if PATH has nothing else: "%s"', async (searched) => {
    const space = repository()
    space.write('git', '#!/bin/sh\ntouch "$0.ran"\n')
    chmodSync(space.path('git'), 0o755)
    const path = process.env['PATH']
    onTestFinished(() => {
      process.env['PATH'] = path
    })
    process.env['PATH'] = searched === 'the workspace' ? space.dir : searched
    const finding = await space.unfinished()
    process.env['PATH'] = path
    expect(finding).toMatchObject({ why: 'git' })
    expect(existsSync(space.path('git.ran'))).toBe(false)
  })

  it('has no influence through settings in variables', async () => {
    const space = repository()
    const before = await space.take()
    const rules = join(tempDir(), 'rules')
    writeFileSync(rules, '*\n')
    set('GIT_CONFIG_COUNT', '1')
    set('GIT_CONFIG_KEY_0', 'core.excludesFile')
    set('GIT_CONFIG_VALUE_0', rules)
    expect(await space.take()).toEqual(before)
  })
})

describe('a path that is not a file', () => {
  it('is never opened, and leaves the fingerprint unfinished if git tracks it: each reader may get different content', async () => {
    const space = repository()
    unlinkSync(space.path('src/a.ts'))
    execFileSync('mkfifo', [space.path('src/a.ts')])
    expect(await space.unfinished()).toMatchObject({ why: 'unreadable', path: 'src/a.ts' })
  })

  it('does not count if git does not track it', async () => {
    const plain = folder(FILES)
    execFileSync('mkfifo', [plain.path('pipe')])
    expect(await plain.take()).toMatchObject({ files: 4 })
  })
})
