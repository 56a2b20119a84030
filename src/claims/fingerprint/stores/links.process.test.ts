import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempDir } from '../../../../test/helpers/temp.ts'
import { changing, FILES, folder, repository, type Workspace } from '../../../../test/helpers/workspace.ts'

/** A repository with the symlink `link`, and its target folder outside. */
function linked(files: { [name: string]: string } = { one: '1\n' }): Workspace & { outside: string } {
  const [space, outside] = [repository(), join(tempDir(), 'outside')]
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(outside, name, '..'), { recursive: true })
    writeFileSync(join(outside, name), content)
  }
  symlinkSync(outside, space.path('link'))
  return { ...space, outside }
}

/** A folder whose real path is too long for the system; the returned path reaches it through symlinks. */
function deepFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'bailiff-test-'))
  // Node cannot remove it: it would need the long paths.
  onTestFinished(() => void execFileSync('rm', ['-rf', dir]))
  let at = dir
  for (let i = 0; i < 3; i++) {
    const deep = join(at, ...Array.from({ length: 8 }, () => 'x'.repeat(200)))
    mkdirSync(deep, { recursive: true })
    const link = join(dir, `link${i}`)
    symlinkSync(deep, link)
    at = link
  }
  return at
}

describe('a fingerprint of symlinks', () => {
  it('includes their target paths', async () => {
    const space = repository()
    for (const name of ['one', 'two']) space.write(`../${name}`, 'the same\n')
    symlinkSync('../one', space.path('link'))
    symlinkSync('/nowhere/at/all', space.path('dangling'))
    symlinkSync('loop', space.path('loop'))
    const turn = () => {
      for (const name of ['link', 'dangling']) unlinkSync(space.path(name))
      symlinkSync('../two', space.path('link'))
      symlinkSync('/nowhere/at/alL', space.path('dangling'))
    }
    expect(await changing(space, turn)).toEqual(['changed dangling', 'changed link'])
    expect(await space.take()).toMatchObject({ files: 7, passedOver: [] })
  })

  it('includes the files of a target folder, as if they were in the workspace', async () => {
    const space = repository()
    const turn = () => {
      renameSync(space.path('src'), space.path('../src'))
      symlinkSync('../src', space.path('src'))
    }
    expect(await changing(space, turn)).toEqual(['added src'])
    expect(await changing(space, () => rmSync(space.path('../src'), { recursive: true }))).toEqual([
      'removed src/a.ts',
      'removed src/b.ts',
    ])
  })

  it('is unfinished if a symlink points to a file without a path, which could be replaced unseen', async () => {
    const space = repository()
    space.write('../open', 'a\n')
    const fd = openSync(space.path('../open'), 'r+')
    onTestFinished(() => closeSync(fd))
    symlinkSync(`/proc/${process.pid}/fd/${fd}`, space.path('link'))
    const named = await space.take()
    unlinkSync(space.path('../open'))
    expect(await space.unfinished()).toMatchObject({ why: 'unreadable', path: space.path('link') })
    // The system shows this path for it, and another file may have the same path.
    space.write('../open (deleted)', 'a\n')
    expect(await space.unfinished()).toMatchObject({ why: 'changing' })
    expect(named.files).toBe(5)
  })

  it('is unfinished if the target path is too long for the system', async () => {
    const space = repository()
    const far = deepFolder()
    writeFileSync(join(far, 'file'), 'a\n')
    symlinkSync(join(far, 'file'), space.path('link'))
    expect(await space.unfinished()).toMatchObject({ why: 'unreadable', path: space.path('link') })
  })

  it('includes target files with names of any bytes', async () => {
    const { outside, ...space } = linked()
    const write = () => {
      writeFileSync(join(outside, 'ü'), '')
      writeFileSync(Buffer.concat([Buffer.from(`${outside}/`), Buffer.from([0xff])]), '')
    }
    expect(await changing(space, write)).toEqual(['added link/ü', 'added link/\ufffd'])
  })

  it('includes files only once if the target folder is listed', async () => {
    const space = repository()
    for (const [name, to] of Object.entries({ folder: 'src', self: '.', 'src/up': '..' }))
      symlinkSync(to, space.path(name))
    expect(await space.take()).toMatchObject({ files: 7, passedOver: [] })
    expect(await changing(space, () => space.write('src/a.ts', 'x\n'))).toEqual(['changed src/a.ts'])
    expect(await changing(space, () => space.write('dist/made', 'x\n'))).toEqual([])
  })

  it('follows no cycle: the workspace is not read again, and symlinks inside a target folder are not followed', async () => {
    const space = repository()
    space.write('../beside/file', 'x\n')
    symlinkSync('.', space.path('../beside/self'))
    symlinkSync('..', space.path('parent'))
    const { files, passedOver } = await space.take()
    // The symlink, a file and a symlink beside the workspace, and the four files in it.
    expect([files, passedOver]).toEqual([7, ['parent/beside/self']])
  })

  it('leaves out the state directory, however a symlink reaches it', async () => {
    const space = repository()
    symlinkSync(space.home, space.path('state'))
    symlinkSync(join(space.home, 'keys/current'), space.path('key'))
    symlinkSync(join(space.home, '..'), space.path('above'))
    expect(await space.take()).toMatchObject({ files: 7, passedOver: [] })
    expect(await changing(space, () => writeFileSync(join(space.home, 'new'), 'x'))).toEqual([])
  })

  it('opens no target that is a pipe or a device', async () => {
    const { outside, ...space } = linked()
    execFileSync('mkfifo', [join(outside, 'pipe')])
    symlinkSync(join(outside, 'pipe'), space.path('pipe'))
    symlinkSync('/dev/zero', space.path('zero'))
    symlinkSync('/dev/zero', join(outside, 'zero'))
    expect(await space.take()).toMatchObject({ files: 9, passedOver: [] })
  })
})

describe('a symlink whose target exceeds the limits is hashed by its target path, and named', () => {
  it('if it has more than 5,000 files', async () => {
    const { outside, ...space } = linked()
    for (let i = 1; i < 5000; i++) writeFileSync(join(outside, `${i}`), '')
    expect(await space.take()).toMatchObject({ files: 5005, passedOver: [] })
    expect(await space.cost()).toMatchObject({ read: 0 })
    writeFileSync(join(outside, 'more'), '')
    expect(await space.take()).toMatchObject({ files: 5, passedOver: ['link'] })
    expect(await changing(space, () => writeFileSync(join(outside, 'one'), 'x'))).toEqual([])
  })

  it('if the files are large', async () => {
    const { outside, ...space } = linked()
    truncateSync(join(outside, 'one'), (256 << 20) + 1)
    symlinkSync(join(outside, 'one'), space.path('file'))
    const { files, passedOver } = await space.take()
    expect([files, passedOver.sort()]).toEqual([6, ['file', 'link']])
    expect((await space.cost()).readBytes).toBeLessThan(1 << 20)
  })

  it('if it, or a folder in its target, is named like a third-party folder', async () => {
    const space = linked({ one: '1\n', 'node_modules/x/index.js': '', '.git/HEAD': '' })
    symlinkSync(space.outside, space.path('node_modules'))
    const { files, passedOver } = await space.take()
    expect([files, passedOver.sort()]).toEqual([7, ['link/.git', 'link/node_modules', 'node_modules']])
  })

  it('but the files of a small target count towards the file limit', async () => {
    expect(await linked().unfinished({ limits: { files: 5 } })).toMatchObject({ why: 'files' })
    expect(await linked({}).take()).toMatchObject({ files: 5 })
    expect(await folder(FILES).take()).toMatchObject({ files: 4 })
  })
})
