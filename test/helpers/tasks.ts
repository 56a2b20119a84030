import type { Execution, ProbeAnswer } from '../../src/gate/observation.ts'
import { parseTask } from '../../src/gate/parse.ts'
import type { Step } from '../../src/gate/step.ts'
import type { Task } from '../../src/gate/task.ts'

/** A task with one affordance and an action of every kind. */
export const TASK_TEXT = `version: 1
goal: Find out.
affordances:
  engine: { gone: { command: ./engine ping, exit: 69 } }
actions:
  write: { writes: artifact.txt, requires: [engine] }
  apply: { runs: ./engine apply artifact.txt, requires: [engine], evidence: true }
  look: { runs: ./engine report }
  shell: { runs: any }
  think: {}
probes:
  violation: { command: ./engine check, output: 'false' }
  no_violation: { command: ./engine check, output: 'true' }
`

/** Parses a task, or throws with all its problems. */
export function taskOf(text: string): Task {
  const parsed = parseTask(Buffer.from(text))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.task
}

/** The task above with other limits. */
export const taskWith = (limits: Partial<Task['limits']>): Task => {
  const task = taskOf(TASK_TEXT)
  return { ...task, limits: { ...task.limits, ...limits } }
}

/** A step that by default claims little. */
export const stepOf = (
  type: string,
  belief: Partial<Step['belief']> = {},
  payload: Step['action']['payload'] = {},
): Step => ({
  belief: { affordances: {}, posture: 'unknown', evidence: 'none', ...belief },
  action: { type, payload },
  free_text: '',
})

export const executionOf = (action: string, facts: Partial<Execution> = {}): Execution => ({
  action,
  command: `./${action}`,
  success: true,
  exit: 0,
  wrote: false,
  droppedBytes: 0,
  output_summary: '',
  ...facts,
})

export const saying = (about: ProbeAnswer['about'], facts: Partial<ProbeAnswer> = {}): ProbeAnswer => ({
  about,
  name: about === 'gone' ? 'engine' : about,
  holds: true,
  success: about !== 'gone',
  exit: about === 'gone' ? 69 : 0,
  ...facts,
})
