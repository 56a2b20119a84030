import { expect, it } from 'vitest'
import { CLAIM_TYPES } from '../policy/policy.ts'
import { HOW_CHECKED } from './how-checked.ts'

it('names every checked claim and gives no instructions', () => {
  expect(CLAIM_TYPES.filter((type) => !HOW_CHECKED.includes(type))).toEqual([])
  expect(HOW_CHECKED).not.toMatch(/\b(?:must|should|please|run the|make sure|you)\b/i)
  expect(HOW_CHECKED).not.toContain('\n')
})
