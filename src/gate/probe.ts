import { attemptedBy, type Masks } from './masks.ts'
import type { Execution, ProbeAnswer } from './observation.ts'
import { MAX_EXPECTED_CHARS, type Probe, type Task } from './task.ts'

/** A probe to run, and the subject of its answer. */
export type Question = Pick<ProbeAnswer, 'about' | 'name'> & { probe: Probe }

/** The result of a probe's command. `output` is null if it was truncated. */
export type Probed = { exit: number | null; output: string | null }

/** Returns the probes that are due. Affordances are probed only after an action that requires them has failed. */
export function questionsOf(task: Task, masks: Masks, execution: Execution | null): Question[] {
  const { violation, no_violation } = task.probes
  const failed = execution === null || execution.success ? [] : attemptedBy(task, execution)
  const doubted = Object.entries(task.affordances).filter(
    ([name]) => failed.includes(name) || masks.affordances[name] === 'unavailable',
  )
  return [
    ...(violation === undefined ? [] : [question('violation', 'violation', violation)]),
    ...(no_violation === undefined ? [] : [question('no_violation', 'no_violation', no_violation)]),
    ...doubted.flatMap(([name, { gone }]) => (gone === undefined ? [] : [question('gone', name, gone)])),
  ]
}

const question = (about: ProbeAnswer['about'], name: string, probe: Probe): Question => ({ about, name, probe })

/** Turns the result of a probe's command into an answer. */
export const answerOf = ({ about, name, probe }: Question, probed: Probed): ProbeAnswer => ({
  about,
  name,
  holds: holds(probe, probed),
  success: probed.exit === 0,
  exit: probed.exit,
})

/** Compares exactly, except for one newline at the end: programs print it, people do not write it. */
function holds({ exit, output }: Probe, probed: Probed): boolean {
  if (probed.exit === null) return false
  if (exit !== undefined && exit !== probed.exit) return false
  if (output === undefined) return true
  return probed.output !== null && probed.output.replace(/\r?\n$/, '') === output.replace(/\r?\n$/, '')
}

/** The size limit for a probe's output; longer output cannot match. */
export const MAX_PROBED_BYTES = 4 * (MAX_EXPECTED_CHARS + 2)
