import type { StatedGap } from '../extract/claim.ts'
import { testsApartIn, testWord } from '../extract/lexicon/check-words.ts'
import { patternOf } from '../extract/lexicon/patterns.ts'
import { NOT_REMOVED, REMOVED } from '../extract/lexicon/removed.ts'
import { elsewhere } from '../extract/lexicon/well.ts'
import type { Weakened } from '../weakened.ts'
import { isAbout } from './about.ts'
import { stretchesIn } from './clauses.ts'
import { saidIn } from './excused.ts'
import { isNamedIn, partsOf } from './names.ts'
import { describesOne } from './other-tests.ts'

/** Characters of a gap that are read. */
const READ = 2_000

/** True if the gap names a test that was removed or disabled, or its file, or says that tests were: "I removed two tests". */
export function tellsOfLost(gap: StatedGap, lost: readonly Weakened[]): boolean {
  if (lost.some(({ test }) => gap.quote.includes(test))) return true
  const names = lost.flatMap(({ test }) => partsOf(test))
  const said = saidIn(gap).slice(0, READ)
  // "I removed adds": a name may follow.
  const listed = said.replace(patternOf(REMOVED, 'giu'), ' , ')
  if (names.some((name) => isNamedIn(listed, name, gap.kind))) return true
  return stretchesIn(said)
    .flat()
    .some((clause) => saysRemoved(clause, names))
}

function saysRemoved(clause: string, names: readonly string[]): boolean {
  if (!patternOf(REMOVED).test(clause) || patternOf(NOT_REMOVED).test(clause)) return false
  if (patternOf(elsewhere()).test(clause) || testsApartIn(clause).length > 0) return false
  return isAbout(clause.replace(patternOf(REMOVED, 'giu'), ' '), testWord(), (words) => describesOne(words, names))
}
