import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { audit } from '../../../../test/helpers/ledger.ts'
import { repository, type Workspace } from '../../../../test/helpers/workspace.ts'
import { makeKey } from '../../../ledger/digest.ts'
import { openKeyring } from '../../../ledger/stores/files/keyring.ts'
import { openCache, sealCache } from '../sealed-cache.ts'

const fileOf = ({ home }: Workspace): string => {
  const [name = ''] = readdirSync(join(home, 'cache'))
  return join(home, 'cache', name)
}

/** Flips the first byte of the first hash: after the head and six numbers for each of four files. */
function withOtherHash(bytes: Buffer): Buffer {
  const at = bytes.indexOf('\n') + 1 + 4 * 48
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

describe('a cache', () => {
  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['edited', withOtherHash],
    ['cut short', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.alloc(0)],
    ['of another program', () => Buffer.from('{"version": 3}\n')],
  ])('that is %s is not used, and is rebuilt', async (_, spoil) => {
    const space = repository()
    const before = await space.take()
    writeFileSync(fileOf(space), spoil(readFileSync(fileOf(space))))
    expect(await space.cost()).toMatchObject({ cache: 'refused', read: 4 })
    expect(await space.cost()).toMatchObject({ cache: 'used', read: 0 })
    expect((await space.take()).sha256).toBe(before.sha256)
  })

  it('that is sealed by another key is not used', async () => {
    const space = repository()
    await space.take()
    const key = openKeyring(space.home).current()
    const packed = openCache(readFileSync(fileOf(space)), space.dir, key)
    if (packed === null) throw new Error('The cache is invalid.')
    const forged = sealCache(packed, space.dir, makeKey(Buffer.alloc(32, 7)))
    writeFileSync(fileOf(space), forged)
    expect(await space.cost()).toMatchObject({ cache: 'refused' })
    const renamed = Buffer.from(forged.toString('latin1').replace(/[0-9a-f]{16} /, `${key.id} `), 'latin1')
    writeFileSync(fileOf(space), renamed)
    expect(await space.cost()).toMatchObject({ cache: 'refused' })
  })

  it('of another workspace is not used', async () => {
    const [space, other] = [repository(), repository({ 'src/a.ts': 'other\n' })]
    await space.take()
    const home = space.home
    const before = await other.take({ home })
    const [mine = '', theirs = ''] = readdirSync(join(home, 'cache')).map((name) => join(home, 'cache', name))
    const [one, two] = [readFileSync(mine), readFileSync(theirs)]
    writeFileSync(mine, two)
    writeFileSync(theirs, one)
    expect(await other.cost({ home })).toMatchObject({ cache: 'refused' })
    expect((await other.take({ home })).sha256).toBe(before.sha256)
  })

  it('restored from an earlier copy is still right', async () => {
    const space = repository()
    await space.take()
    const old = `${fileOf(space)}.old`
    copyFileSync(fileOf(space), old)
    space.write('src/a.ts', 'export const a = 2\n')
    const changed = await space.take()
    copyFileSync(old, fileOf(space))
    expect(await space.cost()).toMatchObject({ cache: 'used', read: 1 })
    copyFileSync(old, fileOf(space))
    expect((await space.take()).sha256).toBe(changed.sha256)
  })

  it('has no entry for a file that was just written', async () => {
    const space = repository()
    const now = { now: () => new Date() }
    await space.take(now)
    expect(await space.cost(now)).toMatchObject({ read: 4 })
    expect(await space.cost({ now: () => new Date(Date.now() + 3000) })).toMatchObject({ read: 4 })
    expect(await space.cost(now)).toMatchObject({ read: 0 })
  })

  it('of an unfinished fingerprint keeps what was read, and what an earlier one had read', async () => {
    const space = repository()
    const limits = { bytes: 5_000 }
    space.write('z', 'x'.repeat(10_000))
    space.git('add', 'z')
    expect(await space.unfinished({ limits })).toMatchObject({ why: 'bytes' })
    expect(await space.cost()).toMatchObject({ cache: 'used', read: 1 })
    space.write('0', 'x'.repeat(10_000))
    space.git('add', '0')
    await space.unfinished({ limits })
    expect(await space.cost()).toMatchObject({ cache: 'used', read: 1 })
  })

  it('that cannot be written only costs time', async () => {
    const space = repository()
    writeFileSync(join(space.home, 'cache'), 'a file in its place\n')
    const before = await space.take()
    expect(await space.cost()).toMatchObject({ cache: 'none', read: 4 })
    rmSync(join(space.home, 'cache'))
    expect((await space.take()).sha256).toBe(before.sha256)
  })

  it('that is a folder counts as none', async () => {
    const space = repository()
    await space.take()
    const path = fileOf(space)
    rmSync(path)
    mkdirSync(path)
    expect(await space.cost()).toMatchObject({ cache: 'none', read: 4 })
  })

  it('is readable by its owner only, and ignored by the audit', async () => {
    const space = repository()
    await space.take()
    expect((await audit(space.home)).findings).toEqual([])
    chmodSync(fileOf(space), 0o600)
  })

  it('is not trusted if the state directory has no key', async () => {
    const space = repository()
    rmSync(join(space.home, 'keys/current'))
    await expect(space.take()).rejects.toMatchObject({ code: 'KEY_MISSING' })
  })
})
