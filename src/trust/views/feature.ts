/** Features are hashed into a fixed space, so that weights and indexes are plain arrays. */

const FEATURE_BITS = 16
export const FEATURES = 1 << FEATURE_BITS

/** Changes whenever a reading or a view changes: weights and indexes of another version do not fit. */
export const FEATURE_VERSION = 1

/**
 * A hash of a text, or of another hash and a text. Shifts instead of multiplications: a fresh process runs them several
 * times faster, and `featureOf` mixes the result.
 */
export function hashOf(text: string, start = 0): number {
  let hash = start
  for (let i = 0; i < text.length; i++) hash = ((hash << 5) | (hash >>> 27)) ^ text.charCodeAt(i)
  return hash
}

/** Spreads a hash evenly over the features. */
export function featureOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) >>> (32 - FEATURE_BITS)
}
