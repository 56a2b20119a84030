/** Features are hashed into a fixed space, so that weights and indexes are plain arrays. */

const FEATURE_BITS = 16
export const FEATURES = 1 << FEATURE_BITS

/** Changes whenever a reading or a view changes: weights and indexes of another version do not fit. */
export const FEATURE_VERSION = 1

const START = 0x811c9dc5
const FACTOR = 0x01000193

/** An FNV-1a hash of a text, or of another hash and a text. */
export function hashOf(text: string, start: number = START): number {
  let hash = start
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FACTOR)
  return hash
}

/** Spreads a hash evenly over the features. */
export function featureOf(hash: number): number {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> (32 - FEATURE_BITS)
}
