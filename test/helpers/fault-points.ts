import type { Ended, Fault } from './children.ts'
import { LONG } from './scale.ts'

/**
 * Where a fault is to strike a program: at every operation in the long suite, otherwise once at each kind of operation
 * and at the last. Runs the program once without a fault to learn what it does.
 */
export async function faultPoints(how: string, run: (fault: Omit<Fault, 'home'>) => Promise<Ended>): Promise<number[]> {
  const { stderr } = await run({ at: 0, how })
  const labels = [...stderr.matchAll(/^could (.*)$/gm)].map(([, label = '']) => label)
  if (labels.length === 0) throw new Error(`No operation for "${how}" to strike: ${stderr}`)
  const kinds = labels.map(kindOf)
  const points = labels.map((_, i) => i + 1)
  return LONG ? points : points.filter((at) => at === labels.length || kinds.indexOf(kinds[at - 1] ?? '') === at - 1)
}

/** The operation without what is different each time: numbers, hashes and random names. */
const kindOf = (label: string): string => label.replace(/[0-9a-f]{8,}|\d{3,}/g, '#')
