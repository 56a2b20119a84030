import { z } from 'zod'
import { canonical } from '../ledger/canonical.ts'
import { LedgerError } from '../ledger/errors.ts'
import type { Json } from '../ledger/kinds.ts'
import { AFFORDANCES, CLAIMS, EVIDENCE, POSTURES } from './masks.ts'
import { isOwnAction, type Task } from './task.ts'

/** An agent's step: its belief, the action it wants, and free text, which matters only in the last step. */

const payload = z.record(z.string().max(200), z.unknown())

/** The shape of a step, independent of the task; `misfit` checks the names that a task defines. */
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

/** The size limit for a step, in bytes of JSON. */
export const MAX_STEP_BYTES = 512 << 10

export type ParsedStep = { ok: true; step: Step } | { ok: false; why: string }

/** Parses an agent's output as a step of this task. Never throws: returns the step or the reason why it is not one. */
export function parseStep(given: unknown, task: Task): ParsedStep {
  try {
    const text = JSON.stringify(given)
    if (text === undefined) return { ok: false, why: 'it is not JSON' }
    if (Buffer.byteLength(text) > MAX_STEP_BYTES)
      return { ok: false, why: `it is larger than ${MAX_STEP_BYTES >> 10} KB` }
    // Parsed from a copy, so that an agent in the same process cannot change the step afterwards.
    const checked = stepShape.safeParse(JSON.parse(text))
    if (!checked.success) return { ok: false, why: whyNot(checked.error.issues[0]) }
    canonical(checked.data as Json)
    const why = misfit(checked.data, task)
    return why === null ? { ok: true, step: checked.data } : { ok: false, why }
  } catch (error) {
    // The agent's fault: throwing getters, circular references, endless nesting, lone surrogates.
    return { ok: false, why: `it cannot be read: ${error instanceof LedgerError ? error.code : 'not JSON'}` }
  }
}

/** Renders the reason, for people only and without the agent's text: the agent gets INVALID_FORMAT, and its output is not kept. */
function whyNot(issue: z.core.$ZodIssue | undefined): string {
  const place = issue?.path.slice(0, 2).map(String).join('.') || 'the step'
  return `${place}: ${(issue && FAULTS[issue.code]) ?? 'invalid'}`
}

const FAULTS: { readonly [code: string]: string } = {
  invalid_type: 'missing or of the wrong type',
  invalid_value: 'not one of the permitted values',
  unrecognized_keys: 'unknown field',
  too_big: 'too long',
}

/** Returns the reason why a step does not fit the task, or null. */
function misfit({ belief, action }: Step, task: Task): string | null {
  const unknown = Object.keys(belief.affordances).find((name) => !Object.hasOwn(task.affordances, name))
  if (unknown !== undefined) return 'belief.affordances: unknown affordance'
  if (!isKnown(action.type, task)) return 'action.type: unknown action type'
  const missing = needsOf(action.type, task).find((name) => !isGiven(name, action.payload[name]))
  return missing === undefined ? null : `action.payload.${missing}: missing or invalid`
}

const isKnown = (type: string, { actions }: Task): boolean => isOwnAction(type) || Object.hasOwn(actions, type)

/** Returns the required payload fields of an action. */
export function needsOf(type: string, { actions }: Task): ('posture' | 'command' | 'content')[] {
  if (type === 'declare_posture') return ['posture']
  const action = actions[type]
  if (action?.runs === 'any') return ['command']
  return action?.writes === undefined ? [] : ['content']
}

/** Returns the part of a payload that is judged. */
export const judgedOf = ({ type, payload }: Action): Action['payload'] =>
  type === 'declare_posture' ? { posture: payload['posture'] } : {}

const isGiven = (name: string, value: unknown): boolean =>
  name === 'posture' ? POSTURES.some((posture) => posture === value) : typeof value === 'string'
