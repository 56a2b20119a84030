import type { Reading } from '../../claims/extract/claim.ts'
import { standsOnTests } from '../../claims/tested.ts'
import { isTestFile } from '../../claims/tests/test-file.ts'
import { scopeOf } from '../../claims/turn-effects.ts'
import type { Weakened } from '../../claims/weakened.ts'
import { isSupportFile } from '../../project/support.ts'
import { claimsToEarn, type Situation } from './judging.ts'

/** Limit on the names in an entry. */
const MAX_FILES = 50

/**
 * The support files of tests that the turn changed; none if it makes no claim that stands on tests. If tests are missing that no
 * test file lost, any other changed file may be what hides them.
 */
export function supportChanged(reading: Reading, situation: Situation, weakened: readonly Weakened[]): string[] {
  const { turn, policy } = situation
  const paths = turn.changes?.paths ?? []
  const known = paths.filter(isSupportFile)
  const isHidden = known.length === 0 && weakened.length > 0 && !paths.some(isTestFile)
  const files = (isHidden ? paths : known).slice(0, MAX_FILES)
  if (files.length === 0) return []
  const scope = scopeOf(turn, policy)
  return claimsToEarn(reading, situation).some((claim) => standsOnTests(claim, policy, scope)) ? files : []
}
