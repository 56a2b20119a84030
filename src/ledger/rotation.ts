import type { Folds } from './fold.ts'
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

/** Where streams stood when a key was retired: one `{"seq","stream"}` a line. */
export type RetiredHeads = Map<string, number>

/** A key may seal only what comes before its retirement; a stream unknown then knows the key not at all. */
export function keyRules(rotations: Rotations, headsOf: (sha256: string) => RetiredHeads | null): KeyRules {
  const limits = new Map<string, RetiredHeads>()
  for (const { keys, headsSha256 } of rotations.retired) {
    const heads = headsOf(headsSha256)
    for (const key of keys) if (heads !== null && !limits.has(key)) limits.set(key, heads)
  }
  return {
    rank: (key) => rotations.order.indexOf(key),
    lastSeq: (stream, key) => {
      const heads = limits.get(key)
      return heads === undefined ? Number.POSITIVE_INFINITY : (heads.get(stream) ?? 0)
    },
  }
}
