import type { GapKind } from '../extract/lexicon/gap-labels.ts'
import { patternOf } from '../extract/lexicon/patterns.ts'
import {
  elsewhere,
  except,
  lasts,
  namedPlace,
  neverFails,
  nothingBut,
  notWell,
  notWellAfter,
  past,
  pastUnspaced,
  well,
} from '../extract/lexicon/well.ts'

/** Does the text around a check take it back that the check is open? */

/** The words about a check: the whole clause, those about the check itself, those after it, and the clause that follows. */
export type Said = { clause: string; itself: string; after: string; next: string }

/** True if the text says that the thing is fine, failed once, is excepted, or is in another place. */
export function isDenied({ clause, itself, after, next }: Said, kind: GapKind): boolean {
  if (says(elsewhere(), clause) || says(namedPlace(), after)) return true
  if (says(except(), clause) && !says(nothingBut(), clause)) return true
  if (isWell(itself) && (kind === 'failing' || !ASKS.test(clause))) return true
  if (kind !== 'failing') return false
  const goesOn = LEADS_ON.exec(next)?.[0] ?? ''
  return says(neverFails(), itself) || isOver(itself) || (isWell(goesOn) && !says(past(), next))
}

const says = (source: string, text: string): boolean => patternOf(source).test(text)

/** "Not verified: whether the tests pass". */
const ASKS = /^\s*(?:that|whether|if|how|dass|ob|si|que|se|che|že|zda|что|是否)(?![\p{L}])/iu

/** The start of a clause that goes on about the one before: "it passes", "which is green now". A clause with a subject of its own does not. */
const LEADS_ON =
  /^\s*(?:(?:and|but|which|it|they|these|both|all|es|sie|il|elle|ils|elles|che|que)\s+)?(?:(?:is|are|was|were|has|have|been|now|already|ist|sind|est|sont|está|están|está|è|sono)\s+){0,3}[\p{L}✅✔👍🟢]+/iu

function isWell(text: string): boolean {
  const found = patternOf(well()).exec(text)
  if (found === null) return false
  return (
    !says(notWell(), text.slice(0, found.index)) && !says(notWellAfter(), text.slice(found.index + found[0].length))
  )
}

const isOver = (text: string): boolean => (says(past(), text) || says(pastUnspaced(), text)) && !says(lasts(), text)
