import type { ClaimType } from '../policy/policy.ts'
import type { SeenValidation } from './turn.ts'

/** What is known at the end of a turn, besides what the agent says. */
export type Evidence = {
  /** What validators said in this turn, passes on the same content taken over from before included; the newest last. */
  validations: readonly SeenValidation[]
  /** The workspace now, and its commit; null where they could not be told, or nobody needed them. */
  fingerprint: string | null
  head: string | null
  /** The hash of the policy that rules; null for the one that ships. */
  policy: string | null
  /** The scope that all changes of this turn fall in; null where there is none, or they are everywhere. */
  scope: string | null
  did: Did
  /** Claims that a person let pass in this turn. */
  waived: readonly ClaimType[]
}

/** What a turn did, as its ledger shows: changed files, put something out into the world, ran anything at all. */
export type Did = { changed: boolean; deployed: boolean; ran: boolean }
