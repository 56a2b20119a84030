import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../../../../test/helpers/temp.ts'
import { readIfThere, readTextIfThere } from './disk.ts'

it('reads a file, an empty file, and a missing file', () => {
  const dir = tempDir()
  const text = 'ä'.repeat(100_000)
  writeFileSync(join(dir, 'file'), text)
  writeFileSync(join(dir, 'empty'), '')
  mkdirSync(join(dir, 'folder'))
  const names = ['file', 'empty', 'none', 'folder', 'file/none'].map((name) => join(dir, name))
  expect(names.map(readTextIfThere)).toEqual([text, '', null, null, null])
  expect(names.map((name) => readIfThere(name)?.toString() ?? null)).toEqual([text, '', null, null, null])
})

it('does not wait at a pipe', () => {
  const pipe = join(tempDir(), 'pipe')
  execFileSync('mkfifo', [pipe])
  expect([readTextIfThere(pipe), readIfThere(pipe)?.length]).toEqual(['', 0])
})

it.runIf(process.platform === 'linux')('reads only the beginning of system files that never end', () => {
  expect(readTextIfThere('/proc/self/stat')).toContain(String(process.pid))
  expect(readIfThere('/proc/self/pagemap')?.length).toBeLessThanOrEqual(64 << 10)
  expect(readIfThere('/dev/zero')?.length).toBeLessThanOrEqual(64 << 10)
})
