import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withCheapKeys } from '../../../test/helpers/cheap-keys.ts'
import { runCli } from '../../../test/helpers/cli.ts'
import { tempDir } from '../../../test/helpers/temp.ts'

withCheapKeys()

const OLD = 'correct horse battery'
const NEW = 'another horse battery'

/** Runs a command at a terminal where a person types these passphrases. */
async function typing(home: string, words: string, ...secrets: string[]) {
  const asked: string[] = []
  const ran = await runCli(['admin', ...words.split(' '), '--home', home], {}, { secrets, asked })
  return { ...ran, asked: asked.map((question) => question.replace(/[0-9a-f]{16}/, 'K')) }
}

const FIRST = 'New passphrase, at least 12 characters: '
const AGAIN = 'The same passphrase again: '

it('asks for a new passphrase twice, and for the old one before it is replaced', async () => {
  const home = join(tempDir(), 'home')
  expect(await typing(home, 'keygen', OLD, NEW)).toMatchObject({ exit: 1, err: expect.stringContaining('DIFFERS') })
  expect(await typing(home, 'keygen', 'short')).toMatchObject({ exit: 1, asked: [FIRST] })
  expect(await typing(home, 'keygen')).toMatchObject({ exit: 1, err: expect.stringContaining('PASSPHRASE_MISSING') })
  const keys = (): string[] => readdirSync(join(home, 'keys')).filter((name) => name.startsWith('admin-'))
  expect(keys()).toEqual([])
  expect(await typing(home, 'keygen', OLD, OLD)).toMatchObject({ exit: 0, asked: [FIRST, AGAIN] })
  const [before = ''] = keys()
  expect(await typing(home, 'keygen --rotate', NEW, NEW, NEW)).toMatchObject({
    exit: 1,
    err: expect.stringContaining('PASSPHRASE_WRONG'),
  })
  expect(keys()).toEqual([before])
  expect(await typing(home, 'keygen --rotate', OLD, NEW, NEW)).toMatchObject({
    exit: 0,
    asked: ['Passphrase of key K: ', FIRST, AGAIN],
  })
  expect(keys()).toHaveLength(1)
  expect(keys()).not.toEqual([before])
})

it('remembers a key that is kept elsewhere, so that tool calls are denied there, and needs --key to find it', async () => {
  const dir = tempDir()
  const home = join(dir, 'home')
  const key = join(dir, 'admin.json')
  expect(await typing(home, `keygen --out ${key}`, OLD, OLD)).toMatchObject({ exit: 0 })
  expect(readFileSync(join(home, 'keys/admin-places'), 'utf8')).toBe(`${key}\n`)
  expect(await typing(home, 'set decay 0.5', OLD)).toMatchObject({
    exit: 1,
    asked: [],
    err: expect.stringContaining('--key'),
  })
  expect(await typing(home, `set decay 0.5 --key ${key}`, OLD)).toMatchObject({ exit: 0 })
  expect(await typing(home, `keygen --force --yes --out ${key}`, NEW, NEW)).toMatchObject({ exit: 1, asked: [] })
})

it('says what to do on a machine without an administrator', async () => {
  const home = join(tempDir(), 'home')
  for (const words of ['set threshold 0.35', 'recalibrate'])
    expect(await typing(home, words)).toMatchObject({
      exit: 3,
      err: expect.stringContaining('bailiff admin keygen [NO_ADMIN_KEY]'),
    })
  expect(await typing(home, 'show')).toMatchObject({ exit: 0, out: expect.stringContaining('bailiff admin keygen\n') })
})
