import { type Call, seenCall } from './call.ts'
import { categoriesOf } from './categories.ts'
import type { Category } from './patterns.ts'
import { readCall } from './reading/read.ts'
import { type Opinion, opinionOf, type Store } from './scorers/scorer.ts'
import { VIEWS } from './views/views.ts'

/** How risky a call looks: the median of the scorers. */
export type Risk = {
  /** 0 benign to 1 risky; null if too few scorers answered. */
  score: number | null
  opinions: readonly Opinion[]
  /** Scorers that failed, and why. */
  left: readonly { scorer: string; why: string }[]
  /** What the call would be for if it is harmful, most likely first; empty if the score is low. */
  categories: readonly Category[]
}

/** An additional scorer, such as an embedding model. It gets the call and nothing else. */
export type ExtraScorer = { name: string; score(call: Call): number }

/** Below this score, naming a category would only mislead. */
const MIN_SCORE = 0.25

/** Scores a call with every view and with `extra` scorers. A scorer that throws or returns no number is left out. */
export function riskOf(call: Call, store: Store, extra: readonly ExtraScorer[] = []): Risk {
  const reading = readCall(call)
  const opinions: Opinion[] = []
  const left: { scorer: string; why: string }[] = []
  const ask = (scorer: string, score: () => Opinion): void => {
    try {
      const opinion = score()
      if (isScore(opinion.score)) opinions.push(opinion)
      else left.push({ scorer, why: `The score is ${opinion.score}, not a number from 0 to 1.` })
    } catch (error) {
      left.push({ scorer, why: reasonOf(error) })
    }
  }
  for (const [i, { name }] of VIEWS.entries()) ask(name, () => opinionOf(i, reading, store))
  for (const one of extra)
    ask(one.name, () => ({ ...NO_NEIGHBOURS, scorer: one.name, score: one.score(seenCall(call)) }))
  const total = VIEWS.length + extra.length
  const score = opinions.length > total / 2 ? medianOf(opinions.map((one) => one.score)) : null
  return {
    score,
    opinions,
    left,
    categories: score === null || score < MIN_SCORE ? [] : categoriesOf(reading, store.space.categories),
  }
}

/** The risk if no scorer could even start. */
export const unscored = (error: unknown): Risk => ({
  score: null,
  opinions: [],
  left: VIEWS.map(({ name }) => ({ scorer: name, why: reasonOf(error) })),
  categories: [],
})

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const NO_NEIGHBOURS = { raw: 0, linear: 0, danger: null, benign: null }

const isScore = (score: unknown): boolean => typeof score === 'number' && score >= 0 && score <= 1

/** The middle score. Of two middle ones the higher: when scorers are missing, caution costs least. */
export function medianOf(scores: readonly number[]): number {
  const sorted = [...scores].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
