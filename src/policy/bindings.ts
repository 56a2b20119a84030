import { z } from 'zod'
import { name, named, strict } from './fields.ts'

/** Bindings of claims to validators, as people write them. */

const demandObject = strict({
  validator: name.describe('the validator'),
  minimum: z
    .record(name, z.int().min(1).max(1_000_000))
    .describe('minimum values it must be run with: required_runs, min_tests, distinct_routes_attempted')
    .default({}),
  given: z.array(name).max(50).describe('arguments that must be given').default([]),
})
type DemandSource = z.output<typeof demandObject>

const demand = z.union([
  name.transform((validator): DemandSource => ({ validator, minimum: {}, given: [] })),
  demandObject,
])
const demands = z.array(demand).min(1).max(50)

/** Short forms: one validator, or a list of validators that must all pass. */
const needs = z.union([
  name.transform((validator) => matching('all', [{ validator, minimum: {}, given: [] }])),
  demands.transform((list) => matching('all', list)),
  strict({ all: demands.describe('all of these must pass') }).transform(({ all }) => matching('all', all)),
  strict({ any: demands.describe('at least one of these must pass') }).transform(({ any }) => matching('any', any)),
])

/** In a scope, an empty list means that nothing is required there. */
const scopedNeeds = z.union([
  needs,
  z
    .array(demand)
    .max(0)
    .transform(() => matching('all', [])),
])

const matching = (match: 'all' | 'any', list: DemandSource[]): Needs => ({ match, demands: list })

export type Needs = { match: 'all' | 'any'; demands: DemandSource[] }

/** The validators a claim needs by default, and those it needs instead in some scopes. */
export const binding = z.union([
  needs.transform((everywhere): BindingSource => ({ everywhere, scopes: {} })),
  strict({
    everywhere: needs.describe('validators the claim needs where no scope applies').exactOptional(),
    scopes: named(scopedNeeds).describe(
      'validators the claim needs if only files in this scope changed; [] means that it needs none there',
    ),
  }).transform(({ everywhere = null, scopes }): BindingSource => ({ everywhere, scopes })),
])

export type BindingSource = { everywhere: Needs | null; scopes: { [scope: string]: Needs } }
