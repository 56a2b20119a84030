import { callOf } from '../../src/trust/call.ts'
import { type KeptCall, keptCall } from '../../src/trust/learning/change.ts'
import { Lessons, type Observed } from '../../src/trust/learning/lessons.ts'
import { Comparison } from '../../src/trust/learning/near.ts'
import { DEFAULT_PARAMETERS, type Parameters } from '../../src/trust/parameters.ts'
import { NEW_STATE, type TrustState } from '../../src/trust/state.ts'
import { smallPack } from './packs.ts'
import { REFUSED } from './trust-facts.ts'

let made: Comparison | undefined

/** Compares calls in the space of the small pack. */
export function smallComparison(): Comparison {
  made ??= new Comparison(smallPack().space)
  return made
}

export const keptBash = (command: string): KeptCall => keptCall(callOf({ tool: 'Bash', input: { command } }))

/** A command that a person refused: its score was high, and its turn is its own. */
export const refused = (seq: number, command: string, more: Partial<Observed> = {}): Observed => ({
  ...REFUSED,
  seq,
  turn: seq,
  call: keptBash(command),
  categories: ['destructive'],
  packScore: more.score === undefined ? REFUSED.score : more.score,
  ...more,
})

/** A command that was above the threshold and turned out fine. */
export const fine = (seq: number, command: string, more: Partial<Observed> = {}): Observed =>
  refused(seq, command, { outcome: 'fine', why: 'A person approved it.', score: 0.4, ...more })

/** Lessons that start from a state, all at the same time. */
export const lessonsFrom = (
  state: TrustState = NEW_STATE,
  parameters: Parameters = DEFAULT_PARAMETERS,
  at = '2026-01-01T00:00:00.000Z',
): Lessons => new Lessons(state, parameters, at)

const WORDS = ['alpha', 'bravo', 'delta', 'foxtrot', 'golf', 'hotel', 'india', 'kilo', 'lima', 'mike', 'oscar', 'papa']

/** A command for each number. No two of them are alike. */
export const unlike = (i: number): string => {
  const word = (n: number): string => WORDS[Math.abs(n) % WORDS.length] ?? ''
  const name = [i, Math.floor(i / 12), Math.floor(i / 144)].map(word).join('')
  return `${name}ctl ${name.split('').reverse().join('')}`
}
