import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { LONG } from './scale.ts'

const NAME = 'import pytest, sys; print(sys.executable)'

let path: string | undefined

/**
 * The search path with a real Python and a real pytest that start at once: without the scripts that choose a version, and without
 * the plugins of this machine. The long suite starts them as they are installed.
 */
export function quickPytest(): string {
  const real = process.env['PATH'] ?? ''
  if (LONG) return real
  if (path !== undefined) return path
  const { status, stdout } = spawnSync('python3', ['-c', NAME], { encoding: 'utf8' })
  if (status !== 0) return real
  const bin = mkdtempSync(join(tmpdir(), 'bailiff-test-'))
  const start = (args: string): string =>
    `#!/bin/sh\nPYTEST_DISABLE_PLUGIN_AUTOLOAD=1 exec '${stdout.trim()}' ${args}"$@"\n`
  writeFileSync(join(bin, 'python3'), start(''), { mode: 0o755 })
  writeFileSync(join(bin, 'pytest'), start('-m pytest '), { mode: 0o755 })
  path = [bin, real].join(delimiter)
  return path
}
