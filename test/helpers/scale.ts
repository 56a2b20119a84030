import { randomInt } from 'node:crypto'

/** True if expensive tests run at full length: `npm run test:long`. */
export const LONG: boolean = process.env['BAILIFF_LONG'] === '1'

/** The share of an expensive test that runs outside the long suite. */
export const SHARE: number = 1 / 20

/** The number of cases to run: all of `full` in the long suite, otherwise `short`, a twentieth unless given. */
export const scaled = (full: number, short: number = Math.max(1, Math.round(full * SHARE))): number =>
  LONG ? full : short

const FIXED_SEED = 20_260_101

/** Draws the seed of a long run. It is drawn before any test process starts, so that all use the same. */
export function drawSeed(): void {
  if (LONG) process.env['BAILIFF_SEED'] ||= String(randomInt(2 ** 31))
}

/**
 * The seed of random tests: `BAILIFF_SEED` if set. Otherwise the short suite uses a fixed seed, so that every run tries the
 * same cases, and the long suite a new one each run.
 */
export function seed(): number {
  const given = process.env['BAILIFF_SEED'] ?? ''
  if (given === '') return FIXED_SEED
  if (!/^\d{1,10}$/.test(given) || Number(given) >= 2 ** 31) {
    throw new Error(`BAILIFF_SEED must be a whole number below ${2 ** 31}, not "${given}".`)
  }
  return Number(given)
}
