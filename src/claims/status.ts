import type { Reading } from './extract/claim.ts'

/** The turn's effects according to the ledger. */
export type TurnFacts = { changed: boolean; deployed: boolean }

export type StatusFinding = { code: 'STATUS_UNCLEAR'; message: string }

/**
 * Reports a turn that changed or deployed something, but whose final message has no readable status: no claim, question,
 * plan, refusal or partial report. This catches endings that only imply success: "Enjoy!" after an edit.
 */
export function statusUnclear(reading: Reading, facts: TurnFacts): StatusFinding | null {
  const { claims, shape } = reading
  const told = claims.length > 0 || shape.asks || shape.plans || shape.admits
  if (told || !(facts.changed || facts.deployed)) return null
  const did = facts.deployed ? 'deployed' : 'changed'
  return {
    code: 'STATUS_UNCLEAR',
    message: `The turn ${did} something, but its final message does not say where the work stands.`,
  }
}
