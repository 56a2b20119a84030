import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { audit, withHome } from '../../../../test/helpers/ledger.ts'
import { tempDir } from '../../../../test/helpers/temp.ts'
import { keyId } from '../../digest.ts'
import { appendSync } from './append.ts'
import { closeHome } from './home.ts'
import { listKeys, openKeyring, wrapPlainKeys } from './keyring.ts'
import { keyPath, wrappingPath } from './layout.ts'
import { openFiles } from './open.ts'
import { checkpoint, ownVkey } from './signer.ts'
import { isWrapped, unwrapKey } from './wrapping.ts'

const homeDir = (): string => join(tempDir(), 'home')

const append = (dir: string): Promise<void> =>
  withHome(dir, (home) => {
    appendSync(home, 'session/a', [{ kind: 'x', actor: 'harness', body: {} }])
  })

/** Stores the key as versions before wrapping did. */
function unwrapped(dir: string): string {
  const [id = ''] = listKeys(dir)
  const hex = unwrapKey(dir, readFileSync(keyPath(dir, id))).toString('hex')
  rmSync(keyPath(dir, id))
  writeFileSync(keyPath(dir, id), `${hex}\n`, { mode: 0o400 })
  rmSync(wrappingPath(dir))
  return hex
}

/** Every file in the folder of keys, as text. */
const textOf = (dir: string): string =>
  readdirSync(join(dir, 'keys'))
    .map((name) => readFileSync(join(dir, 'keys', name), 'latin1'))
    .join('\n')

describe('a key', () => {
  it('stands in no file as text, in any common encoding', async () => {
    const dir = homeDir()
    await append(dir)
    const [id = ''] = listKeys(dir)
    const key = unwrapKey(dir, readFileSync(keyPath(dir, id)))
    for (const encoding of ['hex', 'base64', 'latin1'] as const)
      expect(textOf(dir)).not.toContain(key.toString(encoding).replace(/=+$/, ''))
    expect(readFileSync(keyPath(dir, id))).toContain(0)
  })

  it('of an earlier version still works, and is wrapped by the next writer; its ledger verifies', async () => {
    const dir = homeDir()
    await append(dir)
    const hex = unwrapped(dir)
    expect(openKeyring(dir).current().id).toBe(listKeys(dir)[0])
    expect(textOf(dir)).toContain(hex)
    await append(dir)
    expect(textOf(dir)).not.toContain(hex)
    expect(unwrapKey(dir, readFileSync(keyPath(dir, listKeys(dir)[0] ?? ''))).toString('hex')).toBe(hex)
    expect((await audit(dir)).ok).toBe(true)
  })

  it('of an earlier version works from a folder that cannot be written', async () => {
    const dir = homeDir()
    await append(dir)
    const hex = unwrapped(dir)
    chmodSync(join(dir, 'keys'), 0o500)
    wrapPlainKeys(dir)
    expect(openKeyring(dir).current().id).toBe(listKeys(dir)[0])
    chmodSync(join(dir, 'keys'), 0o700)
    if (process.getuid?.() !== 0) expect(textOf(dir)).toContain(hex)
  })

  it('is wrapped with one secret, whichever process is first', async () => {
    const dir = homeDir()
    await append(dir)
    const hex = unwrapped(dir)
    const before = readFileSync(keyPath(dir, listKeys(dir)[0] ?? ''))
    wrapPlainKeys(dir)
    const secret = readFileSync(wrappingPath(dir))
    // A second process had read the plain file before, and wraps it again.
    rmSync(keyPath(dir, listKeys(dir)[0] ?? ''))
    writeFileSync(keyPath(dir, keyId(Buffer.from(hex, 'hex'))), before, { mode: 0o400 })
    wrapPlainKeys(dir)
    expect(readFileSync(wrappingPath(dir))).toEqual(secret)
    expect(openKeyring(dir).current().id).toBe(listKeys(dir)[0])
    expect(readdirSync(join(dir, 'keys')).filter((name) => name.startsWith('wrapping'))).toEqual(['wrapping'])
  })

  it.each([
    ['is missing', (dir: string) => rmSync(wrappingPath(dir)), 'KEY_WRAPPED'],
    ['is another', (dir: string) => replace(wrappingPath(dir), Buffer.alloc(32, 7)), 'KEY_DAMAGED'],
    ['is cut short', (dir: string) => replace(wrappingPath(dir), Buffer.alloc(9, 7)), 'KEY_DAMAGED'],
    ['is open to others', (dir: string) => chmodSync(wrappingPath(dir), 0o444), 'KEY_EXPOSED'],
  ])('says what to do if its wrapping secret %s', async (_, damage, code) => {
    const dir = homeDir()
    await append(dir)
    damage(dir)
    expect(() => openKeyring(dir).current()).toThrow(expect.objectContaining({ code }))
  })

  it('moves with its folder', async () => {
    const [from, to] = [homeDir(), homeDir()]
    await append(from)
    await append(to)
    for (const name of readdirSync(join(to, 'keys'))) rmSync(join(to, 'keys', name))
    for (const name of readdirSync(join(from, 'keys'))) copyFileSync(join(from, 'keys', name), join(to, 'keys', name))
    expect(openKeyring(to).current().id).toBe(openKeyring(from).current().id)
  })
})

it('the key that signs checkpoints is wrapped, and an earlier one is wrapped by the next writer', async () => {
  const dir = homeDir()
  await append(dir)
  const home = openFiles(dir)
  try {
    const { vkey } = checkpoint(home)
    const path = join(dir, 'keys/checkpoint.pem')
    expect(isWrapped(readFileSync(path))).toBe(true)
    replace(path, unwrapKey(dir, readFileSync(path)))
    expect(ownVkey(home)).toBe(vkey)
    wrapPlainKeys(dir)
    expect(isWrapped(readFileSync(path))).toBe(true)
    expect(ownVkey(home)).toBe(vkey)
  } finally {
    closeHome(home)
  }
})

function replace(path: string, bytes: Uint8Array): void {
  rmSync(path)
  writeFileSync(path, bytes, { mode: 0o400 })
}
