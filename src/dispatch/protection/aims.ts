import { invocationOf } from '../../shell/invocation.ts'
import { Refusal } from '../../shell/limits.ts'
import { pathsOf } from '../../shell/paths.ts'
import type { Invocation } from '../../shell/run.ts'
import { known, type Value } from '../../shell/value.ts'
import type { Attempt } from '../attempt.ts'
import { doneToFound, testsOf } from '../find.ts'
import { reachesOf } from '../reaches.ts'
import { atHome, saidOf } from '../words.ts'
import type { Aim } from './judge.ts'
import { bailiffArgs, withoutHome } from './person-only.ts'
import type { Protection } from './place.ts'

const START: readonly Value[] = [[{ kind: 'start' }]]
const MAX_AIMS = 20_000

/** The paths that a call aims at. Throws a `Refusal` if there are too many to judge. */
export function aimsOf(attempt: Pick<Attempt, 'runs' | 'files'>, protection: Protection): Aim[] {
  const aims: Aim[] = []
  const add = (
    { how, below, tests }: Done,
    value: Value,
    cwds: readonly Value[],
    run: Invocation | null = null,
  ): void => {
    for (const path of pathsOf(atHome(value), cwds, protection.world)) {
      if (aims.length === MAX_AIMS) throw new Refusal('too-many', 0)
      const said = below === 'cleaned' ? ['git', ...(run?.texts ?? [])].join(' ') : saidOf(value)
      const aim = { how, below, tests, path, said }
      aims.push(path.found === null ? aim : foundAim(aim, path.found, run?.name ?? null))
    }
  }
  for (const file of attempt.files) add(file, known(file.path.replace(/^file:\/\//, '')), START)
  for (const run of attempt.runs) {
    const isOurs = bailiffArgs(run, { protection, real: NONE }).length > 0
    const reaching = isOurs ? invocationOf({ ...run, args: withoutHome(run) }) : run
    for (const reach of reachesOf(reaching)) add(reach, reach.path, run.cwds, run)
    if (run.program?.some((piece) => piece.kind === 'text' && piece.text.includes('/'))) {
      add({ how: 'read', below: 'nothing', tests: null }, run.program, run.cwds)
    }
  }
  return aims
}

type Done = Pick<Aim, 'how' | 'below' | 'tests'>

/** Turns an action on files found in a folder into an action below that folder. */
function foundAim(aim: Aim, by: readonly Value[], name: string | null): Aim {
  const folder = aim.path.folder
  const below = doneToFound(name, aim.how, aim.below)
  return { ...aim, below, tests: testsOf(by), path: { ...aim.path, text: folder, pattern: folder, found: null } }
}

const NONE: ReadonlyMap<string, string> = new Map()
