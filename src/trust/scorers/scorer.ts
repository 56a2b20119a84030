import type { Library } from '../library.ts'
import type { Reading } from '../reading/read.ts'
import { calibrated, type Space } from '../space.ts'
import { bagOf } from '../views/bag.ts'
import { VIEWS } from '../views/views.ts'
import { linearOf } from './linear.ts'
import { Similarities } from './neighbours.ts'
import { sketchOf } from './sketch.ts'

/** One cheap opinion on a call, from one view. */
export type Opinion = {
  scorer: string
  /** 0 benign to 1 risky. */
  score: number
  /** Before calibration. */
  raw: number
  /** The part of `raw` that the weights of the call's features give. */
  linear: number
  /** The most similar pattern and exemplar; null if nothing is similar. */
  danger: Neighbour | null
  benign: Neighbour | null
}

/** A remembered call that a scorer found. `of.member(index)` says more about it; most callers never ask. */
export type Neighbour = { similarity: number; of: Library; index: number }

/** What scorers score with. The pack comes with the program; own patterns are learnt in a project. */
export type Store = { space: Space; libraries: readonly Library[] }

/** The pack, and what a project has learnt, if anything. */
export const storeOf = ({ space, library }: { space: Space; library: Library }, own: Library | null): Store => ({
  space,
  libraries: own === null ? [library] : [library, own],
})

/** How much the nearest pattern and the nearest exemplar count, against the weights of the features. */
export const NEIGHBOUR_WEIGHT = 3

/** The opinion of one view. */
export function opinionOf(index: number, reading: Reading, { space, libraries }: Store): Opinion {
  const view = VIEWS[index]
  const own = space.views[index]
  if (view === undefined || own === undefined) throw new RangeError(`There is no view ${index}.`)
  const bag = bagOf(view, reading)
  const sketch = sketchOf(bag, own)
  const linear = linearOf(bag, own)
  let danger: Neighbour | null = null
  let benign: Neighbour | null = null
  for (const library of libraries) {
    const neighbours = library.neighbours[index]
    if (neighbours === undefined || library.size === 0) continue
    const similarities = scratchFor(library)
    similarities.compare(neighbours, sketch)
    danger = nearer(danger, library, similarities.nearest(0, library.patterns, library.weights))
    benign = nearer(benign, library, similarities.nearest(library.patterns, library.size, library.weights))
  }
  const raw = linear + NEIGHBOUR_WEIGHT * ((danger?.similarity ?? 0) - (benign?.similarity ?? 0))
  return { scorer: view.name, score: calibrated(raw, own.calibration), raw, linear, danger, benign }
}

/** One scratch space per library: five views take turns with it. */
const scratch = new WeakMap<Library, Similarities>()

function scratchFor(library: Library): Similarities {
  const similarities = scratch.get(library) ?? new Similarities(library.size)
  scratch.set(library, similarities)
  return similarities
}

function nearer(
  best: Neighbour | null,
  library: Library,
  found: { member: number; similarity: number },
): Neighbour | null {
  const { member, similarity } = found
  return similarity <= (best?.similarity ?? 0) ? best : { similarity, of: library, index: member }
}
