import { dirname } from 'node:path'
import { sealRecord } from '../../ledger/seal.ts'
import { ensureDir, writeDurably } from '../../ledger/stores/files/disk.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { readSealed } from '../../ledger/stores/files/sealed-record.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { forgetFloors } from './floors.ts'
import { acceptedTestsPath } from './layout.ts'

const KIND = 'accepted tests'

/** The tests that a person accepted as weakened in a project. A record that was planted or altered accepts nothing. */
export function acceptedTests(home: Readable, project: string): Set<string> {
  const opened = readSealed(home, KIND, acceptedTestsPath(home.dir, project))
  if (opened === null || opened.kind === 'broken' || opened.record['project'] !== project) return new Set()
  const { tests } = opened.record
  return new Set(Array.isArray(tests) ? tests.filter((one) => typeof one === 'string') : [])
}

/** Adds accepted tests to a project's record. */
export function keepAcceptedTests(home: Home, project: string, tests: readonly string[]): void {
  const path = acceptedTestsPath(home.dir, project)
  const all = [...new Set([...acceptedTests(home, project), ...tests])].sort()
  ensureDir(dirname(path))
  writeDurably(path, sealRecord(KIND, { project, tests: all }, home.keyring.current()), 0o600)
  // Runs count tests by other names, so that accepting some means to begin again with the next run.
  forgetFloors(home.dir, project)
}
