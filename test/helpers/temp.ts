import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a directory that is deleted after the test. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'bailiff-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
