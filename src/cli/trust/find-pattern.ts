import { nearest } from '../../policy/suggest.ts'
import { TrustError } from '../../trust/errors.ts'
import type { Library } from '../../trust/library.ts'
import type { LearntPattern } from '../../views/trust-patterns.ts'
import { UsageError } from '../command.ts'
import { oneLine, plural } from '../screens/output.ts'

const MAX_LISTED = 5

/** Finds a learnt pattern by its id or by a beginning of it that no other has. Patterns of the pack are named as such. */
export function findPattern(given: string, learnt: readonly LearntPattern[], pack: Library): LearntPattern {
  const found = given === '' ? [] : learnt.filter(({ id }) => id.startsWith(given))
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  const exact = found.find(({ id }) => id === given)
  if (exact !== undefined) return exact
  const what = oneLine(given, 40)
  if (only === undefined) throw new TrustError('PATTERN_UNKNOWN', unknown(what, given, learnt, pack))
  const listed = found.slice(0, MAX_LISTED).map(({ id }) => id)
  const more = found.length > MAX_LISTED ? ', …' : ''
  throw new UsageError(`"${what}" fits ${found.length} patterns: ${listed.join(', ')}${more}. Give more of the id.`)
}

function unknown(what: string, given: string, learnt: readonly LearntPattern[], pack: Library): string {
  if (isPacked(given, pack)) return `Pattern ${what} comes with Bailiff: this project did not learn it. ${LIST}`
  const meant = nearest(
    given,
    learnt.map(({ id }) => id),
  )
  const hint = meant === null ? `It has learnt ${plural(learnt.length, 'pattern')}.` : `Did you mean "${meant}"?`
  return `This project has learnt no pattern "${what}". ${hint} ${LIST}`
}

const LIST = 'To list them: bailiff trust patterns --learnt'

/** A short beginning says nothing about the pack, which has thousands of patterns. */
const isPacked = (given: string, { size, member }: Library): boolean =>
  given.length >= 6 && Array.from({ length: size }, (_, i) => member(i).id).some((id) => id.startsWith(given))
