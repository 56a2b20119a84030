import { z } from 'zod'
import { strict } from '../fields.ts'
import { defineKind } from './kind.ts'

export const ladderExhaustionProof = defineKind({
  schema: strict({ kind: z.literal('ladder_exhaustion_proof') }).describe(
    'every rung of the contract’s ladder was tried and failed',
  ),
  check(_, { contract }, report) {
    if (contract.ladder.length === 0) report([], 'The contract has no ladder. List its routes under contract.ladder:.')
  },
  compile: ({ kind }) => ({ kind }),
  describe: () => 'every rung of the ladder was tried and failed',
})
