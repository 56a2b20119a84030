import type { Clause } from '../sentences.ts'
import { actCues } from './acts.ts'
import { cancelledByNext } from './attached.ts'
import { blockedCues } from './blocked.ts'
import { closingCues } from './closing.ts'
import type { Cue, FindCues, Surroundings } from './cue.ts'
import { delegationCues } from './delegation.ts'
import { deliveredCues } from './delivered.ts'
import { doneCues } from './done.ts'
import { fixedCues } from './fixed.ts'
import { nameCues } from './names.ts'
import { shippedCues } from './shipped.ts'
import { signCues } from './signs.ts'
import { testCues } from './tests.ts'
import { verifiedCues } from './verified.ts'

const FINDERS: readonly FindCues[] = [
  doneCues,
  deliveredCues,
  fixedCues,
  shippedCues,
  testCues,
  verifiedCues,
  blockedCues,
  delegationCues,
]

/** Finds the cues in a clause. Signs count only if no word in the clause is a cue, and a closing line only without either. */
export function foundIn(clause: Clause, around: Surroundings): Cue[] {
  const acts = actCues(clause, around)
  const cues = [...acts]
  for (const find of FINDERS)
    for (const cue of find(clause, around))
      if (cue.type !== 'done' || !acts.some(({ at }) => at === cue.at)) cues.push(cue)
  if (cues.length > 0)
    return cues.map((cue) => {
      const not = cue.not ?? cancelledByNext(clause, cue, around)
      return not === null ? cue : { ...cue, not }
    })
  const names = nameCues(clause, around)
  if (names.length > 0) return names
  const signs = signCues(clause, around)
  return signs.length > 0 ? signs : closingCues(clause, around)
}
