import type { Claim, Reading } from '../../claims/extract/claim.ts'
import { extractClaims } from '../../claims/extract/extract.ts'
import { isStrong } from '../../claims/strong.ts'
import type { Dispatch } from '../event.ts'
import type { TranscriptItem } from '../world.ts'

/** Maximum number of earlier messages to read. */
const MAX_MESSAGES = 5

/** A final message that is longer than this and claims nothing speaks for itself. */
const MAX_CLOSING_CHARS = 160

/**
 * Returns the claims that stand from earlier messages of the same turn. If the final message only closes the turn
 * ("Anything else?"), the last claims before it stand. Otherwise only messages after the turn's last change count, and
 * only if they say that work is done. A message that goes on with a plan is a progress report, and never counts.
 */
export function earlierClaims(
  latest: readonly TranscriptItem[],
  final: string,
  reading: Reading,
  mayChange: (dispatch: Dispatch) => boolean,
): Claim[] {
  if (retracts(reading)) return []
  const isClosing = reading.claims.length === 0 && final.length <= MAX_CLOSING_CHARS
  if (isClosing) return earlierMessages(latest, final).find((claims) => claims.length > 0) ?? []
  const changed = latest.findLastIndex((one) => one.kind === 'call' && mayChange(one.dispatch))
  if (changed < 0) return []
  return earlierMessages(latest.slice(changed), final)
    .filter((claims) => claims.some(({ type }) => type === 'done'))
    .flat()
}

/** The strong claims of each earlier message, newest first, back to one that takes back what was said before it. */
function earlierMessages(latest: readonly TranscriptItem[], final: string): Claim[][] {
  const texts = latest.flatMap((one) => (one.kind === 'message' && !final.includes(one.text.trim()) ? [one.text] : []))
  const found: Claim[][] = []
  for (const text of texts.slice(-MAX_MESSAGES).reverse()) {
    const earlier = extractClaims(text)
    if (retracts(earlier)) break
    found.push(earlier.shape.plans ? [] : earlier.claims.filter(isStrong))
  }
  return found
}

/** True if a message takes back what was said before it: it states a failure, a doubt or an obstacle. */
const retracts = ({ shape, claims }: Reading): boolean =>
  shape.retracts || claims.some(({ type, hedged }) => hedged || type === 'blocked')
