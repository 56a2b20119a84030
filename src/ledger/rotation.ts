import type { Folds } from './fold.ts'
import type { Tail } from './kinds.ts'
import type { KeyRules } from './verify.ts'

/**
 * What `admin/keys` says: the order in which keys came into use, and for each retired key the artifact that lists where
 * every stream stood when it was retired.
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

/** Where streams stood when a key was retired: one `{"hash","seq","stream"}` a line. */
export type RetiredHeads = Map<string, Tail>

/** What the rules are made from, apart from the rotations themselves. */
export type RuleSources = {
  headsOf(sha256: string): RetiredHeads | null
  /** The register's seq at which a stream began, the last time where it was collected and began anew. */
  beganAt(stream: string): number
  register: string
}

/**
 * A key may seal only what comes before its retirement, and what came before stays as it was. A stream that did not
 * exist then, or has begun anew since, knows the key not at all.
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

/** A key that no entry tells of is older than all others if it is retired; otherwise it was announced while we read. */
function rankOf({ order, retired }: Rotations, key: string): number {
  const rank = order.indexOf(key)
  if (rank >= 0) return rank
  return retired.some(({ keys }) => keys.includes(key)) ? -1 : Number.POSITIVE_INFINITY
}
