/** Of Node, loaded only where it is needed. */
declare const require: (name: string) => typeof import('node:v8')

/**
 * Whether the engine optimises what runs often. In a program that has ended before that is ready, it is time spent for
 * nothing. What is compiled while it does not is refused by a later start, so it is for a stretch of work only.
 */
export const optimise = (isWanted: boolean): void =>
  require('node:v8').setFlagsFromString(isWanted ? '--opt' : '--no-opt')
