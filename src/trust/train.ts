import type { Call } from './call.ts'
import { CATEGORY_FEATURES, categoryBag } from './categories.ts'
import { libraryOf } from './library.ts'
import { CATEGORIES, type Category, type Remembered } from './patterns.ts'
import { type Reading, readCall } from './reading/read.ts'
import { medianOf } from './risk.ts'
import type { Linear } from './scorers/linear.ts'
import { opinionOf } from './scorers/scorer.ts'
import { type Calibration, type CategorySpace, distanceOf, type Space, type ViewSpace } from './space.ts'
import { type Bag, bagOf } from './views/bag.ts'
import { FEATURES } from './views/feature.ts'
import { VIEWS, type View } from './views/views.ts'

/** A labelled call. A benign one that looks dangerous is `isHard`: it counts more. `category` is null if it is unknown. */
export type Labelled = { call: Call; isHarmful: boolean; isHard: boolean; category: Category | null }

const EPOCHS = 15
const RATE = 0.5
const DECAY = 1e-4
const HARD_WEIGHT = 5
const SEED = 7

/**
 * Trains one logistic regression per view, by stochastic gradient descent in an order that depends on nothing but the
 * data. The neighbours are not trained; they are the pack.
 */
export function trainSpace(
  lines: readonly Labelled[],
  pack: readonly Remembered[],
  calibration: readonly Labelled[],
): Space {
  const readings = lines.map(({ call }) => readCall(call))
  const views = VIEWS.map((view) => trainView(view, readings, lines))
  const untuned = { views, categories: trainCategories(lines, readings) }
  return { ...untuned, views: calibrate(untuned, pack, calibration) }
}

/** Trains one view; its calibration is left open. The seed decides the order of the lines. */
export function trainView(
  view: View,
  readings: readonly Reading[],
  lines: readonly Label[],
  seed: number = SEED,
): ViewSpace {
  const bags = readings.map((reading) => bagOf(view, reading))
  return { ...trained(bags, lines, FEATURES, seed), rarity: raritiesIn(bags), calibration: UNTUNED }
}

/** For each category, what sets its calls apart from other harmful ones. */
function trainCategories(lines: readonly Labelled[], readings: readonly Reading[]): CategorySpace[] {
  const known = [...lines.entries()].filter(([, { category }]) => category !== null)
  const bags = known.map(([i, line]) => categoryBag(readings[i] ?? readCall(line.call)))
  return CATEGORIES.map((category) => {
    const labels = known.map(([, line]) => ({ isHarmful: line.category === category, isHard: false }))
    return { category, ...trained(bags, labels, CATEGORY_FEATURES) }
  })
}

/** With this calibration raw scores pass through a fixed curve. */
const UNTUNED: Calibration = { hundredth: 0, twentieth: -1 }

type Label = Pick<Labelled, 'isHarmful' | 'isHard'>

function trained(bags: readonly Bag[], lines: readonly Label[], features: number, seed: number = SEED): Linear {
  const model = new Model(features)
  const order = lines.map((_, i) => i)
  const random = randomFrom(seed)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random)
    for (const i of order) {
      const [bag, line] = [bags[i], lines[i]]
      if (bag !== undefined && line !== undefined) model.learn(bag, line)
    }
  }
  return model.rounded()
}

/** A logistic regression whose steps shrink where it has learnt much (AdaGrad). */
class Model {
  readonly #weights: Float64Array
  readonly #steps: Float64Array
  #bias = 0
  #biasSteps = 0.01

  constructor(features: number) {
    this.#weights = new Float64Array(features)
    this.#steps = new Float64Array(features).fill(0.01)
  }

  learn({ features, weights: values }: Bag, { isHarmful, isHard }: Label): void {
    const length = lengthOf(values)
    let sum = this.#bias
    for (let k = 0; k < features.length; k++)
      sum += ((this.#weights[features[k] ?? 0] ?? 0) * (values[k] ?? 0)) / length
    const error = (1 / (1 + Math.exp(-sum)) - (isHarmful ? 1 : 0)) * (isHard && !isHarmful ? HARD_WEIGHT : 1)
    for (let k = 0; k < features.length; k++) this.#step(features[k] ?? 0, (error * (values[k] ?? 0)) / length)
    this.#biasSteps += error * error
    this.#bias -= (RATE * error) / Math.sqrt(this.#biasSteps)
  }

  #step(feature: number, slope: number): void {
    const weight = this.#weights[feature] ?? 0
    const step = slope + DECAY * weight
    const steps = (this.#steps[feature] ?? 0) + step * step
    this.#steps[feature] = steps
    this.#weights[feature] = weight - (RATE * step) / Math.sqrt(steps)
  }

  /** Weights in 127ths of the greatest one. */
  rounded(): Linear {
    let greatest = 1e-9
    for (const weight of this.#weights) greatest = Math.max(greatest, Math.abs(weight))
    const unit = greatest / 127
    return { weights: Int8Array.from(this.#weights, (weight) => Math.round(weight / unit)), unit, bias: this.#bias }
  }
}

function lengthOf(values: Uint8Array): number {
  let squares = 0
  for (const value of values) squares += value * value
  return Math.sqrt(squares) || 1
}

/** Rare features tell calls apart. */
function raritiesIn(bags: readonly Bag[]): Uint8Array {
  const seen = new Uint32Array(FEATURES)
  for (const { features } of bags) for (const feature of features) seen[feature] = (seen[feature] ?? 0) + 1
  return Uint8Array.from(seen, (count) =>
    count === 0 ? 0 : Math.min(255, Math.max(1, Math.round(16 * (Math.log((bags.length + 1) / (count + 1)) + 0.2)))),
  )
}

/** Finds for each view the raw scores that one ordinary call in a hundred and in twenty exceed, then the same for the median. */
function calibrate(untuned: Space, pack: readonly Remembered[], lines: readonly Labelled[]): ViewSpace[] {
  const library = libraryOf(pack, untuned)
  const readings = lines.filter(({ isHarmful }) => !isHarmful).map(({ call }) => readCall(call))
  const raw = VIEWS.map((_, i) =>
    readings.map((reading) => opinionOf(i, reading, { space: untuned, library, own: null }).raw),
  )
  const own = raw.map(calibrationOf)
  // Distances in units of each view's own calibration, so that the median's can be put back into all of them.
  const distances = readings.map((_, k) =>
    medianOf(raw.map((scores, i) => distanceOf(scores[k] ?? 0, own[i] ?? UNTUNED))),
  )
  const median = calibrationOf(distances)
  return untuned.views.map((view, i) => {
    const { hundredth, twentieth } = own[i] ?? UNTUNED
    const back = (distance: number): number => hundredth + distance * (hundredth - twentieth)
    return { ...view, calibration: { hundredth: back(median.hundredth), twentieth: back(median.twentieth) } }
  })
}

/** The scores that one in a hundred and one in twenty of these exceed. */
export function calibrationOf(scores: readonly number[]): Calibration {
  const sorted = [...scores].sort((a, b) => b - a)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  const hundredth = at(0.01)
  return { hundredth, twentieth: Math.min(at(0.05), hundredth - 1e-6) }
}

/** Numbers from 0 to 1 in an order that depends on the seed alone. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

function shuffle(order: number[], random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const here = order[i] ?? 0
    order[i] = order[j] ?? 0
    order[j] = here
  }
}
