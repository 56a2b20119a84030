import { dirname } from 'node:path'
import { canonical } from '../../ledger/canonical.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { sealRecord } from '../../ledger/seal.ts'
import { ensureDir, removeIfThere, writeDurably } from '../../ledger/stores/files/disk.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { readSealed } from '../../ledger/stores/files/sealed-record.ts'
import { weakenedTestsPath } from './layout.ts'

const KIND = 'weakened tests'

/** A project's branch, on which turns of any session weakened tests. */
export type Branch = { project: string; branch: string }

/** Reads the record of a branch's weakened tests; null if there is none, or it was altered. */
export function readWeakened(home: Home, { project, branch }: Branch): JsonObject | null {
  const opened = readSealed(home, KIND, weakenedTestsPath(home.dir, project, branch))
  if (opened === null || opened.kind === 'broken') return null
  const { record } = opened
  return record['project'] === project && record['branch'] === branch ? record : null
}

/** Keeps a branch's weakened tests for later sessions. */
export function keepWeakened(home: Home, { project, branch }: Branch, tests: readonly JsonObject[]): void {
  const before = readWeakened(home, { project, branch })
  if (canonical(before?.['tests'] ?? []) === canonical([...tests])) return
  const path = weakenedTestsPath(home.dir, project, branch)
  if (tests.length === 0) {
    removeIfThere(path)
    return
  }
  ensureDir(dirname(path))
  writeDurably(path, sealRecord(KIND, { project, branch, tests: [...tests] }, home.keyring.current()), 0o600)
}
