import { pathsOf } from '../shell/paths.ts'
import { known, type Value } from '../shell/value.ts'
import type { Attempt } from './attempt.ts'
import type { Aim } from './judge.ts'
import { bailiffArgs, withoutHome } from './person-only.ts'
import type { Protection } from './place.ts'
import { reachesOf } from './reaches.ts'
import { atHome, saidOf } from './words.ts'

const START: readonly Value[] = [[{ kind: 'start' }]]
const MAX_AIMS = 2_000

/** Everything that a call aims at. Bounded. */
export function aimsOf(attempt: Pick<Attempt, 'runs' | 'files'>, protection: Protection): Aim[] {
  const aims: Aim[] = []
  const add = ({ how, below, tests }: Omit<Aim, 'path' | 'said'>, value: Value, cwds: readonly Value[]): void => {
    for (const path of pathsOf(atHome(value), cwds, protection.world))
      if (aims.length < MAX_AIMS) aims.push({ how, below, tests, path, said: saidOf(value) })
  }
  for (const file of attempt.files) add(file, known(file.path.replace(/^file:\/\//, '')), START)
  for (const [i, run] of attempt.runs.entries()) {
    const isOurs = bailiffArgs(run, { protection, real: NONE }).length > 0
    const reaching = isOurs ? { ...run, args: withoutHome(run.args) } : run
    for (const reach of reachesOf(reaching, attempt.runs[i + 1])) add(reach, reach.path, run.cwds)
    if (run.program?.some((piece) => piece.kind === 'text' && piece.text.includes('/'))) {
      add({ how: 'read', below: 'nothing', tests: null }, run.program, run.cwds)
    }
  }
  return aims
}

const NONE: ReadonlyMap<string, string> = new Map()
