import { randomInt } from 'node:crypto'

/** True if expensive tests run at full length: `npm run test:long`. */
export const LONG: boolean = process.env['BAILIFF_LONG'] === '1'

/** The share of an expensive test that runs outside the long suite. */
export const SHARE: number = 1 / 20

/** The number of cases to run: all of `full` in the long suite, otherwise a twentieth (at least one). */
export const scaled = (full: number): number => (LONG ? full : Math.max(1, Math.round(full * SHARE)))

const FIXED_SEED = 20_260_101

let chosen: number | undefined

/**
 * The seed of a file's random tests: `BAILIFF_SEED` if set. Otherwise the short suite uses a fixed seed, so that every run
 * tries the same cases, and the long suite a new one each run. It is printed so that a failure can be reproduced.
 */
export function seed(): number {
  if (chosen === undefined) {
    chosen = seedFrom(process.env['BAILIFF_SEED'])
    console.log(`seed ${chosen} (BAILIFF_SEED=${chosen}${LONG ? ' BAILIFF_LONG=1' : ''} repeats this run)`)
  }
  return chosen
}

function seedFrom(given: string | undefined): number {
  if (given === undefined || given === '') return LONG ? randomInt(2 ** 31) : FIXED_SEED
  if (!/^\d{1,10}$/.test(given) || Number(given) >= 2 ** 31) {
    throw new Error(`BAILIFF_SEED must be a whole number below ${2 ** 31}, not "${given}".`)
  }
  return Number(given)
}
