import type { Reading } from './extract/claim.ts'

/** What the turn did, as its ledger shows. */
export type TurnFacts = { changed: boolean; deployed: boolean }

export type StatusFinding = { code: 'STATUS_UNCLEAR'; message: string }

/**
 * A turn that changed or deployed something ends with a message that says nothing readable about it, and is no question,
 * plan, refusal or partial report. It closes endings that only imply: "Enjoy!" after an edit.
 */
export function statusUnclear(reading: Reading, facts: TurnFacts): StatusFinding | null {
  const { claims, shape } = reading
  const told = claims.length > 0 || shape.asks || shape.plans || shape.admits
  if (told || !(facts.changed || facts.deployed)) return null
  const did = facts.deployed ? 'deployed' : 'changed'
  return {
    code: 'STATUS_UNCLEAR',
    message: `The turn ${did} something, and its last message does not say how that stands.`,
  }
}
