import { describe, expect, it } from 'vitest'
import type { Claim } from '../../src/claims/extract/claim.ts'
import { extractClaims } from '../../src/claims/extract/extract.ts'

/** A claim by name. `report` is a `done` that only reports, `hedged` any claim stated with doubt. */
type ClaimName = Claim['type'] | 'report' | 'hedged'

/** A rule with sentences that make its claims, and sentences that come close but make none of them. */
export type ClaimFamily = {
  rule: string
  types: readonly ClaimName[]
  makes: readonly string[]
  comesClose: readonly string[]
}

const nameOf = (claim: Claim): ClaimName => (claim.hedged ? 'hedged' : claim.level === 'report' ? 'report' : claim.type)

/** The names of all claims in a message. */
const claimsIn = (text: string): ClaimName[] => extractClaims(text).claims.map(nameOf)

/** The claims that are neither doubted nor mere reports. */
export const firmIn = (text: string): ClaimName[] =>
  claimsIn(text).filter((name) => name !== 'hedged' && name !== 'report')

/** Tests each sentence of each family. */
export function describeFamilies(families: readonly ClaimFamily[]): void {
  describe.each(families)('$rule', ({ types, makes, comesClose }) => {
    it.each(makes)('%s', (text) => {
      expect(claimsIn(text)).toEqual(expect.arrayContaining([...types]))
    })

    it.each(comesClose)('not: %s', (text) => {
      for (const type of types) expect(claimsIn(text)).not.toContain(type)
    })
  })
}
