import fs, {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempDir } from '../../../test/helpers/temp.ts'
import { sha256 } from '../../ledger/digest.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import type { EffectRequest } from './driver.ts'
import { fileDriver as driver } from './file.ts'
import { isLeftover } from './replace-file.ts'

const KEY = 'a'.repeat(64)
const TEMP = `.bailiff-${sha256(KEY).slice(0, 32)}.tmp`
const isRoot = process.getuid?.() === 0
const signal = new AbortController().signal

const asked = (cwd: string, target_state: JsonObject, settings: JsonObject = { path: 'app.conf' }): EffectRequest => ({
  effect_ref: 'resource:config:app.conf',
  target_state,
  idempotency_key: KEY,
  settings,
  surroundings: { cwd, env: {} },
})

const apply = (cwd: string, target_state: JsonObject, settings?: JsonObject) =>
  driver.apply(asked(cwd, target_state, settings), signal)
const probe = (cwd: string, target_state: JsonObject, settings?: JsonObject) =>
  driver.probe(asked(cwd, target_state, settings), signal)

/** A folder with a file. */
function withFile(content: string | Buffer = 'old'): { dir: string; path: string } {
  const dir = tempDir()
  const path = join(dir, 'app.conf')
  writeFileSync(path, content)
  return { dir, path }
}

/** Replaces a function of node:fs for the rest of the test. */
function patch<K extends 'fsyncSync' | 'fdatasyncSync' | 'renameSync'>(
  name: K,
  with_: (real: (typeof fs)[K]) => unknown,
) {
  const real = fs[name]
  const set = (value: unknown): void => {
    Object.assign(fs, { [name]: value })
    syncBuiltinESMExports()
  }
  set(with_(real))
  onTestFinished(() => set(real))
}

const failing = (code: string, syscall: string) => () => () => {
  throw Object.assign(new Error(`${code}: ${syscall}`), { code, syscall })
}

describe('a write', () => {
  it.each(['', 'new\n', '\ufeffbom, NUL \0 and ü', 'x'.repeat(3 << 20)])('makes the content exact', async (content) => {
    const { dir, path } = withFile()
    const { outcome, why, response } = await apply(dir, { content })
    expect({ outcome, why, response }).toEqual({
      outcome: 'done',
      why: null,
      response: { sha256: sha256(Buffer.from(content)), bytes: Buffer.byteLength(content) },
    })
    expect(readFileSync(path, 'utf8')).toBe(content)
    expect(readdirSync(dir)).toEqual(['app.conf'])
    expect(await probe(dir, { content })).toBe('done')
    expect(await probe(dir, { content: `${content}.` })).toBe('not-done')
  })

  it('costs one sync for the file and one for the folder', async () => {
    const { dir } = withFile()
    const syncs: string[] = []
    const counted = (name: string) => (real: (fd: number) => void) => (fd: number) => {
      syncs.push(name)
      real(fd)
    }
    patch('fdatasyncSync', counted('file'))
    patch('fsyncSync', counted('folder'))
    await apply(dir, { content: 'new' })
    expect(syncs).toEqual(['file', 'folder'])
    await probe(dir, { content: 'new' })
    await driver.preview(asked(dir, { content: 'x' }), signal)
    expect(syncs).toHaveLength(2)
    await apply(dir, { absent: true })
    expect(syncs).toEqual(['file', 'folder', 'folder'])
  })

  it('keeps the mode of a file, or sets the one it is given', async () => {
    const { dir, path } = withFile()
    chmodSync(path, 0o640)
    await apply(dir, { content: 'a' })
    expect(statSync(path).mode & 0o7777).toBe(0o640)
    await apply(dir, { content: 'b', mode: 'keep' })
    expect(statSync(path).mode & 0o7777).toBe(0o640)
    await apply(dir, { content: 'b', mode: '0755' })
    expect(statSync(path).mode & 0o7777).toBe(0o755)
    expect(await probe(dir, { content: 'b', mode: '0755' })).toBe('done')
    expect(await probe(dir, { content: 'b', mode: '0644' })).toBe('not-done')
    expect(await probe(dir, { content: 'b' })).toBe('done')
  })

  it('does not pass setuid on to new content', async () => {
    const { dir, path } = withFile()
    chmodSync(path, 0o4755)
    await apply(dir, { content: 'new' })
    expect(statSync(path).mode & 0o7777).toBe(0o755)
  })

  it('gives a new file an ordinary mode', async () => {
    const dir = tempDir()
    await apply(dir, { content: 'new' })
    expect(statSync(join(dir, 'app.conf')).mode & 0o777).toBe(0o666 & ~process.umask())
  })

  it.skipIf(!isRoot)(`keeps the owner${isRoot ? '' : ' — SKIPPED: only root can give a file away'}`, async () => {
    const { dir, path } = withFile()
    chownSync(path, 12_345, 12_346)
    await apply(dir, { content: 'new' })
    expect(statSync(path)).toMatchObject({ uid: 12_345, gid: 12_346 })
  })

  it('leaves other hard links to the old content as they are', async () => {
    const { dir, path } = withFile()
    linkSync(path, join(dir, 'other'))
    expect(await apply(dir, { content: 'new' })).toMatchObject({ outcome: 'done' })
    expect(readFileSync(join(dir, 'other'), 'utf8')).toBe('old')
  })

  it('that is stopped before it begins changes nothing', async () => {
    const { dir, path } = withFile()
    expect(await driver.apply(asked(dir, { content: 'new' }), AbortSignal.abort())).toMatchObject({
      outcome: 'not-done',
    })
    expect(readFileSync(path, 'utf8')).toBe('old')
  })
})

describe('the leftover of an attempt that was killed', () => {
  it('is replaced by the next attempt at the same effect', async () => {
    const { dir, path } = withFile()
    writeFileSync(join(dir, TEMP), 'half of wh')
    expect(isLeftover(TEMP)).toBe(true)
    expect(await probe(dir, { content: 'whole' })).toBe('not-done')
    expect(await apply(dir, { content: 'whole' })).toMatchObject({ outcome: 'done' })
    expect([readFileSync(path, 'utf8'), readdirSync(dir)]).toEqual(['whole', ['app.conf']])
  })

  it('is not followed if somebody put a symlink in its place', async () => {
    const { dir, path } = withFile()
    writeFileSync(join(dir, 'victim'), 'keep me')
    symlinkSync(join(dir, 'victim'), join(dir, TEMP))
    expect(await apply(dir, { content: 'new' })).toMatchObject({ outcome: 'done' })
    expect([readFileSync(path, 'utf8'), readFileSync(join(dir, 'victim'), 'utf8')]).toEqual(['new', 'keep me'])
    expect(lstatSync(path).isFile()).toBe(true)
  })

  it('is an error if it is a folder', async () => {
    const { dir, path } = withFile()
    mkdirSync(join(dir, TEMP))
    const applied = await apply(dir, { content: 'new' })
    expect(applied).toMatchObject({ outcome: 'not-done', why: expect.stringContaining(`Cannot change ${path}: `) })
    expect(readFileSync(path, 'utf8')).toBe('old')
  })
})

describe('a failure', () => {
  it.each([
    ['fdatasyncSync', 'ENOSPC', 'fdatasync'],
    ['renameSync', 'EIO', 'rename'],
    ['fsyncSync', 'EIO', 'fsync'],
  ] as const)('of %s leaves everything as it was', async (name, code, syscall) => {
    const dir = tempDir()
    patch(name, failing(code, syscall))
    const applied = await apply(dir, { content: 'new' }, { path: 'a/b/app.conf' })
    expect(applied).toMatchObject({ outcome: 'not-done', why: expect.stringContaining(`${code} in ${syscall}`) })
    expect(readdirSync(dir)).toEqual([])
  })

  it('to sync the folder is unknown, and the probe decides', async () => {
    const { dir } = withFile()
    patch('fsyncSync', failing('EIO', 'fsync'))
    expect(await apply(dir, { content: 'new' })).toMatchObject({
      outcome: 'unknown',
      why: expect.stringContaining('EIO in fsync'),
    })
    expect(await probe(dir, { content: 'new' })).toBe('done')
    expect(await apply(dir, { absent: true })).toMatchObject({ outcome: 'unknown' })
    expect(await probe(dir, { absent: true })).toBe('done')
  })
})

describe('a removal', () => {
  it('makes a file absent, or leaves it absent', async () => {
    const { dir, path } = withFile()
    expect(await probe(dir, { absent: true })).toBe('not-done')
    for (const _ of [1, 2]) {
      expect(await apply(dir, { absent: true })).toMatchObject({ outcome: 'done', response: { absent: true } })
      expect(existsSync(path)).toBe(false)
      expect(await probe(dir, { absent: true })).toBe('done')
    }
  })

  it('of a file in a folder that does not exist is done', async () => {
    expect(await apply(tempDir(), { absent: true }, { path: 'no/such' })).toMatchObject({ outcome: 'done' })
  })
})

describe('a target that is not a regular file', () => {
  const links = (dir: string): void => symlinkSync('victim', join(dir, 'app.conf'))
  const folds = (dir: string): void => mkdirSync(join(dir, 'app.conf'))
  const listens = (dir: string): Promise<void> =>
    new Promise((resolve) => {
      const server = createServer().listen(join(dir, 'app.conf'), resolve)
      onTestFinished(() => void server.close())
    })

  it.each([
    ['a symlink', links],
    ['a folder', folds],
    ['a special file', listens],
  ])('such as %s, is refused and left alone', async (name, make) => {
    const dir = tempDir()
    writeFileSync(join(dir, 'victim'), 'new')
    await make(dir)
    const before = lstatSync(join(dir, 'app.conf'))
    for (const target of [{ content: 'new' }, { absent: true }]) {
      expect(await probe(dir, target)).toBe('not-done')
      expect(await apply(dir, target)).toMatchObject({
        outcome: 'not-done',
        why: `${join(dir, 'app.conf')} is ${name}. It was not changed.`,
      })
    }
    expect(lstatSync(join(dir, 'app.conf')).ino).toBe(before.ino)
    expect(readFileSync(join(dir, 'victim'), 'utf8')).toBe('new')
  })

  it('such as a broken symlink, is refused too: nothing appears at its end', async () => {
    const dir = tempDir()
    symlinkSync(join(dir, 'nowhere'), join(dir, 'app.conf'))
    expect(await apply(dir, { content: 'new' })).toMatchObject({ outcome: 'not-done' })
    expect(existsSync(join(dir, 'nowhere'))).toBe(false)
    expect(readlinkSync(join(dir, 'app.conf'))).toBe(join(dir, 'nowhere'))
  })
})

describe('missing folders', () => {
  it('are created inside the working directory', async () => {
    const dir = tempDir()
    expect(await apply(dir, { content: 'new' }, { path: 'a/b/c.conf' })).toMatchObject({ outcome: 'done' })
    expect(readFileSync(join(dir, 'a/b/c.conf'), 'utf8')).toBe('new')
  })

  it.each(['absolute', 'relative', 'by symlink'])('are not created outside it (%s)', async (how) => {
    const [dir, outside] = [tempDir(), tempDir()]
    symlinkSync(outside, join(dir, 'link'))
    const name = outside.slice(outside.lastIndexOf('/') + 1)
    const path = { absolute: `${outside}/a/c.conf`, relative: `../${name}/a/c.conf`, 'by symlink': 'link/a/c.conf' }[
      how
    ]
    expect(await apply(dir, { content: 'new' }, { path: path ?? '' })).toMatchObject({
      outcome: 'not-done',
      why: expect.stringContaining('folders are created only inside'),
    })
    expect(readdirSync(outside)).toEqual([])
  })

  it('do not matter for a file in a folder that exists elsewhere', async () => {
    const [dir, outside] = [tempDir(), tempDir()]
    expect(await apply(dir, { content: 'new' }, { path: `${outside}/c.conf` })).toMatchObject({ outcome: 'done' })
    expect(readdirSync(outside)).toEqual(['c.conf'])
  })

  it('cannot be created in place of a file', async () => {
    const { dir } = withFile()
    expect(await apply(dir, { content: 'new' }, { path: 'app.conf/x' })).toMatchObject({ outcome: 'not-done' })
    expect(await probe(dir, { content: 'new' }, { path: 'app.conf/x' })).toBe('not-done')
  })
})

describe('a path that cannot be looked at', () => {
  it('has an unknown state', async () => {
    const dir = tempDir()
    symlinkSync('loop', join(dir, 'loop'))
    for (const target of [{ content: 'new' }, { absent: true }]) {
      expect(await probe(dir, target, { path: 'loop/x' })).toBe('unknown')
      expect(await apply(dir, target, { path: 'loop/x' })).toMatchObject({ outcome: 'not-done' })
    }
    await expect(driver.preview(asked(dir, { content: 'a' }, { path: 'loop/x' }), signal)).rejects.toThrow(
      `Cannot read ${dir}/loop/x: ELOOP`,
    )
  })

  it.skipIf(isRoot)(`because of its mode${isRoot ? ' — SKIPPED: modes do not bind root' : ''}`, async () => {
    const { dir, path } = withFile('same')
    chmodSync(path, 0)
    expect(await probe(dir, { content: 'same' })).toBe('unknown')
    chmodSync(dir, 0o500)
    onTestFinished(() => chmodSync(dir, 0o700))
    expect(await apply(dir, { content: 'new' })).toMatchObject({
      outcome: 'not-done',
      why: expect.stringContaining('EACCES'),
    })
  })
})

describe('the preview', () => {
  const preview = (dir: string, target: JsonObject) => driver.preview(asked(dir, target), signal)

  it('shows the content before and after', async () => {
    const { dir, path } = withFile()
    expect(await preview(dir, { content: 'new' })).toEqual({ before: { content: 'old' }, after: { content: 'new' } })
    expect(await preview(dir, { absent: true })).toEqual({ before: { content: 'old' }, after: null })
    chmodSync(path, 0o604)
    expect(await preview(dir, { content: 'new', mode: '0644' })).toEqual({
      before: { content: 'old', mode: '0604' },
      after: { content: 'new', mode: '0644' },
    })
    expect(readFileSync(path, 'utf8')).toBe('old')
  })

  it('shows a missing file as null, and a binary file by its hash', async () => {
    expect(await preview(tempDir(), { content: 'new' })).toEqual({ before: null, after: { content: 'new' } })
    const bytes = Buffer.from([0xff, 0, 1])
    expect((await preview(withFile(bytes).dir, { content: 'new' })).before).toEqual({ sha256: sha256(bytes), bytes: 3 })
  })
})

it('names its calls with full paths', () => {
  expect(driver.callsOf(asked('/srv', { content: 'new' }, { path: '../etc/./x' }))).toEqual([
    { kind: 'write', path: '/etc/x', content: 'new' },
  ])
  expect(driver.callsOf(asked('/srv', { absent: true }))).toEqual([{ kind: 'remove', path: '/srv/app.conf' }])
})

describe('faults', () => {
  it.each<[JsonObject, string]>([
    [{}, 'target_state.content: must be text'],
    [{ content: 1 }, 'target_state.content: must be text'],
    [{ content: null }, 'target_state.content: must be text'],
    [{ content: ['a'] }, 'target_state.content: must be text'],
    [{ content: 'bad \ud800' }, 'target_state.content: must be valid Unicode'],
    [{ content: 'a', mode: 420 }, 'target_state.mode: must be text such as "0644"'],
    [{ content: 'a', mode: '644' }, 'target_state.mode: must be "keep" or four octal digits such as "0644"'],
    [{ content: 'a', mode: '4755' }, 'target_state.mode: must be "keep" or four octal digits such as "0644"'],
    [{ absent: false }, 'target_state.absent: must be true'],
    [{ absent: true, content: 'a' }, 'target_state: Unrecognized key: "content"'],
    [{ content: 'a', owner: 'root' }, 'target_state: Unrecognized key: "owner"'],
  ])('of the target state %j', (target, fault) => expect(driver.faultOf(asked('/srv', target))).toBe(fault))

  it.each<[JsonObject, string]>([
    [{}, 'settings.path: must be text'],
    [{ path: '' }, 'settings.path: must not be empty'],
    [{ path: 7 }, 'settings.path: must be text'],
    [{ path: 'a\0b' }, 'settings.path: must not contain a NUL character'],
    [{ path: 'a\udfff' }, 'settings.path: must be valid Unicode'],
    [{ path: 'a', mode: '0644' }, 'settings: Unrecognized key: "mode"'],
  ])('of the settings %j', (settings, fault) =>
    expect(driver.faultOf(asked('/srv', { content: 'a' }, settings))).toBe(fault),
  )

  it('are none in good requests', () => {
    for (const target of [
      { content: '' },
      { content: 'a', mode: 'keep' },
      { content: 'a', mode: '0600' },
      { absent: true },
    ])
      expect(driver.faultOf(asked('/srv', target))).toBeNull()
  })
})
