import { isFirm } from '../../src/claims/extract/weigh.ts'
import type { Gold } from './score-claims.ts'

/** Scores the decision whether turns must be earned, and stated gaps; see docs/claims.md. */

/** A labelled message with the files that its turn changed and the gaps it states, if they are known. */
export type GoldTurn = Gold & { turn_files_changed?: number | null; gaps?: readonly unknown[] }

/** The decision about one message, and the gaps read in it. */
export type Decided = { hold: boolean; gaps: readonly unknown[] }

/** Hits among all that count. */
type Part = { hits: number; of: number }

export type TurnScore = {
  /** Turns that changed files, with a strong claim: held. */
  changedStrong: Part
  /** Turns that changed nothing: held with a strong claim, with a report only, without any claim. */
  unchangedStrong: Part
  unchangedReport: Part
  unchangedQuiet: Part
  /** Messages that state no gap: one was read. Messages that state one: it was read. */
  gapsInvented: Part
  gapsFound: Part
}

export function scoreTurns(
  gold: readonly GoldTurn[],
  decide: (text: string, changed: boolean | null) => Decided,
): TurnScore {
  const rows = gold
    .filter(({ kind }) => kind === 'real')
    .map((line) => {
      const changed = typeof line.turn_files_changed === 'number' ? line.turn_files_changed > 0 : null
      return { ...line, changed, made: madeBy(line), read: decide(line.text, changed) }
    })
  type Row = (typeof rows)[number]
  const part = (counts: (row: Row) => boolean, hit: (row: Row) => boolean): Part => {
    const counted = rows.filter(counts)
    return { hits: counted.filter(hit).length, of: counted.length }
  }
  const held = ({ read }: Row): boolean => read.hold
  const hasGap = ({ read }: Row): boolean => read.gaps.length > 0
  return {
    changedStrong: part(({ changed, made }) => changed === true && made === 'strong', held),
    unchangedStrong: part(({ changed, made }) => changed === false && made === 'strong', held),
    unchangedReport: part(({ changed, made }) => changed === false && made === 'report', held),
    unchangedQuiet: part(({ changed, made }) => changed === false && made === 'nothing', held),
    gapsInvented: part(({ gaps }) => gaps?.length === 0, hasGap),
    gapsFound: part(({ gaps }) => (gaps?.length ?? 0) > 0, hasGap),
  }
}

/** Returns the strongest kind of claim that a message makes. Doubted completions, obstacles and requests alone are `other`. */
function madeBy({ claims }: Gold): 'strong' | 'report' | 'nothing' | 'other' {
  if (claims.some((one) => isFirm(one as Parameters<typeof isFirm>[0]))) return 'strong'
  if (claims.some(({ level, hedged }) => level === 'report' && hedged !== true)) return 'report'
  return claims.length === 0 ? 'nothing' : 'other'
}
