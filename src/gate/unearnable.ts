import type { Task } from './task.ts'

/** Why no run of a task can ever be earned; nothing where one can. Such a task is no mistake, but seldom what is meant. */
export function unearnable({ actions, probes, limits }: Task): string[] {
  const isEvidence = Object.values(actions).some(({ evidence }) => evidence)
  const isAsked = probes.violation !== undefined || probes.no_violation !== undefined
  return [
    ...(isEvidence ? [] : ['no action is marked as evidence']),
    ...(isAsked ? [] : ['no probe can rule out a posture']),
    ...(limits.stability > limits.steps ? ['stability asks for more steps than there are'] : []),
  ]
}
