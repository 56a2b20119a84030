import { randomInt } from 'node:crypto'

/** Whether expensive tests run at full length: `npm run test:long`. */
export const LONG: boolean = process.env['BAILIFF_LONG'] === '1'

/** The share of an expensive test that runs in every suite but the long one. */
export const SHARE: number = 1 / 20

/** How much of a test to run: all of `full` in the long suite, a twentieth of it (at least one) in every other. */
export const scaled = (full: number): number => (LONG ? full : Math.max(1, Math.round(full * SHARE)))

const FIXED_SEED = 20_260_101

let chosen: number | undefined

/**
 * The seed of a file's random tests: `BAILIFF_SEED` where it is set; otherwise a fixed one, so that every run of the
 * short suite tries the same cases, or a new one for each run of the long suite. Printed, so that a failure can be had again.
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
    throw new Error(`BAILIFF_SEED is a whole number below ${2 ** 31}, not "${given}".`)
  }
  return Number(given)
}
