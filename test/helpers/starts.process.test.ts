import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { nameOf } from './starts.ts'
import { tempDir } from './temp.ts'

afterEach(() => void vi.unstubAllEnvs())

it('names a program with its version and its path', () => {
  const path = join(tempDir(), 'old')
  writeFileSync(path, '#!/bin/sh\necho "This is old version v1.65.0-rc (2022-11-01)" >&2\n')
  chmodSync(path, 0o755)
  vi.stubEnv('PATH', `${join(path, '..')}:${process.env['PATH']}`)
  expect(nameOf(['old', '-m', 'thing', '--version'])).toBe(`old -m thing 1.65.0-rc (${path})`)
  expect(nameOf(['no-such-program', '--version'])).toBe('no-such-program of unknown version (not in PATH)')
})
