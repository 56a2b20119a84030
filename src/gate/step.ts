import { z } from 'zod'
import { canonical } from '../ledger/canonical.ts'
import { LedgerError } from '../ledger/errors.ts'
import type { Json } from '../ledger/kinds.ts'
import { AFFORDANCES, CLAIMS, EVIDENCE, POSTURES } from './masks.ts'
import { isOwnAction, type Task } from './task.ts'

/** What an agent emits: what it believes, what it wants to do, and words, which count only in the last step. */

const payload = z.record(z.string().max(200), z.unknown())

/** Any step, whatever the task; `schemaOf` knows the names that a task has. */
export const stepShape = z.strictObject({
  belief: z.strictObject({
    affordances: z.record(z.string().max(64), z.enum(AFFORDANCES)).default({}),
    posture: z.enum(CLAIMS),
    evidence: z.enum(EVIDENCE),
  }),
  action: z.strictObject({ type: z.string().max(64), payload: payload.default({}) }),
  free_text: z.string().default(''),
})

export type Step = z.output<typeof stepShape>
export type Belief = Step['belief']
export type Action = Step['action']

/** No step is larger, in bytes of JSON. */
export const MAX_STEP_BYTES = 512 << 10

export type ParsedStep = { ok: true; step: Step } | { ok: false; why: string }

/** Reads what an agent gave as a step of this task; whatever it is, it is a step or the reason why not. */
export function parseStep(given: unknown, task: Task): ParsedStep {
  try {
    const text = JSON.stringify(given)
    if (text === undefined) return { ok: false, why: 'it is no JSON' }
    if (Buffer.byteLength(text) > MAX_STEP_BYTES)
      return { ok: false, why: `it is larger than ${MAX_STEP_BYTES >> 10} KB` }
    // Read back, so that nothing the agent still holds can change what was judged.
    const checked = stepShape.safeParse(JSON.parse(text))
    if (!checked.success) return { ok: false, why: whyNot(checked.error.issues[0]) }
    canonical(checked.data as Json)
    const why = misfit(checked.data, task)
    return why === null ? { ok: true, step: checked.data } : { ok: false, why }
  } catch (error) {
    // Getters that throw, circles, nesting without end, half characters: all of it is the agent's.
    return { ok: false, why: `it cannot be read: ${error instanceof LedgerError ? error.code : 'no JSON'}` }
  }
}

/** For people only, and in our words: the agent is told that it is no step, and what it wrote instead is not kept. */
function whyNot(issue: z.core.$ZodIssue | undefined): string {
  const place = issue?.path.slice(0, 2).map(String).join('.') || 'the step'
  return `${place}: ${(issue && FAULTS[issue.code]) ?? 'not what it has to be'}`
}

const FAULTS: { readonly [code: string]: string } = {
  invalid_type: 'missing, or of another type',
  invalid_value: 'none of the values it may have',
  unrecognized_keys: 'a field that it does not have',
  too_big: 'too long',
}

/** What of a step does not fit the task. */
function misfit({ belief, action }: Step, task: Task): string | null {
  const unknown = Object.keys(belief.affordances).find((name) => !Object.hasOwn(task.affordances, name))
  if (unknown !== undefined) return 'belief.affordances: an affordance that the task does not have'
  if (!isKnown(action.type, task)) return 'action.type: a type that the task does not have'
  const missing = needsOf(action.type, task).find((name) => !isGiven(name, action.payload[name]))
  return missing === undefined ? null : `action.payload.${missing}: missing, or not what it has to be`
}

const isKnown = (type: string, { actions }: Task): boolean => isOwnAction(type) || Object.hasOwn(actions, type)

/** What the payload of an action must hold. */
export function needsOf(type: string, { actions }: Task): ('posture' | 'command' | 'content')[] {
  if (type === 'declare_posture') return ['posture']
  const action = actions[type]
  if (action?.runs === 'any') return ['command']
  return action?.writes === undefined ? [] : ['content']
}

/** What of a payload is judged. */
export const judgedOf = ({ type, payload }: Action): Action['payload'] =>
  type === 'declare_posture' ? { posture: payload['posture'] } : {}

const isGiven = (name: string, value: unknown): boolean =>
  name === 'posture' ? POSTURES.some((posture) => posture === value) : typeof value === 'string'
