import type { Library } from '../library.ts'
import type { Reading } from '../reading/read.ts'
import { calibrated, type Space } from '../space.ts'
import { bagOf } from '../views/bag.ts'
import { VIEWS } from '../views/views.ts'
import { linearOf } from './linear.ts'
import { Similarities } from './neighbours.ts'
import { type Sketch, sketchOf } from './sketch.ts'

/** One cheap opinion on a call, from one view. */
export type Opinion = Omit<Base, 'sketch'> & {
  scorer: string
  /** 0 benign to 1 risky. */
  score: number
  /** Before calibration. */
  raw: number
  /** The most similar of the project's own patterns and exemplars; null if nothing is similar. */
  ownDanger: Neighbour | null
  ownBenign: Neighbour | null
}

/** The part of an opinion that learning never changes: it comes from the pack alone. */
export type Base = {
  sketch: Sketch
  /** How much the call's features speak for danger. */
  linear: number
  /** The most similar pattern and exemplar of the pack; null if nothing is similar. */
  danger: Neighbour | null
  benign: Neighbour | null
}

/** A remembered call that a scorer found. `of.member(index)` says more about it; most callers never ask. */
export type Neighbour = { similarity: number; of: Library; index: number }

/** The knowledge that scorers use: the pack comes with the program; own patterns are learnt in a project. */
export type Store = { space: Space; library: Library; own: Library | null }

/** The pack, and what a project has learnt, if anything. */
export const storeOf = ({ space, library }: Pick<Store, 'space' | 'library'>, own: Library | null): Store => ({
  space,
  library,
  own,
})

/** How much the nearest pattern and the nearest exemplar of the pack count, against the weights of the features. */
export const NEIGHBOUR_WEIGHT = 3

/** How much the project's own count: somebody saw what those calls did here. */
export const OWN_WEIGHT = 7

/** The opinion of one view. */
export const opinionOf = (index: number, reading: Reading, store: Store): Opinion =>
  opinionFrom(index, baseOf(index, reading, store), store)

/** Compares a call with the pack, in one view. */
export function baseOf(index: number, reading: Reading, { space, library }: Pick<Store, 'space' | 'library'>): Base {
  const view = VIEWS[index]
  const own = space.views[index]
  if (view === undefined || own === undefined) throw new RangeError(`There is no view ${index}.`)
  const bag = bagOf(view, reading)
  const sketch = sketchOf(bag, own)
  return { sketch, linear: linearOf(bag, own), ...nearestIn(library, index, sketch) }
}

/** Adds what the project has learnt. */
export function opinionFrom(index: number, base: Base, { space, own }: Pick<Store, 'space' | 'own'>): Opinion {
  const { sketch, ...rest } = base
  const calibration = space.views[index]?.calibration
  if (calibration === undefined) throw new RangeError(`There is no view ${index}.`)
  const { danger: ownDanger, benign: ownBenign } = own === null ? NONE : nearestIn(own, index, sketch)
  const raw =
    rest.linear +
    NEIGHBOUR_WEIGHT * differenceOf(rest.danger, rest.benign) +
    OWN_WEIGHT * differenceOf(ownDanger, ownBenign)
  return { scorer: VIEWS[index]?.name ?? '', score: calibrated(raw, calibration), raw, ...rest, ownDanger, ownBenign }
}

const differenceOf = (danger: Neighbour | null, benign: Neighbour | null): number =>
  (danger?.similarity ?? 0) - (benign?.similarity ?? 0)

type Nearest = Pick<Base, 'danger' | 'benign'>

const NONE: Nearest = { danger: null, benign: null }

function nearestIn(library: Library, index: number, sketch: Sketch): Nearest {
  const neighbours = library.neighbours[index]
  if (neighbours === undefined || library.size === 0) return NONE
  const similarities = scratchFor(library)
  similarities.compare(neighbours, sketch)
  const found = (from: number, to: number): Neighbour | null => {
    const { member, similarity } = similarities.nearest(from, to, library.weights)
    return similarity <= 0 ? null : { similarity, of: library, index: member }
  }
  return { danger: found(0, library.patterns), benign: found(library.patterns, library.size) }
}

/** One scratch space per library: five views take turns with it. */
const scratch = new WeakMap<Library, Similarities>()

function scratchFor(library: Library): Similarities {
  const similarities = scratch.get(library) ?? new Similarities(library.size)
  scratch.set(library, similarities)
  return similarities
}
