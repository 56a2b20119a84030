import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderWith, smallBytes, smallPack } from '../../../test/helpers/packs.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { TrustError } from '../errors.ts'
import { loadPack } from './load-pack.ts'

it('loads the pack in the folder of a program', () => {
  expect(loadPack(folderWith(smallBytes())).id).toBe(smallPack().id)
})

it.each<[string, () => string, RegExp]>([
  ['missing', tempDir, /^The pattern pack .*\/pack\.bin cannot be read: ENOENT.* Reinstall Bailiff\.$/],
  [
    'a folder',
    () => {
      const dir = tempDir()
      mkdirSync(join(dir, 'pack.bin'))
      return dir
    },
    /^The pattern pack .*\/pack\.bin cannot be read: there is no such file\. Reinstall Bailiff\.$/,
  ],
  [
    'a symlink',
    () => {
      const dir = tempDir()
      symlinkSync(join(folderWith(smallBytes()), 'pack.bin'), join(dir, 'pack.bin'))
      return dir
    },
    /^The pattern pack .*\/pack\.bin cannot be read: ELOOP.* Reinstall Bailiff\.$/,
  ],
  ['damaged', () => folderWith(smallBytes().subarray(0, 1_000)), /^The pattern pack is damaged\. Reinstall Bailiff\.$/],
])('says what to do about a pack that is %s', (_, folder, message) => {
  const dir = folder()
  const load = (): unknown => loadPack(dir)
  expect(load).toThrow(TrustError)
  expect(load).toThrow(message)
})
