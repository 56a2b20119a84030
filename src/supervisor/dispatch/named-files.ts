import { isBuildOutput } from '../../dispatch/diff/usual.ts'
import { isWithin } from '../../dispatch/protection/place.ts'
import type { DispatchPolicy } from '../../policy/dispatch.ts'
import type { ReadCall } from './protect.ts'

/** The part of a call that may have to be undone: the project files that it names as changed, and whether it may move a branch. */
export type Named = { project: string; paths: readonly string[]; movesHead: boolean }

/** Maximum number of files per call. */
const MAX_NAMED = 16

/** Build output is left out: builds change it, and people remove it. */
export function namedBy({ aims, real, attempt }: ReadCall, project: string, policy: DispatchPolicy): Named {
  const paths = aims.flatMap(({ how, path: { text } }) => {
    if (how !== 'write' || text === null) return []
    const path = real.get(text) ?? text
    return isWithin(path, project) && !isBuildOutput(path.slice(project.length + 1), policy) ? [path] : []
  })
  return {
    project,
    paths: [...new Set(paths)].slice(0, MAX_NAMED),
    movesHead: attempt.runs.some(({ git }) => git !== null && MOVING.includes(` ${git.name} `)),
  }
}

/** Git commands that may move the current branch. */
const MOVING = ' commit merge rebase reset revert cherry-pick pull am '
