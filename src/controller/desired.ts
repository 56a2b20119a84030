import { z } from 'zod'
import { isObject, type Json, type JsonObject } from '../ledger/kinds.ts'
import { contains } from './contains.ts'
import { isRef } from './refs.ts'

/** The settings of the built-in decide agent: the state that each target should have. */
export const desiredSchema = z.strictObject({
  desired: z
    .array(
      z.strictObject({
        effect_ref: z.string().refine(isRef, 'must be a ref such as resource:config:app.conf'),
        observed: z
          .array(z.string())
          .min(1)
          .describe('where the snapshot shows the state: the name of a sensor, then the keys in its value'),
        target_state: z.record(z.string(), z.json()),
        expected: z
          .json()
          .describe('what the snapshot shows in this state, null if nothing; default: target_state')
          .optional(),
      }),
    )
    .default([]),
  summary: z.string().max(2000).optional(),
})
export type Desired = z.output<typeof desiredSchema>

/** Returns the targets that are not in their desired state, in the order given. */
export const deviations = ({ desired }: Desired, environment: JsonObject): Desired['desired'] =>
  desired.filter(
    ({ observed, target_state, expected = target_state }) =>
      !contains(valueAt(environment, observed) ?? null, expected as Json),
  )

/** The value at a path of keys; undefined if there is none. */
export const valueAt = (environment: JsonObject, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((at, key) => (isObject(at) ? own(at as JsonObject, key) : undefined), environment)

const own = (value: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(value, key) ? (value[key] as Json) : undefined
