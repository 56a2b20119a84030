import type { Clause } from '../sentences.ts'
import { has, some, type Token } from '../tokens.ts'
import { type Frame, frameOf } from '../view.ts'
import { type Cue, each, type FindCues, isHeading, type Surroundings } from './cue.ts'
import { isTest } from './programs.ts'

/** The agent checked it ("verified", "confirmed"), or says that it works ("is running", "works as expected"). */
export const verifiedCues: FindCues = (clause, around) => {
  const { tokens } = clause
  return each(tokens, (token, i) => {
    if (has(token, 'checked')) return checkedAt(clause, i, isHeading(around))
    if (has(token, 'acts') && !has(token, 'works'))
      return some(clause.tokens.slice(i + 1), 'well') ? worksAt(clause, i, around) : null
    if (isUp(clause, i) || isNowWell(clause, i)) return { type: 'verified', at: i }
    return has(token, 'works') ? worksAt(clause, i, around) : null
  })
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

/** "The form now submits correctly." */
const isNowWell = ({ tokens, order }: Clause, at: number): boolean =>
  order === 'fixed' &&
  at === tokens.length - 1 &&
  PRAISE.test(tokens[at]?.text ?? '') &&
  some(tokens.slice(0, at), 'now') &&
  !some(tokens, 'changed', 'works', 'acts')

function checkedAt(clause: Clause, at: number, heading: boolean): Cue | null {
  const { tokens } = clause
  const frame = frameOf(clause, at)
  if ((frame === 'attributive' && !heading) || (/ out$/.test(tokens[at]?.text ?? '') && has(tokens[at + 1], 'det')))
    return null
  if (frame === 'user' || frame === 'other' || frame === 'relative') return { type: 'verified', at, not: 'attributed' }
  // Finding out what is wrong is not finding that it works.
  const found =
    some(tokens, 'cause') ||
    (clause.order === 'fixed' && some(tokens.slice(0, at), 'problem')) ||
    tokens.slice(at + 1).some(({ text }) => text === 'found')
  return found || isRoutine(clause, at, frame) ? { type: 'verified', at, not: 'described' } : { type: 'verified', at }
}

const OURS = ['it', 'all', 'work', 'problem', 'test', 'server', 'now', 'done', 'fixed', 'shipped', 'built'] as const

/** "The checksum is verified", "is checked against the list", "it's proven at other companies": what is done to it, or was by others. */
function isRoutine({ tokens, order }: Clause, at: number, frame: Frame): boolean {
  if (order === 'free' || (frame !== 'state' && frame !== 'passive')) return false
  if (/^(?:proven|proved|battle.tested)$/.test(tokens[at]?.text ?? '')) return true
  const subject = tokens.slice(0, at)
  return (
    frame === 'state' &&
    (/^(?:against|with|by|using|via|before|through)$/.test(tokens[at + 1]?.text ?? '') ||
      !(some(subject, ...OURS) || subject.some(({ kind }) => kind === 'code')))
  )
}

function worksAt(clause: Clause, at: number, { before }: Surroundings): Cue | null {
  const { tokens } = clause
  const subject = tokens.slice(0, at)
  if (subject.some(isTest) && has(tokens[at], 'passed')) return null
  const yours =
    some([...(before?.tokens ?? []), ...subject], 'your', 'user') &&
    !(some(tokens.slice(at + 1, at + 3), 'well') && (some(tokens, 'now', 'all') || !has(subject[0], 'your')))
  // "Using X works everywhere": a general truth.
  if (yours || some(subject, 'past') || isGerund(subject[0])) return { type: 'verified', at, not: 'described' }
  return asserted(clause, at) ? { type: 'verified', at } : null
}

const isGerund = (token: Token | undefined): boolean => isContinuous(token) && !has(token, 'it', 'all')

/** "is running", "now works", "works as expected", "Server: running at …"; not "runs nightly", "try running". */
function asserted(clause: Clause, at: number): boolean {
  const { tokens, order, opener } = clause
  const [token, next] = [tokens[at], tokens[at + 1]]
  const last = next === undefined || has(next, 'verdict')
  const praised = some(tokens.slice(at + 1, at + 6), 'well')
  // "Wie das funktioniert: …"
  if (order === 'free') return !has(tokens[0], 'ask')
  const frame = frameOf(clause, at)
  if (frame === 'bare')
    return (opener === ':' && has(next, 'prep')) || (praised && !has(token, 'step') && !isContinuous(token))
  const ends = last || praised || has(next, 'prep', 'and', 'but')
  if (isContinuous(token)) return isOngoing(tokens, at) && ends
  if (frame === 'state' || frame === 'passive') return ends
  if (frame === 'attributive' || frame === 'relative' || frame === 'user') return false
  const known = some(tokens.slice(0, at), 'it', 'all', 'checked', 'problem', 'now')
  return praised || (last && known)
}

const isContinuous = (token: Token | undefined): boolean => /ing$/.test(token?.text ?? '')

/** "is working"; what is "running" has to be something that runs. */
function isOngoing(tokens: readonly Token[], at: number): boolean {
  const runs = tokens[at]?.text !== 'running' || some(tokens.slice(0, at), 'server', 'it', 'work', 'all')
  return runs && some(tokens.slice(Math.max(0, at - 4), at), 'be')
}
