/** Node's `require`: loads the module on first use. */
declare const require: (name: string) => typeof import('node:v8')

/** V8's default: functions with more bytecode than this are not optimised. */
const DEFAULT_BYTES = 60 << 10

let isOn = true

/**
 * Turns V8's optimisation of hot functions on or off, and returns whether it was on. It is wasted on a program that exits before
 * the optimised code is ready. Turn it on again before code is kept: V8 rejects code compiled under other flags. `--no-opt` would
 * be clearer, but Node 22 rejects code compiled under it, even after the flag is reset.
 */
export function optimise(isWanted: boolean): boolean {
  const wasOn = isOn
  if (isWanted !== wasOn)
    require('node:v8').setFlagsFromString(`--max-optimized-bytecode-size=${isWanted ? DEFAULT_BYTES : 0}`)
  isOn = isWanted
  return wasOn
}
