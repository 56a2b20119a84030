import type { Reading } from '../../claims/extract/claim.ts'
import { standsOnTests } from '../../claims/tested.ts'
import { scopeOf } from '../../claims/turn-effects.ts'
import { isSupportFile } from '../../project/support.ts'
import { claimsToEarn, type Situation } from './judging.ts'

/** Limit on the names in an entry. */
const MAX_FILES = 50

/** The support files of tests that the turn changed; none if it makes no claim that stands on tests. */
export function supportChanged(reading: Reading, situation: Situation): string[] {
  const { turn, policy } = situation
  const files = turn.changes?.paths.filter(isSupportFile).slice(0, MAX_FILES) ?? []
  if (files.length === 0) return []
  const scope = scopeOf(turn, policy)
  return claimsToEarn(reading, situation).some((claim) => standsOnTests(claim, policy, scope)) ? files : []
}
