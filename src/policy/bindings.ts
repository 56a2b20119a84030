import { z } from 'zod'
import { name, named, strict } from './fields.ts'

/** Which validators support which claims, as people write it. */

const demandObject = strict({
  validator: name.describe('the validator'),
  minimum: z
    .record(name, z.int().min(1).max(1_000_000))
    .describe('the least it must be asked for: required_runs, min_tests, distinct_routes_attempted')
    .default({}),
  given: z.array(name).max(50).describe('arguments that must be given').default([]),
})
type DemandSource = z.output<typeof demandObject>

const demand = z.union([
  name.transform((validator): DemandSource => ({ validator, minimum: {}, given: [] })),
  demandObject,
])
const demands = z.array(demand).min(1).max(50)

/** Short: one validator, or a list of which all must pass. */
const needs = z.union([
  name.transform((validator) => matching('all', [{ validator, minimum: {}, given: [] }])),
  demands.transform((list) => matching('all', list)),
  strict({ all: demands.describe('all of these must pass') }).transform(({ all }) => matching('all', all)),
  strict({ any: demands.describe('one of these must pass') }).transform(({ any }) => matching('any', any)),
])

const matching = (match: 'all' | 'any', list: DemandSource[]): Needs => ({ match, demands: list })

export type Needs = { match: 'all' | 'any'; demands: DemandSource[] }

/** What a claim needs everywhere, and what it needs in some scopes instead. */
export const binding = z.union([
  needs.transform((everywhere): BindingSource => ({ everywhere, scopes: {} })),
  strict({
    everywhere: needs.describe('what it needs wherever no scope says otherwise').exactOptional(),
    scopes: named(needs).describe('what it needs where only files of this scope are concerned'),
  }).transform(({ everywhere = null, scopes }): BindingSource => ({ everywhere, scopes })),
])

export type BindingSource = { everywhere: Needs | null; scopes: { [scope: string]: Needs } }
