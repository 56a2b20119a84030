import { type Call, seenCall } from './call.ts'
import { categoriesOf } from './categories.ts'
import { DEFAULT_PARAMETERS, type Parameters } from './parameters.ts'
import type { Category } from './patterns.ts'
import { type Reading, readCall } from './reading/read.ts'
import { type Opinion, opinionOf, type Store } from './scorers/scorer.ts'
import { VIEWS } from './views/views.ts'

/** How risky a call looks: the median of the scorers. */
export type Risk = {
  /** 0 benign to 1 risky; null if too few scorers answered. */
  score: number | null
  opinions: readonly Opinion[]
  /** Scorers that failed, and why. */
  left: readonly { scorer: string; why: string }[]
  /** The likely purposes of the call if it is harmful, most likely first; empty if the score is low. */
  categories: readonly Category[]
}

/** An additional scorer, such as an embedding model. It gets the call and nothing else. */
export type ExtraScorer = { name: string; score(call: Call): number }

/** The parameters that scores depend on. */
export type ScoreSettings = Pick<Parameters, 'scorers' | 'mapping'>

/** Scores a call with every view and with `extra` scorers. A scorer that throws or returns no number is left out. */
export function riskOf(
  call: Call,
  store: Store,
  extra: readonly ExtraScorer[] = [],
  settings: ScoreSettings = DEFAULT_PARAMETERS,
): Risk {
  const reading = readCall(call)
  const views = VIEWS.slice(0, settings.scorers).map(({ name }, i) => ({
    name,
    opine: () => opinionOf(i, reading, store),
  }))
  const others = extra.map((one) => ({
    name: one.name,
    opine: () => ({ ...NO_NEIGHBOURS, scorer: one.name, score: one.score(seenCall(call)) }),
  }))
  return riskFrom([...views, ...others], reading, store, settings)
}

/** Takes the median of the scorers that answer. */
export function riskFrom(
  scorers: readonly { name: string; opine: () => Opinion }[],
  reading: Reading,
  { space }: Pick<Store, 'space'>,
  { mapping }: ScoreSettings,
): Risk {
  const opinions: Opinion[] = []
  const left: { scorer: string; why: string }[] = []
  for (const { name, opine } of scorers)
    try {
      const opinion = opine()
      if (isScore(opinion.score)) opinions.push(opinion)
      else left.push({ scorer: name, why: `The score is ${opinion.score}, not a number from 0 to 1.` })
    } catch (error) {
      left.push({ scorer: name, why: reasonOf(error) })
    }
  const score = opinions.length > scorers.length / 2 ? medianOf(opinions.map((one) => one.score)) : null
  const isElevated = score !== null && score >= mapping.elevated
  return { score, opinions, left, categories: isElevated ? categoriesOf(reading, space.categories) : [] }
}

/** The risk if no scorer could even start. */
export const unscored = (error: unknown): Risk => ({
  score: null,
  opinions: [],
  left: VIEWS.map(({ name }) => ({ scorer: name, why: reasonOf(error) })),
  categories: [],
})

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const NO_NEIGHBOURS = { raw: 0, linear: 0, danger: null, benign: null, ownDanger: null, ownBenign: null }

const isScore = (score: unknown): boolean => typeof score === 'number' && score >= 0 && score <= 1

/** The middle score. Of two middle ones the higher: when scorers are missing, caution costs least. */
export function medianOf(scores: readonly number[]): number {
  const sorted = [...scores].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
