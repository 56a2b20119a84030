import { compile, type Library } from '../library.ts'
import { livePatterns, type TrustState } from '../state.ts'
import type { Comparison } from './near.ts'

/** Compiles what a project has learnt; null if that is nothing. */
export function ownLibrary(state: TrustState, comparison: Comparison): Library | null {
  const patterns = livePatterns(state).map(({ id, about, category, weight, ...call }) => ({
    id,
    about,
    category,
    weight,
    sketches: comparison.sketchesOf({ id, about, tool: call.tool, input: call.input }),
  }))
  const exemplars = Object.values(state.exemplars).map((one) => ({
    id: one.id,
    about: one.about,
    category: null,
    weight: 1,
    sketches: comparison.sketchesOf(one),
  }))
  return patterns.length + exemplars.length === 0 ? null : compile([...patterns, ...exemplars])
}
