/** Of Node, loaded only where it is needed. */
declare const require: (name: string) => typeof import('node:v8')

/** Above so many bytes of bytecode V8 optimises no function; this is its own default. */
const DEFAULT_BYTES = 60 << 10

/**
 * Whether the engine optimises what runs often. In a program that has ended before that is ready, it is time spent for
 * nothing. `--no-opt` says so more plainly, but Node 22 refuses code that was compiled after it, also once it is taken back.
 */
export const optimise = (isWanted: boolean): void =>
  require('node:v8').setFlagsFromString(`--max-optimized-bytecode-size=${isWanted ? DEFAULT_BYTES : 0}`)
