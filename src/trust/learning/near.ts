import { callOf } from '../call.ts'
import { readCall } from '../reading/read.ts'
import { medianOf } from '../risk.ts'
import type { Sketch } from '../scorers/sketch.ts'
import { sketchesOf } from '../scorers/sketches.ts'
import type { Space } from '../space.ts'
import { VIEWS } from '../views/views.ts'
import type { KeptCall } from './change.ts'

/** The kept call that is most similar to another, and how similar: the median cosine of all views. */
export type Near<Kept extends KeptCall> = { kept: Kept; similarity: number }

/** Compares kept calls. The sketches of each are made once. */
export class Comparison {
  readonly #space: Space
  readonly #sketches = new Map<string, readonly Sketch[]>()

  constructor(space: Space) {
    this.#space = space
  }

  sketchesOf({ id, tool, input }: KeptCall): readonly Sketch[] {
    const sketches = this.#sketches.get(id) ?? sketchesOf(readCall(callOf({ tool, input })), this.#space)
    this.#sketches.set(id, sketches)
    return sketches
  }

  /** Returns null if none is at least this similar. The first of equal ones wins. */
  nearest<Kept extends KeptCall>(call: KeptCall, among: Iterable<Kept>, least: number): Near<Kept> | null {
    const own = this.sketchesOf(call)
    let best: Near<Kept> | null = null
    for (const kept of among) {
      const similarity = medianSimilarity(own, this.sketchesOf(kept), best?.similarity ?? least)
      if (similarity !== null && (best === null || similarity > best.similarity)) best = { kept, similarity }
    }
    return best
  }
}

/** Returns null if the median is below `least`. Stops as soon as that is certain: most calls are not alike. */
function medianSimilarity(a: readonly Sketch[], b: readonly Sketch[], least: number): number | null {
  const cosines: number[] = []
  let below = 0
  for (const [i, sketch] of a.entries()) {
    const other = b[i]
    const cosine = other === undefined ? 0 : cosineOf(sketch, other)
    if (cosine < least && ++below > VIEWS.length / 2) return null
    cosines.push(cosine)
  }
  return medianOf(cosines)
}

function cosineOf(a: Sketch, b: Sketch): number {
  let sum = 0
  for (let i = 0; i < a.features.length; i++) {
    const at = b.features.indexOf(a.features[i] ?? 0)
    if (at >= 0) sum += (a.shares[i] ?? 0) * (b.shares[at] ?? 0)
  }
  return Math.min(1, sum / SAME)
}

/** The product of a sketch with itself, but for rounding. */
const SAME = 255 * 255
