import type { Reading } from '../extract/claim.ts'
import { isFirm } from '../extract/weigh.ts'
import { NUMBERS, type Numbers, numbersOf, type TurnWork } from './numbers.ts'
import { NEEDED, WEIGHTS } from './weights.ts'

/** One number's share in the decision. */
type Contribution = { name: keyof Numbers; value: number; points: number }

/** The decision whether a turn must be earned, with everything that led to it. */
export type Hold = {
  hold: boolean
  /**
   * `work`: the turn changed files. `words`: the message has enough points. `none`: it has too few. `unread`: the message was
   * not read in full, so it may claim anything; the stop gate judges that apart from the turn.
   */
  by: 'work' | 'words' | 'none' | 'unread'
  points: number
  needed: number
  contributions: Contribution[]
}

/**
 * Decides whether a turn must be earned. A turn that changed files must, whatever its message says. Any other turn must if
 * the numbers of its message add up to enough points, and it makes a claim that may block.
 */
export function mustEarn(reading: Reading, turn: TurnWork): Hold {
  const numbers = numbersOf(reading, turn)
  const contributions: Contribution[] = NUMBERS.map((name) => ({
    name,
    value: numbers[name],
    points: numbers[name] * WEIGHTS[name],
  }))
    .filter(({ value }) => value !== 0)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
  const points = contributions.reduce<number>((sum, one) => sum + one.points, WEIGHTS.start)
  const needed = turn.changed === false ? NEEDED.unchanged : NEEDED.unknown
  const by = turn.changed === true ? 'work' : points >= needed && isSure(reading) ? 'words' : 'none'
  return { hold: by !== 'none', by, points, needed, contributions }
}

/** True unless every claim is made with a word that may mean something else, in a language we have hardly measured. */
export const isSure = ({ claims }: Reading): boolean => {
  const firm = claims.filter(isFirm)
  return firm.length === 0 || firm.some(({ unsure }) => !unsure)
}
