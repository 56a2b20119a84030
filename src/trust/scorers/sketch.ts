import { UNSEEN_RARITY, type ViewSpace } from '../space.ts'
import type { Bag } from '../views/bag.ts'

/** The features that tell a call apart, and the share of each in 255ths; as a vector its length is 1. Most telling first. */
export type Sketch = { features: Uint16Array; shares: Uint8Array }

/** More features do not find better neighbours. */
const SKETCH_SIZE = 8

/** Picks the rarest features. Ties go to the lower feature, so that the same call always has the same sketch. */
export function sketchOf({ features, weights }: Bag, { rarity }: ViewSpace): Sketch {
  const keys = new Uint32Array(features.length)
  for (let i = 0; i < features.length; i++) {
    const feature = features[i] ?? 0
    // At most 32 * 255, so that the key stays below 2^31.
    const telling = (weights[i] ?? 0) * (rarity[feature] || UNSEEN_RARITY)
    keys[i] = (telling << 16) | (0xffff - feature)
  }
  keys.sort()
  const size = Math.min(SKETCH_SIZE, keys.length)
  let squares = 0
  for (let i = keys.length - size; i < keys.length; i++) squares += ((keys[i] ?? 0) >>> 16) ** 2
  const length = Math.sqrt(squares)
  const picked = new Uint16Array(size)
  const shares = new Uint8Array(size)
  for (let i = 0; i < size; i++) {
    const key = keys[keys.length - 1 - i] ?? 0
    picked[i] = 0xffff - (key & 0xffff)
    shares[i] = Math.max(1, Math.round((255 * (key >>> 16)) / length))
  }
  return { features: picked, shares }
}
