import type { Weakened } from './weakened.ts'

const MAX_NAMED = 3
const MAX_NAME = 80

/** Names the first few tests and how each was weakened, on one line. */
export function nameTests(weakened: readonly Weakened[]): string {
  const named = weakened.slice(0, MAX_NAMED).map(({ test, how }) => `"${shortened(test)}" (${how})`)
  const left = weakened.length - named.length
  return `${named.join(', ')}${left === 0 ? '' : ` and ${left} more`}`
}

/** The end of a name tells tests of one file apart. */
function shortened(name: string): string {
  const letters = [...name.replace(/\s+/g, ' ').trim()]
  return letters.length <= MAX_NAME ? letters.join('') : `…${letters.slice(1 - MAX_NAME).join('')}`
}
