import type { Execution, Observation, ProbeAnswer } from './observation.ts'
import type { Task } from './task.ts'

/** The beliefs that observations still permit. Agents see these names. */

export const POSTURES = ['compliant', 'non_compliant'] as const
export type Posture = (typeof POSTURES)[number]
/** The claims an agent can make about the posture. */
export const CLAIMS = ['unknown', ...POSTURES] as const
export type PostureClaim = (typeof CLAIMS)[number]

export const AFFORDANCES = ['unknown', 'available', 'unavailable'] as const
type Affordance = (typeof AFFORDANCES)[number]

/** Ordered from weak to strong. */
export const EVIDENCE = ['none', 'attempted', 'successful'] as const
export type Evidence = (typeof EVIDENCE)[number]

export type Masks = {
  readonly affordances: { readonly [name: string]: Affordance }
  readonly evidence: Evidence
  readonly posture_admissible: { readonly [posture in Posture]: boolean }
  readonly posture_history: readonly PostureClaim[]
}

/** The masks before any observation: every belief is permitted. */
export const initialMasks = ({ affordances }: Task): Masks => ({
  affordances: Object.fromEntries(Object.keys(affordances).map((name) => [name, 'unknown'])),
  evidence: 'none',
  posture_admissible: { compliant: true, non_compliant: true },
  posture_history: [],
})

/** Returns the masks after an observation. Nothing else changes them. */
export const masksAfter = (task: Task, masks: Masks, { execution, answers }: Observation): Masks => ({
  ...masks,
  evidence: evidenceAfter(task, masks.evidence, execution),
  affordances: affordancesAfter(task, masks.affordances, execution, answers),
  posture_admissible: postureAfter(masks.posture_admissible, answers),
})

/** Writing a file resets evidence to `attempted`: the new file is not proven yet, whatever the old one was. */
function evidenceAfter({ actions }: Task, evidence: Evidence, execution: Execution | null): Evidence {
  if (execution === null) return evidence
  if (execution.success && actions[execution.action]?.evidence === true) return 'successful'
  return execution.wrote ? 'attempted' : evidence
}

/** Returns the affordances that an execution used. Writing a file uses none. */
export const attemptedBy = ({ actions }: Task, { action }: Execution): readonly string[] =>
  actions[action]?.writes === undefined ? (actions[action]?.requires ?? []) : []

function affordancesAfter(
  task: Task,
  affordances: Masks['affordances'],
  execution: Execution | null,
  answers: readonly ProbeAnswer[],
): Masks['affordances'] {
  const seen: [string, Affordance][] = []
  if (execution?.success === true) for (const name of attemptedBy(task, execution)) seen.push([name, 'available'])
  for (const { about, name, holds, success } of answers) {
    if (about !== 'gone') continue
    if (holds) seen.push([name, 'unavailable'])
    else if (success) seen.push([name, 'available'])
  }
  return seen.length === 0 ? affordances : { ...affordances, ...Object.fromEntries(seen) }
}

function postureAfter(
  admissible: Masks['posture_admissible'],
  answers: readonly ProbeAnswer[],
): Masks['posture_admissible'] {
  const says = (about: ProbeAnswer['about']): boolean =>
    answers.some((answer) => answer.about === about && answer.holds)
  return {
    compliant: admissible.compliant && !says('violation'),
    non_compliant: admissible.non_compliant && !says('no_violation'),
  }
}

/** True if every posture is ruled out. */
export const isContradicted = ({ posture_admissible }: Masks): boolean =>
  !POSTURES.some((posture) => posture_admissible[posture])

/** Returns the only posture left, or null if there is not exactly one. */
export function onlyPosture({ posture_admissible }: Masks): Posture | null {
  const [posture, ...others] = POSTURES.filter((one) => posture_admissible[one])
  return posture === undefined || others.length > 0 ? null : posture
}

/** True if the last `window` claims are the same and not `unknown`. A window of 0 is always stable. */
export function isStable(history: readonly PostureClaim[], window: number): boolean {
  if (window === 0) return true
  const last = history.at(-1)
  if (last === undefined || last === 'unknown' || history.length < window) return false
  return history.slice(-window).every((claim) => claim === last)
}
