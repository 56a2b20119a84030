import type { Clause } from '../sentences.ts'
import { has, some, type Token } from '../tokens.ts'
import { type Frame, frameOf } from '../view.ts'
import { type Cue, each, type FindCues, isHeading, type Surroundings } from './cue.ts'
import { isHost, isTest } from './programs.ts'

/** Finds claims that something was checked ("verified", "confirmed") or works ("is running", "works as expected"). */
export const verifiedCues: FindCues = (clause, around) => {
  const { tokens } = clause
  return each(tokens, (token, i) => {
    if (has(token, 'checked')) return checkedAt(clause, i, around)
    if (has(token, 'tried') && isTrial(clause, i, around)) return { type: 'verified', at: i }
    if (has(token, 'acts') && !has(token, 'works')) return actsAt(clause, i)
    if (isUp(clause, i)) return { type: 'verified', at: i, act: 'start' }
    if (isWell(clause, i)) return { type: 'verified', at: i }
    return has(token, 'works') ? worksAt(clause, i) : null
  })
}

/** True for a state or a check that is said to be as it should. */
const isWell = (clause: Clause, at: number): boolean =>
  isNowWell(clause, at) || isWellUnderWay(clause, at) || isServerReady(clause, at)

/** Roles of words that show the result of a trial. */
const OUTCOMES = ['acts', 'works', 'well', 'same', 'lack', 'passed', 'vanished'] as const

/** "I played two rounds and the ranks changed as they should": the agent's act, followed by its observation. */
function isTrial(clause: Clause, at: number, { behind }: Surroundings): boolean {
  const frame = frameOf(clause, at)
  const seen = [...clause.tokens.slice(at + 1), ...behind.flatMap(({ tokens }) => tokens)]
  const counted = (behind[0]?.opener === ':' && behind[0].tokens[0]?.kind === 'number') || isMeasured(seen)
  return (
    (frame === 'agent' || (frame === 'bare' && clause.opener !== '(')) &&
    (counted || (some(seen, ...OUTCOMES) && !some(seen, 'part', 'but', 'bad'))) &&
    !(seen.some(isTest) && some(seen, 'passed', 'lack')) &&
    !some(seen, 'request')
  )
}

/** "… and the deviation stayed below 20 ms". */
const isMeasured = (seen: readonly Token[]): boolean =>
  seen.some(
    (token, i) =>
      has(token, 'and') && has(seen[i + 1], 'det') && seen.slice(i + 2).some(({ kind }) => kind === 'number'),
  )

/** "The site shows the new banner", "returns what it should"; "now shows" only describes a change. */
function actsAt(clause: Clause, at: number): Cue | null {
  const { tokens } = clause
  const fresh = clause.order === 'fixed' && some(tokens, 'now')
  if (tokens.slice(at + 1).some((token) => has(token, 'well') && !has(token, 'now')) && !fresh)
    return worksAt(clause, at)
  const [subject, object] = [tokens[at - 1], tokens[at + 1]]
  const named =
    (has(subject, 'server') && !has(subject, 'it')) ||
    (has(subject, 'and') && some(tokens.slice(0, at), 'server') && some(tokens.slice(0, at), 'be'))
  const seen =
    (named && (has(object, 'prep', 'det') || (object?.kind === 'word' && object.roles.length === 0))) ||
    ((named || subject?.kind === 'code') && tokens.slice(at + 1, at + 4).some(({ kind }) => kind === 'number'))
  return seen && !some(tokens, 'now', 'if', 'not') ? { type: 'verified', at } : null
}

/** "The server is up." */
function isUp({ tokens }: Clause, at: number): boolean {
  const next = tokens[at + 1]
  const ends = next === undefined || has(next, 'prep', 'and', 'now')
  return (
    tokens[at]?.text === 'up' &&
    ends &&
    has(tokens[at - 1], 'be', 'now') &&
    some(tokens.slice(0, at), 'server') &&
    !some(tokens, 'your')
  )
}

const PRAISE = /^(?:correctly|properly|as expected|as intended|perfectly|smoothly|flawlessly)$/

/** "The form now submits correctly", "all of them parse correctly". */
const isNowWell = ({ tokens, order }: Clause, at: number): boolean =>
  order === 'fixed' &&
  at === tokens.length - 1 &&
  PRAISE.test(tokens[at]?.text ?? '') &&
  some(tokens.slice(0, at), 'now', 'all') &&
  !some(tokens, 'changed', 'works', 'acts')

/** "The page is loading correctly": something that goes on as it should. "I am doing fine" is not about the work. */
const isWellUnderWay = ({ tokens, order }: Clause, at: number): boolean =>
  order === 'fixed' &&
  /^[a-z]{3,}ing$/.test(tokens[at]?.text ?? '') &&
  !has(tokens[at], 'works', 'plan') &&
  has(tokens[at - 1], 'be') &&
  !some(tokens.slice(0, at), 'agent', 'user', 'your', 'if', 'not') &&
  (PRAISE.test(tokens[at + 1]?.text ?? '') || has(tokens[at + 1], 'success')) &&
  (tokens[at + 2] === undefined || has(tokens[at + 2], 'prep', 'and', 'now'))

/** "The dev server is ready", "Server ready in 300 ms": it runs; "ready for review" is about the work. */
export const isServerReady = ({ tokens, order }: Clause, at: number): boolean =>
  order === 'fixed' &&
  has(tokens[at], 'ready') &&
  tokens.slice(0, at).some(isHost) &&
  !some(tokens, 'not', 'if', 'plan')

/** "I tried it and undid it": nothing is left that works. */
const isUndone = ({ tokens }: Clause, at: number, { behind }: Surroundings): boolean =>
  some(tokens.slice(at + 1), 'undid') || behind.some((clause) => some(clause.tokens, 'undid'))

/** "Checked the three docs.", "構造が確認できました": the agent read something, and says nothing about the work. */
function isReading({ tokens, order }: Clause, at: number): boolean {
  if (order === 'free') return some(tokens, 'source')
  const last = tokens.at(-1)
  return (
    has(last, 'source') &&
    tokens.slice(at + 1, -1).every((token) => token.kind !== 'word' || !has(token, 'and', 'prep'))
  )
}

function checkedAt(clause: Clause, at: number, around: Surroundings): Cue | null {
  const { tokens } = clause
  const frame = frameOf(clause, at)
  if (
    (frame === 'attributive' && !isHeading(around)) ||
    (/ out$/.test(tokens[at]?.text ?? '') && has(tokens[at + 1], 'det'))
  )
    return null
  if (frame === 'user' || frame === 'other' || frame === 'relative') return { type: 'verified', at, not: 'attributed' }
  // Finding out what is wrong does not verify that it works.
  const found =
    some(tokens, 'cause') ||
    (clause.order === 'fixed' && some(tokens.slice(0, at), 'problem')) ||
    tokens.slice(at + 1).some(({ text }) => text === 'found') ||
    isUndone(clause, at, around) ||
    isReading(clause, at)
  return found ? { type: 'verified', at, not: 'described' } : { type: 'verified', at }
}

function worksAt(clause: Clause, at: number): Cue | null {
  const { tokens } = clause
  const subject = tokens.slice(0, at)
  if (isNoun(tokens, at) || (subject.some(isTest) && has(tokens[at], 'passed'))) return null
  if (some(subject, 'past')) return { type: 'verified', at, not: 'described' }
  if (!asserted(clause, at) || isUnderWay(tokens, at)) return null
  return isStarted(tokens, at) ? { type: 'verified', at, act: 'start' } : { type: 'verified', at }
}

/** "All four agents are running and searching": work that goes on, not a state that was reached. */
const isUnderWay = (tokens: readonly Token[], at: number): boolean =>
  some(tokens.slice(0, at), 'worker') && /^(?:running|active|working)$/.test(tokens[at]?.text ?? '')

/** "All work has been completed": a noun. */
const isNoun = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'work' &&
  (at === 0 || has(tokens[at - 1], 'det', 'all', 'your') || has(tokens[at + 1], 'be', 'been', 'have'))

/** "The dev server is running on port 3000"; "is running without errors" says more. */
const isStarted = (tokens: readonly Token[], at: number): boolean =>
  /^(?:up and )?running$/.test(tokens[at]?.text ?? '') &&
  some(tokens.slice(0, at), 'server') &&
  !some(tokens.slice(at), 'well', 'success', 'lack')

/** "Works as expected.", "Everything works." */
function isBareWord(tokens: readonly Token[], at: number, praised: boolean): boolean {
  const next = tokens[at + 1]
  const last = next === undefined || has(next, 'verdict')
  return (last && has(tokens[at - 1], 'it')) || (praised && !has(tokens[at], 'step'))
}

const PROPERTIES: readonly Frame[] = ['attributive', 'relative', 'user']

/** "is running", "now works", "works as expected", "Server: running at …"; not "runs nightly", "try running". */
function asserted(clause: Clause, at: number): boolean {
  if (clause.order === 'free') return isFreelyAsserted(clause.tokens, at)
  return goesOn(clause.tokens, at) || isAssertedInFrame(clause, at)
}

/** "The old examples continue to work." */
const goesOn = (tokens: readonly Token[], at: number): boolean =>
  /^continues? to /.test(tokens[at]?.text ?? '') &&
  (tokens[at + 1] === undefined || has(tokens[at + 1], 'well', 'prep'))

function isAssertedInFrame(clause: Clause, at: number): boolean {
  const { tokens, opener } = clause
  const [token, next] = [tokens[at], tokens[at + 1]]
  const last = next === undefined || has(next, 'verdict')
  const praised = some(tokens.slice(at + 1, at + 6), 'well')
  const frame = frameOf(clause, at)
  if (frame === 'bare') return isLabelled(opener, next) || (!isContinuous(token) && isBareWord(tokens, at, praised))
  const ends = last || praised || has(next, 'prep', 'and', 'but')
  if (ends && isStatus(tokens, at, frame, praised)) return true
  if (isContinuous(token)) return ends && isOngoing(tokens, at)
  if (frame === 'state' || frame === 'passive') return ends
  if (PROPERTIES.includes(frame)) return false
  const known = some(tokens.slice(0, at), 'it', 'all', 'checked', 'problem', 'now')
  return praised || (last && known)
}

/** "Es läuft", "tout fonctionne"; not "Wie das funktioniert: …". */
const isFreelyAsserted = (tokens: readonly Token[], at: number): boolean =>
  !isExplained(tokens, at) && !isImperative(tokens, at) && (!some(tokens.slice(at + 1), 'habit') || some(tokens, 'now'))

/** "Voici comment tout fonctionne", "Wie das funktioniert". */
const isExplained = (tokens: readonly Token[], at: number): boolean => some(tokens.slice(0, at), 'ask')

/** "Active le service": also the form of an order. */
const isImperative = (tokens: readonly Token[], at: number): boolean =>
  at === 0 && has(tokens[0], 'order') && has(tokens[1], 'det', 'your')

/** "Server: running at …"; "Integration: works with …" names a feature. */
const isLabelled = (opener: string, next: Token | undefined): boolean =>
  /^[:—–-]$/.test(opener) && ((opener === ':' && has(next, 'prep') && next?.text !== 'with') || has(next, 'success'))

/** "Deacon healthy", "Dev server running on port 3000", "Redirect working". */
function isStatus(tokens: readonly Token[], at: number, frame: Frame, praised: boolean): boolean {
  const text = tokens[at]?.text ?? ''
  if (frame !== 'headline' || some(tokens, 'plan', 'not', 'that') || has(tokens[0], 'prep')) return false
  if (/^(?:healthy|operational|nominal|alive|online|reachable)$/.test(text)) return true
  if (text === 'running')
    return praised || tokens.slice(at + 1).some(({ kind }) => kind === 'code' || kind === 'number')
  return text === 'working' && (praised || at === tokens.length - 1)
}

const isContinuous = (token: Token | undefined): boolean => /ing$/.test(token?.text ?? '')

/** "is working"; the subject of "running" has to be something that runs. */
function isOngoing(tokens: readonly Token[], at: number): boolean {
  const runs = tokens[at]?.text !== 'running' || some(tokens.slice(0, at), 'server', 'it', 'work')
  return runs && tokens[at - 1]?.text !== 'still' && some(tokens.slice(Math.max(0, at - 4), at), 'be')
}
