import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ended, type Fault, hitOf } from './children.ts'
import { LONG } from './scale.ts'
import { tempDir } from './temp.ts'

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
  return chosenOf(labels, asked)
}

function chosenOf(labels: readonly string[], asked: readonly string[]): number[] {
  const kinds = labels.map(kindOf)
  const firstOf = (prefix: string): number => labels.findIndex((label) => label.startsWith(prefix))
  const chosen = new Set([...kinds.map((kind) => kinds.indexOf(kind)), ...asked.map(firstOf), labels.length - 1])
  return labels.flatMap((_, i) => (LONG || chosen.has(i) ? [i + 1] : []))
}

/** The operation and its folder in the home. */
const kindOf = (label: string): string => label.split('/', 1)[0] ?? label

type Play = (home: string, fault: Omit<Fault, 'home'>) => Promise<Ended>

/** What a program left behind that was killed at an operation, and what it had printed. Half a write was done, or none. */
export type Killed = { how: 'kill' | 'half'; home: string; hit: string; stdout: string }

/**
 * The states that a kill leaves behind, at each operation that `faultPoints` chooses. The long suite kills a process for
 * each. Otherwise a process is killed before the first operation and in the first write, and all other states are copies
 * that one undisturbed run made of its home. `fresh` makes the initial state.
 */
export async function* killedEverywhere(
  asked: readonly string[],
  fresh: () => string,
  play: Play,
): AsyncGenerator<Killed> {
  const into = tempDir()
  const { code, stderr } = await play(fresh(), { at: 0, how: 'copies', into })
  if (code !== 0) throw new Error(`Exit code ${code}: ${stderr}`)
  for (const how of ['kill', 'half'] as const) {
    const labels = [...stderr.matchAll(new RegExp(`^could ${how} (.*)$`, 'gm'))].map(([, label = '']) => label)
    if (labels.length === 0) throw new Error(`No operation for fault "${how}": ${stderr}`)
    for (const at of chosenOf(labels, asked)) {
      const home = join(into, `${how}-${at}`)
      if (LONG || at === 1) yield await kill(how, at, fresh(), play)
      else yield { how, home, hit: labels[at - 1] ?? '', stdout: readFileSync(`${home}.out`, 'utf8') }
    }
  }
}

async function kill(how: Killed['how'], at: number, home: string, play: Play): Promise<Killed> {
  const ended = await play(home, { at, how })
  const hit = hitOf(ended)
  if (hit === null || ended.signal !== 'SIGKILL') throw new Error(`Operation ${at} did not happen: ${ended.stderr}`)
  return { how, home, hit, stdout: ended.stdout }
}
