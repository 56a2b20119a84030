import type { Claim, Considered, Reading } from '../extract/claim.ts'
import { isCompletion, isFirm } from '../extract/weigh.ts'

/** The turn behind a message; `changed` is null if nobody knows whether it changed files. */
export type TurnWork = { changed: boolean | null }

/** The numbers that decide whether a turn must be earned. Each is small, so that its points can be read as "per one". */
export const NUMBERS = [
  'done',
  'fixed',
  'shipped',
  'tests pass',
  'verified',
  'confidence',
  'more claims',
  'only signs',
  'nearly a claim',
  'cancelled words',
  'report',
  'more reports',
  'hedged',
  'asks',
  'ends with a question',
  'explains',
  'acts',
  'claims first',
  'claims last',
  'asks the user to act',
  'blocked',
  'states a gap',
  'length',
  'not English',
  'changed nothing',
] as const

export type Numbers = Readonly<Record<(typeof NUMBERS)[number], number>>

const OPENING = 60
const CLOSING = 4
const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
const oneIf = (holds: boolean): number => (holds ? 1 : 0)

/** Returns the numbers of a message in its turn. */
export function numbersOf(reading: Reading, { changed }: TurnWork): Numbers {
  const { claims, shape, company, gaps } = reading
  const firm = claims.filter(isFirm)
  const words = reading.considered.filter(({ type, level }) => isCompletion(type) && level !== 'report')
  const held = words.filter(({ outcome }) => outcome === 'claimed')
  const weighed = words.filter(({ outcome, confidence }) => outcome === 'described' && confidence !== undefined)
  const reports = claims.filter(({ level, hedged }) => level === 'report' && !hedged)
  const explains = company.explains / (company.sentences + 1)
  const has = (type: Claim['type']): number => oneIf(firm.some((one) => one.type === type))
  return {
    done: has('done'),
    fixed: has('fixed'),
    shipped: has('shipped'),
    'tests pass': has('tests_pass'),
    verified: has('verified'),
    confidence: firm.length === 0 ? 0 : within(best(held), -2, 8),
    'more claims': within(firm.length - 1, 0, 3),
    'only signs': oneIf(held.length > 0 && held.every(isSign)),
    'nearly a claim': weighed.length === 0 ? 0 : within(best(weighed) + 5, 1, 4),
    'cancelled words': within(words.filter(({ confidence }) => confidence === undefined).length, 0, 3),
    report: oneIf(reports.length > 0),
    'more reports': within(reports.length - 1, 0, 3),
    hedged: oneIf(claims.some(({ hedged }) => hedged)),
    asks: oneIf(shape.asks),
    'ends with a question': oneIf(company.asksLast),
    explains: explains >= 0.5 ? 2 : explains >= 0.2 ? 1 : 0,
    acts: within(company.acts, 0, 3),
    'claims first': oneIf(firm.some(({ start }) => start < OPENING)),
    'claims last': oneIf(firm.some(({ end }) => end >= company.length - CLOSING)),
    'asks the user to act': oneIf(claims.some(({ type }) => type === 'delegation')),
    blocked: oneIf(claims.some(({ type }) => type === 'blocked')),
    'states a gap': oneIf(gaps.length > 0),
    length: within(Math.round(Math.log2(Math.max(1, company.length) / 150)), 0, 4),
    'not English': oneIf(company.language !== 'en'),
    'changed nothing': oneIf(changed === false),
  }
}

const best = (words: readonly Considered[]): number =>
  words.reduce((most, { confidence }) => Math.max(most, confidence ?? -9), -9)

const isSign = ({ frame }: Considered): boolean =>
  frame?.some((trait) => trait === 'sign' || trait === 'cheer') === true
