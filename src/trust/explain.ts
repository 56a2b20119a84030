import type { Call } from './call.ts'
import { DEFAULT_PARAMETERS } from './parameters.ts'
import { type Reading, readCall } from './reading/read.ts'
import { type Risk, riskOf, type ScoreSettings } from './risk.ts'
import { DEFAULT_THRESHOLD, type Route, routeOf } from './route.ts'
import type { Opinion, Store } from './scorers/scorer.ts'
import { bagOf } from './views/bag.ts'
import { addBag, addChars, addWords, CHARS, type Collector } from './views/grams.ts'
import { VIEWS } from './views/views.ts'

/** Why a call has its score, and what would change its route. */
export type Explanation = {
  risk: Risk
  route: Route
  scorers: readonly (Opinion & { features: readonly Contribution[] })[]
  /**
   * Words without which the route would differ, and the score without each; empty if no single word decides. Null if it was
   * not tried: for a single word, for more than 60, and for tools other than shells.
   */
  deciding: readonly Deciding[] | null
}

type Deciding = { word: string; score: number }

/** One feature's part in a scorer's opinion: positive for danger. */
export type Contribution = { feature: string; weight: number }

const MAX_FEATURES = 5
const MAX_DECIDING = 3

export function explain(
  call: Call,
  store: Store,
  threshold: number = DEFAULT_THRESHOLD,
  settings: ScoreSettings = DEFAULT_PARAMETERS,
): Explanation {
  const reading = readCall(call)
  const risk = riskOf(call, store, [], settings)
  const route = routeOf(risk, threshold)
  return {
    risk,
    route,
    scorers: risk.opinions.map((opinion) => ({ ...opinion, features: contributions(opinion.scorer, reading, store) })),
    deciding: decidingWords(call, route, threshold, (one) => riskOf(one, store, [], settings).score),
  }
}

/** The features that count most in one view. */
function contributions(scorer: string, reading: Reading, { space }: Store): Contribution[] {
  const index = VIEWS.findIndex(({ name }) => name === scorer)
  const [view, own] = [VIEWS[index], space.views[index]]
  if (view === undefined || own === undefined) return []
  const { features, weights } = bagOf(view, reading)
  const length = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0)) || 1
  const names = namesOf(reading)
  return [...features]
    .map((feature, i) => ({
      feature: names.get(feature) ?? '?',
      weight: ((own.weights[feature] ?? 0) * own.unit * (weights[i] ?? 0)) / length,
    }))
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, MAX_FEATURES)
}

/** Maps each feature of a reading to the part of the call that it stands for. Two parts of a text rarely share a feature; then the first names it. */
function namesOf(reading: Reading): Map<number, string> {
  const names = new Map<number, string>()
  const naming = (name: string): Collector => ({
    add: (feature) => {
      if (!names.has(feature)) names.set(feature, name)
    },
  })
  const { text, words, classes, skeleton, kinds, pairs, parts } = reading
  const lists = [
    words,
    ['^', ...classes, '$'],
    ['^', ...skeleton, '$'],
    ['kinds:', ...kinds.map((kind) => `kind ${kind}`), 'kinds.'],
  ]
  for (const list of lists)
    for (const [i, word] of list.entries()) {
      addWords([word], naming(word))
      if (i > 0) addWords([list[i - 1] ?? '', word], naming(`${list[i - 1]} ${word}`))
    }
  for (const [label, list] of [
    ['part ', parts],
    ['kind ', kinds],
    ['pair ', pairs],
  ] as const)
    for (const word of list) addBag([word], label, naming(word))
  for (const chars of [` ${text.toLowerCase()} `, ` ${classes.join(' ')} ${kinds.join(' ')} `])
    for (let i = 0; i + CHARS <= chars.length; i++) {
      const run = chars.slice(i, i + CHARS)
      addChars(run, naming(run))
    }
  return names
}

const MAX_WORDS = 60

/** Scores the command without each of its words in turn. Line breaks stay, because they separate commands. */
function decidingWords(
  call: Call,
  route: Route,
  threshold: number,
  score: (call: Call) => number | null,
): Deciding[] | null {
  const { command } = call
  if (command === null) return null
  const lines = command.split('\n').map((line) => line.split(/\s+/).filter((word) => word !== ''))
  const words = lines.flat()
  if (words.length < 2 || words.length > MAX_WORDS) return null
  return [...new Set(words)]
    .map((word) => {
      const rest = lines.map((line) => line.filter((one) => one !== word).join(' ')).join('\n')
      return { word, score: score({ ...call, command: rest }) }
    })
    .filter((one): one is Deciding => one.score !== null)
    .filter((one) => routeOf(one, threshold).kind !== route.kind)
    .sort((a, b) => (route.kind === 'escalate' ? a.score - b.score : b.score - a.score))
    .slice(0, MAX_DECIDING)
}
