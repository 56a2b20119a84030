import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canonical } from '../../ledger/canonical.ts'
import { sha256 } from '../../ledger/digest.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { sealRecord } from '../../ledger/seal.ts'
import { ensureDir, removeIfThere, writeDurably } from '../../ledger/stores/files/disk.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { readSealed } from '../../ledger/stores/files/sealed-record.ts'
import type { KeptRun, Recorded } from '../floor.ts'
import type { Checked } from './baselines.ts'
import { floorPath } from './layout.ts'

const MAX_FLOORS = 300

/** Keeps a run of a check as the one on this content and, if it passed, as the last pass. */
export function keepFloor(home: Home, checked: Checked, fingerprint: string, { run, isPass }: KeptRun): void {
  for (const content of isPass ? [LAST, fingerprint] : [fingerprint]) {
    const path = pathOf(home.dir, checked, content)
    ensureDir(dirname(path))
    const record: JsonObject = { check: idOf(checked, content), run }
    writeDurably(path, sealRecord(KIND, record, home.keyring.current()), 0o600)
    forgetOldest(dirname(path))
  }
}

/**
 * Reads the run that a turn may not fall below: the one on the turn's starting content. Without a starting content, it is
 * the last pass; with one that no check ran on there is none, because a person may have changed the tests meanwhile.
 */
export const readFloor = (home: Home, checked: Checked, start: string | null): Recorded =>
  readRun(home, checked, start ?? LAST)

/** Reads the run of a check on this content. */
export function readRun(home: Home, checked: Checked, content: string): Recorded {
  const opened = readSealed(home, KIND, pathOf(home.dir, checked, content))
  if (opened === null) return { kind: 'none' }
  if (opened.kind === 'broken') return { kind: 'tampered' }
  const { check, run } = opened.record
  const isOurs = check === idOf(checked, content) && typeof run === 'object' && run !== null && !Array.isArray(run)
  return isOurs ? { kind: 'run', run } : { kind: 'tampered' }
}

/** Forgets all runs of a project's checks: the next run of each is compared with none. */
export const forgetFloors = (home: string, project: string): void =>
  rmSync(dirname(floorPath(home, project, 'any')), { recursive: true, force: true })

const KIND = 'test floor'
const LAST = 'last'

function forgetOldest(folder: string): void {
  const names = readdirSync(folder)
  if (names.length <= MAX_FLOORS) return
  const age = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const byAge = names.map((name) => ({ name, at: age(name) })).sort((a, b) => a.at - b.at)
  for (const { name } of byAge.slice(0, names.length - MAX_FLOORS)) removeIfThere(join(folder, name))
}

const pathOf = (home: string, checked: Checked, content: string): string =>
  floorPath(home, checked.project, idOf(checked, content))

const idOf = ({ source, approvedAt, words, cwd }: Checked, content: string): string =>
  sha256(canonical({ source, approvedAt, words: [...words], cwd, content }))
