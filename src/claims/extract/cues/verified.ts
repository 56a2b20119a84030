import type { Clause } from '../sentences.ts'
import { has, some } from '../tokens.ts'
import { frameOf } from '../view.ts'
import { type Cue, each, type FindCues, isHeading, type Surroundings } from './cue.ts'
import { isTest } from './programs.ts'

/** The agent checked it ("verified", "confirmed"), or says that it works ("is running", "works as expected"). */
export const verifiedCues: FindCues = (clause, around) => {
  const { tokens } = clause
  return each(tokens, (token, i) => {
    if (has(token, 'checked')) return checkedAt(clause, i, isHeading(around))
    if (has(token, 'acts') && !has(token, 'works'))
      return some(clause.tokens.slice(i + 1), 'well') ? worksAt(clause, i, around) : null
    return has(token, 'works') ? worksAt(clause, i, around) : null
  })
}

function checkedAt(clause: Clause, at: number, heading: boolean): Cue | null {
  const { tokens } = clause
  const frame = frameOf(clause, at)
  if (frame === 'attributive' && !heading) return null
  if (frame === 'user' || frame === 'other' || frame === 'relative') return { type: 'verified', at, not: 'attributed' }
  // Finding out what is wrong is not finding that it works.
  const found = some(tokens, 'cause') || tokens.slice(at + 1).some(({ text }) => text === 'found')
  return found ? { type: 'verified', at, not: 'described' } : { type: 'verified', at }
}

function worksAt(clause: Clause, at: number, { before }: Surroundings): Cue | null {
  const { tokens, opener } = clause
  const subject = tokens.slice(0, at)
  if (subject.some(isTest) && has(tokens[at], 'passed')) return null
  if (some([...(before?.tokens ?? []), ...subject], 'your', 'user', 'past'))
    return { type: 'verified', at, not: 'described' }
  return asserted(clause, at, opener) ? { type: 'verified', at } : null
}

/** "is running", "now works", "works as expected", "Server: running at …"; not "runs nightly", "try running". */
function asserted(clause: Clause, at: number, opener: string): boolean {
  const { tokens, order } = clause
  const [token, next] = [tokens[at], tokens[at + 1]]
  const frame = frameOf(clause, at)
  const last = next === undefined || has(next, 'verdict')
  const praised = some(tokens.slice(at + 1, at + 6), 'well')
  if (order === 'free') return true
  if (frame === 'bare') return (opener === ':' && has(next, 'prep')) || (praised && !has(token, 'step'))
  if (frame === 'state' || frame === 'passive') return last || praised || has(next, 'prep', 'and', 'but')
  if (frame === 'attributive' || frame === 'relative' || frame === 'user' || token?.text.endsWith('ing')) return false
  const subject = tokens.slice(0, at)
  const known = some(subject, 'it', 'all', 'checked', 'problem', 'now') || has(subject.at(-1), 'now')
  return praised || (last && known)
}
