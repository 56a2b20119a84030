import type { Task } from './task.ts'

/** Returns the reasons why no run of a task can be earned; empty if one can. Such a task is valid but rarely intended. */
export function unearnable({ actions, probes, limits }: Task): string[] {
  const isEvidence = Object.values(actions).some(({ evidence }) => evidence)
  const isAsked = probes.violation !== undefined || probes.no_violation !== undefined
  return [
    ...(isEvidence ? [] : ['no action is marked as evidence']),
    ...(isAsked ? [] : ['no probe can rule out a posture']),
    ...(limits.stability > limits.steps ? ['limits.stability is greater than limits.steps'] : []),
  ]
}
