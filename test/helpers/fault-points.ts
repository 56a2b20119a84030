import type { Ended, Fault } from './children.ts'
import { LONG } from './scale.ts'

/**
 * Chooses the operations at which a fault hits a program. The long suite tries every operation. Other suites try the first
 * of each kind, the first whose label begins with each of `asked`, and the last. Runs the program once without a fault to
 * list its operations.
 */
export async function faultPoints(
  how: string,
  asked: readonly string[],
  run: (fault: Omit<Fault, 'home'>) => Promise<Ended>,
): Promise<number[]> {
  const { code, stderr } = await run({ at: 0, how })
  const labels = [...stderr.matchAll(/^could (.*)$/gm)].map(([, label = '']) => label)
  if (code !== 0 || labels.length === 0)
    throw new Error(`No operation for fault "${how}", exit code ${code}: ${stderr}`)
  const kinds = labels.map(kindOf)
  const firstOf = (prefix: string): number => labels.findIndex((label) => label.startsWith(prefix))
  const chosen = new Set([...kinds.map((kind) => kinds.indexOf(kind)), ...asked.map(firstOf), labels.length - 1])
  return labels.flatMap((_, i) => (LONG || chosen.has(i) ? [i + 1] : []))
}

/** The operation and its folder in the home. */
const kindOf = (label: string): string => label.split('/', 1)[0] ?? label
