import { z } from 'zod'
import { isLess } from '../compare.ts'
import { strict } from '../fields.ts'
import { defineKind, type PolicyParts } from './kind.ts'
import { type RouteSource, route, toRoute } from './route.ts'

export const fetchAttemptProof = defineKind({
  schema: strict({
    kind: z.literal('fetch_attempt_proof'),
    routes: z
      .array(route)
      .max(50)
      .describe('the routes that count as attempts; default: the contract’s ladder')
      .default([]),
    distinct_routes_attempted: z
      .int()
      .min(1)
      .max(50)
      .describe('how many different routes must have been tried and failed')
      .default(3),
  }).describe('several routes were tried, and each failed'),
  check({ routes, distinct_routes_attempted: wanted }, policy, report) {
    if (new Set(countedRoutes(routes, policy).map(({ name }) => name)).size < wanted)
      report(
        [],
        `It requires ${wanted} different routes, but fewer are listed. Add them under routes: or contract.ladder:.`,
      )
  },
  compile: ({ kind, routes, distinct_routes_attempted: distinctRoutesAttempted }, policy) => ({
    kind,
    routes: countedRoutes(routes, policy).map(toRoute),
    distinctRoutesAttempted,
  }),
  describe: ({ routes, distinctRoutesAttempted }) =>
    `${distinctRoutesAttempted} of ${routes.map(({ name }) => name).join(', ')} were tried and failed`,
  weaker: { distinctRoutesAttempted: isLess },
})

const countedRoutes = (own: readonly RouteSource[], { contract }: PolicyParts): readonly RouteSource[] =>
  own.length > 0 ? own : contract.ladder
