/** Node's `require`: loads the module on first use. */
declare const require: (name: string) => typeof import('node:v8')

/** V8 does not optimise functions with more bytecode than this. V8's own default. */
const DEFAULT_BYTES = 60 << 10

/**
 * Turns V8's optimisation of hot functions on or off. A program that exits before the optimised code is ready wastes the
 * time. `--no-opt` would be clearer, but Node 22 rejects code compiled under it, even after the flag is reset.
 */
export const optimise = (isWanted: boolean): void =>
  require('node:v8').setFlagsFromString(`--max-optimized-bytecode-size=${isWanted ? DEFAULT_BYTES : 0}`)
