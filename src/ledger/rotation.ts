import type { Folds } from './fold.ts'
import type { Tail } from './kinds.ts'
import type { KeyRules } from './verify.ts'

/**
 * The state of `admin/keys`: the order in which keys came into use, and for each retirement the artifact that lists the
 * end of every stream at that time.
 */
export type Rotations = { order: string[]; retired: { keys: string[]; headsSha256: string }[] }

export const noRotations = (): Rotations => ({ order: [], retired: [] })

export const ROTATION_FOLDS: Folds<Rotations> = {
  'key.announced': (state, { body }) => ({
    ...state,
    order: [...new Set([...state.order, String(body['from']), String(body['to'])])],
  }),
  'key.retired': (state, { body, artifacts }) => {
    const keys = Array.isArray(body['keys']) ? body['keys'].map(String) : []
    const headsSha256 = artifacts.find(({ name }) => name === 'heads.jsonl')?.sha256 ?? ''
    return { ...state, retired: [...state.retired, { keys, headsSha256 }] }
  },
}

/** The ends of streams when a key was retired: one `{"hash","seq","stream"}` per line. */
export type RetiredHeads = Map<string, Tail>

/** Inputs for the key rules besides the rotations themselves. */
export type RuleSources = {
  headsOf(sha256: string): RetiredHeads | null
  /** The register seq at which a stream was opened; if it was collected and reopened, that of the latest opening. */
  beganAt(stream: string): number
  register: string
}

/**
 * Derives the key rules. A key may seal only entries before its retirement, and those entries must not change
 * afterwards. In a stream that did not exist then, or that has been reopened since, the key may seal nothing.
 */
export function keyRules(rotations: Rotations, { headsOf, beganAt, register }: RuleSources): KeyRules {
  const retirements = rotations.retired.flatMap(({ keys, headsSha256 }) => {
    const heads = headsOf(headsSha256)
    return heads === null ? [] : [{ keys, heads }]
  })
  const standIn = (heads: RetiredHeads, stream: string): Tail | undefined =>
    beganAt(stream) <= (heads.get(register)?.seq ?? 0) ? heads.get(stream) : undefined
  return {
    rank: (key) => rankOf(rotations, key),
    lastSeq: (stream, key) => {
      const retirement = retirements.find(({ keys }) => keys.includes(key))
      return retirement === undefined ? Number.POSITIVE_INFINITY : (standIn(retirement.heads, stream)?.seq ?? 0)
    },
    stood: (stream) => retirements.flatMap(({ heads }) => standIn(heads, stream) ?? []).filter(({ seq }) => seq > 0),
  }
}

/** Ranks a key by age. An unannounced key is the oldest if it is retired; otherwise it was announced while we were reading. */
function rankOf({ order, retired }: Rotations, key: string): number {
  const rank = order.indexOf(key)
  if (rank >= 0) return rank
  return retired.some(({ keys }) => keys.includes(key)) ? -1 : Number.POSITIVE_INFINITY
}
