import type { Entry } from '../ledger/kinds.ts'
import { CLAIM_TYPES, type ClaimType } from '../policy/policy.ts'
import { type FactFolds, foldFact } from './fold-facts.ts'
import { type RecordedJudgement, TURN_VERDICTS } from './state.ts'
import { emptyTally, TALLY_FOLDS, type Tallying, type TurnEnding } from './tally.ts'

/**
 * The possible ends of a turn: the gate's verdict on the last stop; `unanswered` if there is no verdict; `overruled` if the turn
 * ended although it was blocked; `unfinished` if there was no stop or the agent continued after it: the turn is still open or
 * was interrupted.
 */
export const ENDINGS = [...TURN_VERDICTS, 'unanswered', 'overruled', 'unfinished'] as const
type Ending = TurnEnding | 'unfinished'

/**
 * Number of turns whose last message makes a claim, and how the claim was judged there, each turn once: `unearned` if any of it
 * was, `other` if it was hedged or needed no evidence.
 */
type ClaimCount = { turns: number; earned: number; unearned: number; waived: number; other: number }

/** Counts of turns, by how they ended. */
export type Account = {
  turns: number
  ended: { [ending in Ending]: number }
  /** The number of blocks in all turns. */
  heldBack: number
  /** The number of stops that were certainly never judged. */
  unjudged: number
  claims: { [claim in ClaimType]: ClaimCount }
}

/** An account of one stream in progress; its size does not grow with the stream. */
export type Accounting = {
  account: Account
  /** Only turns with an entry at or after this time are counted. */
  since: string
  /** The session's tally so far. */
  tallying: Tallying
  turn: OpenTurn
  /** Turns that were counted as `checking`, by the seq of their stop: their verdict comes late. */
  checking: Map<number, RecordedJudgement>
}

type OpenTurn = {
  /** Without a person's prompt there is a turn only if the agent stops, as subagents do. */
  isPrompted: boolean
  at: string
  /** The seq of its last stop; 0 if there is none. */
  stop: number
  last: RecordedJudgement | null
  heldBack: number
  unjudged: number
}

const newTurn = (isPrompted: boolean, at: string): OpenTurn => ({
  isPrompted,
  at,
  stop: 0,
  last: null,
  heldBack: 0,
  unjudged: 0,
})

const table = <Key extends string, Value>(keys: readonly Key[], value: () => Value): { [key in Key]: Value } =>
  Object.fromEntries(keys.map((key) => [key, value()])) as { [key in Key]: Value }

const emptyAccount = (): Account => ({
  turns: 0,
  ended: table(ENDINGS, () => 0),
  heldBack: 0,
  unjudged: 0,
  claims: table(CLAIM_TYPES, () => ({ turns: 0, earned: 0, unearned: 0, waived: 0, other: 0 })),
})

export const emptyAccounting = (since: string): Accounting => ({
  account: emptyAccount(),
  since,
  tallying: emptyTally(),
  turn: newTurn(false, ''),
  checking: new Map(),
})

/** Adds one entry to the account. A turn is counted before the next begins. */
export function addEntry(state: Accounting, entry: Entry): Accounting {
  foldFact(state, entry, TURN_FOLDS)
  foldFact(state.tallying, entry, TALLY_FOLDS)
  return state
}

const TURN_FOLDS: FactFolds<Accounting> = {
  'turn.opened': (state, _, { at }) => {
    settle(state)
    state.turn = newTurn(true, at)
    return state
  },
  'stop.reached': (state, _, { at, seq }) => {
    state.turn.at = at
    state.turn.stop = seq
    state.turn.last = null
    return state
  },
  'gate.unanswered': (state, { stop }, { at, seq }) => {
    const { turn } = state
    turn.unjudged++
    if (stop === null) Object.assign(turn, { at, stop: seq, last: null })
    return state
  },
  'stop.judged': (state, judgement, { at }) => {
    const { turn } = state
    turn.at = at
    turn.last = judgement
    if (turn.last.verdict === 'blocked') turn.heldBack++
    return state
  },
  'stop.settled': (state, judgement) => {
    const { turn, account, checking } = state
    const of = judgement.of ?? 0
    const before = checking.get(of)
    if (before !== undefined) {
      checking.delete(of)
      account.ended.checking--
      account.ended[judgement.verdict]++
      countClaims(account, before, -1)
      countClaims(account, judgement, 1)
    } else if (of === 0 || of === turn.stop) turn.last = judgement
    return state
  },
}

/** Counts the last turn and returns the account. Call it after the stream's last entry. */
export function closed(state: Accounting): Account {
  settle(state)
  return state.account
}

/** Counts the open turn. */
function settle({ turn, account, since, tallying, checking }: Accounting): void {
  const { verdict } = tallying.tally
  const isTurn = turn.isPrompted || tallying.stop !== null
  if (!isTurn || turn.at < since) return
  account.turns++
  account.heldBack += turn.heldBack
  account.unjudged += turn.unjudged
  account.ended[verdict ?? 'unfinished']++
  // A message is not the last one if the agent continued after it.
  if (turn.last === null || verdict === null) return
  countClaims(account, turn.last, 1)
  if (verdict === 'checking') checking.set(turn.stop, turn.last)
}

/** Counts the claims of a judgement; `by` is -1 if a later verdict replaces it. */
function countClaims({ claims }: Account, { claims: made, findings, notes }: RecordedJudgement, by: 1 | -1): void {
  for (const type of CLAIM_TYPES) {
    const isNoted = (code: string): boolean => notes.some((note) => note.subject === type && note.code === code)
    const isUnearned = findings.some(({ subject }) => subject === type)
    const how = isUnearned ? 'unearned' : isNoted('WAIVED') ? 'waived' : isNoted('EARNED') ? 'earned' : 'other'
    const isMade = made.some((claim) => claim.type === type)
    if (how === 'other' && !isMade) continue
    // Changed files are judged although no message claims anything about them.
    if (isMade) claims[type].turns += by
    claims[type][how] += by
  }
}

/** Adds up several accounts. */
export function sumOf(accounts: readonly Account[]): Account {
  const sum = emptyAccount()
  for (const { turns, ended, heldBack, unjudged, claims } of accounts) {
    sum.turns += turns
    sum.heldBack += heldBack
    sum.unjudged += unjudged
    for (const ending of ENDINGS) sum.ended[ending] += ended[ending]
    for (const type of CLAIM_TYPES)
      for (const key of ['turns', 'earned', 'unearned', 'waived', 'other'] as const)
        sum.claims[type][key] += claims[type][key]
  }
  return sum
}
