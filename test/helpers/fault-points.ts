import type { Ended, Fault } from './children.ts'
import { LONG } from './scale.ts'

/**
 * Where a fault is to strike a program: at every operation in the long suite, otherwise once at each kind of operation, at
 * those that are asked for by the beginning of their label, and at the last. Runs the program once without a fault to
 * learn what it does.
 */
export async function faultPoints(
  how: string,
  asked: readonly string[],
  run: (fault: Omit<Fault, 'home'>) => Promise<Ended>,
): Promise<number[]> {
  const { code, stderr } = await run({ at: 0, how })
  const labels = [...stderr.matchAll(/^could (.*)$/gm)].map(([, label = '']) => label)
  if (code !== 0 || labels.length === 0)
    throw new Error(`Nothing to strike with "${how}", exit code ${code}: ${stderr}`)
  const kinds = labels.map(kindOf)
  const firstOf = (prefix: string): number => labels.findIndex((label) => label.startsWith(prefix))
  const chosen = new Set([...kinds.map((kind) => kinds.indexOf(kind)), ...asked.map(firstOf), labels.length - 1])
  return labels.flatMap((_, i) => (LONG || chosen.has(i) ? [i + 1] : []))
}

/** What is done, and in which folder of the home. */
const kindOf = (label: string): string => label.split('/', 1)[0] ?? label
