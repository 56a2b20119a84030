import type { Reading } from '../reading/read.ts'
import { FEATURES } from './feature.ts'
import type { Collector } from './grams.ts'
import type { View } from './views.ts'

/**
 * The features of one call in one view, each with its weight: how often it occurs, in sixteenths, up to twice. Weights are
 * whole numbers, which a fresh process adds faster than fractions.
 */
export type Bag = { features: Uint16Array; weights: Uint8Array }

/** More features than this are ignored: a call cannot make scoring slow. */
const MAX_FEATURES = 16_384

/** The weight of a feature that occurs this often: 1, 1½, 1⅔, … */
const WEIGHTS = Uint8Array.from({ length: 32 }, (_, count) => Math.round(16 * (2 - 1 / Math.max(1, count))))

class Counter implements Collector {
  readonly #counts = new Uint8Array(FEATURES)
  readonly #found = new Uint16Array(MAX_FEATURES)
  #size = 0

  add(feature: number): void {
    const count = this.#counts[feature] ?? 0
    if (count === 0) {
      if (this.#size === MAX_FEATURES) return
      this.#found[this.#size++] = feature
    }
    if (count < WEIGHTS.length - 1) this.#counts[feature] = count + 1
  }

  /** Returns what was collected, and starts again. */
  take(): Bag {
    const features = this.#found.slice(0, this.#size)
    const weights = new Uint8Array(this.#size)
    for (let i = 0; i < features.length; i++) {
      const feature = features[i] ?? 0
      weights[i] = WEIGHTS[this.#counts[feature] ?? 1] ?? 0
      this.#counts[feature] = 0
    }
    this.#size = 0
    return { features, weights }
  }
}

const counter = new Counter()

/** Collects a view's features. */
export function bagOf(view: View, reading: Reading): Bag {
  view.collect(reading, counter)
  return counter.take()
}
