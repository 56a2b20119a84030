import type { ClaimType, Mode } from '../policy/policy.ts'
import type { GapKind } from './extract/lexicon/gap-labels.ts'
import type { LackCode } from './support.ts'

/** Something that stands against a claim, or against the work of a turn. */
export type ClaimFinding = {
  code:
    | LackCode
    | 'TESTS_WEAKENED'
    | 'NO_CHANGE'
    | 'NOTHING_DONE'
    | 'WORK_UNPROVEN'
    | 'EXTRACTION_UNFINISHED'
    | 'NOTHING_READ'
  /** The claim or message that the finding concerns. */
  subject: ClaimType | 'message'
  mode: Exclude<Mode, 'off'>
  /** The agent's words; the first quote if it made the claim several times. */
  quote: string | null
  /** The validator that has to pass, and its result. */
  validator: string | null
  detail: string
  /** The entries that show the problem. */
  seqs: number[]
  /** The model that read the claim; absent if the rules did. */
  readBy?: string
}

/** A remark that is worth recording but never blocks. */
export type Note = {
  code: 'HEDGED' | 'WAIVED' | 'EARNED' | 'WRITTEN' | 'FAILURE_STATED' | 'SEEN' | 'GAP' | 'RED' | 'NO_WORSE' | 'ASKED'
  subject: ClaimType
  quote: string
  seqs: number[]
  /** The kind of a stated gap. */
  gap?: GapKind
  /** The model that read it; absent if the rules did. */
  readBy?: string
}

export type Judgement = { findings: ClaimFinding[]; notes: Note[] }

/** True if the finding blocks the turn. */
export const isBlocking = ({ mode }: { mode: string }): boolean => mode === 'block'
