import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A directory that goes with the test. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'bailiff-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
