import { isFinding, type Remark } from './finding.ts'

/** What is examined, in the order it is told. */
export type CheckName = 'ledger' | 'program' | 'policy' | 'settings' | 'rehearsal' | 'canary'

/**
 * One thing that was examined. `broken` where there is a finding, `skipped` where it could not be examined; `says` is what
 * was seen, in a few words.
 */
export type Check = {
  host: string | null
  name: CheckName
  state: 'sound' | 'broken' | 'skipped'
  says: string
  remarks: readonly Remark[]
}

export type Report = { ok: boolean; home: string; project: string; checks: readonly Check[] }

export const examined = (host: string | null, name: CheckName, remarks: readonly Remark[], says: string): Check => ({
  host,
  name,
  state: remarks.some(isFinding) ? 'broken' : 'sound',
  says,
  remarks,
})

export const skipped = (
  host: string | null,
  name: CheckName,
  says: string,
  remarks: readonly Remark[] = [],
): Check => ({ host, name, state: remarks.some(isFinding) ? 'broken' : 'skipped', says, remarks })

export const reportOf = (home: string, project: string, checks: readonly Check[]): Report => ({
  ok: checks.every(({ state }) => state !== 'broken'),
  home,
  project,
  checks,
})
