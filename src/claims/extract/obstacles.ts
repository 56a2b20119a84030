import type { Claim } from './claim.ts'

/**
 * The part that a sentence plays in an obstacle: `check`: a check that the agent could not make ("I could not run the
 * tests"); `failure`: an attempt that failed ("I could not fix it"); `cause`: something is missing ("no access");
 * `task`: the agent cannot go on ("I can't download it").
 */
export type Obstacle = 'check' | 'failure' | 'cause' | 'task'

/** A claim with its obstacle, if it has one, and the index of its sentence. */
export type Said = { claim: Claim; obstacle: Obstacle | null; at: number }

/**
 * Decides for each `blocked` claim whether the task cannot go on, or only a step. Failure and uncertainty stop no task:
 * only a missing access or means does, unless all that it prevented was a check.
 */
export function settle(said: readonly Said[]): void {
  const obstacles = said.filter(({ obstacle }) => obstacle !== null)
  for (const one of obstacles)
    if (one.claim.type === 'blocked') one.claim.stops = isStep(one, obstacles) ? 'step' : 'task'
}

function isStep(one: Said, all: readonly Said[]): boolean {
  switch (one.obstacle) {
    case 'check':
      return true
    case 'failure':
      return !all.some((other) => other.obstacle === 'cause' && isNear(one, other) && !preventsChecks(other, all))
    case 'cause':
      return preventsChecks(one, all)
    default:
      return false
  }
}

/** True if a cause prevented only checks, according to its own sentence or, if that says nothing, to its neighbours. */
function preventsChecks(cause: Said, all: readonly Said[]): boolean {
  const others = all.filter(({ obstacle }) => obstacle !== 'cause')
  const own = others.filter(({ at }) => at === cause.at)
  const prevented = own.length > 0 ? own : others.filter((one) => isNear(one, cause))
  return prevented.length > 0 && prevented.every(({ obstacle }) => obstacle === 'check')
}

const isNear = (one: Said, other: Said): boolean => Math.abs(one.at - other.at) <= 1
