import type { z } from 'zod'
import type { IsWeaker } from '../compare.ts'
import type { Validator } from '../policy.ts'
import type { RouteSource } from './route.ts'

/** The parts of a written policy that a validator may depend on. */
export type PolicyParts = {
  validators: { [name: string]: object }
  pins: string[]
  outputs: string[]
  contract: { ladder: RouteSource[] }
}

/** Reports a problem at a path within the validator. */
export type Report = (path: string[], message: string) => void

/**
 * Everything that a policy knows about one kind of validator. `claims/validators/` runs it.
 * The functions are methods, because TypeScript checks method parameters bivariantly: a table of all kinds accepts any validator.
 */
export type Kind<Schema extends z.ZodObject, Compiled extends Validator> = {
  /** The fields that people write. */
  readonly schema: Schema
  /** Reports problems that involve more than one field. */
  check?(source: z.output<Schema>, policy: PolicyParts, report: Report): void
  compile(source: z.output<Schema>, policy: PolicyParts): Compiled
  /** Completes the sentence "<name>: …". */
  describe(validator: Compiled): string
  /** For each field that can weaken the policy: true if the new value asks less of the agent. */
  readonly weaker?: { readonly [field in FieldOf<Compiled>]?: IsWeaker }
}

type FieldOf<Compiled> = Compiled extends unknown ? keyof Compiled : never

/** Defines a kind with inferred types. */
export const defineKind = <Schema extends z.ZodObject, Compiled extends Validator>(
  kind: Kind<Schema, Compiled>,
): Kind<Schema, Compiled> => kind
