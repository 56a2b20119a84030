import { isFinding, type Remark } from './finding.ts'

/** The checks, in the order they are shown. */
export type CheckName = 'ledger' | 'program' | 'policy' | 'settings' | 'rehearsal' | 'stops' | 'canary'

/** The result of one check. `broken`: it has a finding; `skipped`: it could not be done. `says` sums it up in a few words. */
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
