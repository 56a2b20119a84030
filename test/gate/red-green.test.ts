import { describe, expect, it } from 'vitest'
import { FAILING, type Gate, gate, PASSING, PROJECT } from '../helpers/gate.ts'

/** "Fixed" stands on a failure that the turn's own changes have turned into a pass. */

const POLICY = `version: 1
validators:
  tests: { kind: node_test_pass, command: node --test }
  regression: { kind: red_green, of: tests }
bindings:
  fixed: regression
`
const FIXED = 'Fixed the bug in add.'
const NOT_RED = { decision: 'block', findings: ['fixed FAILED'] }

const asked = async (files: { [path: string]: string }): Promise<Gate> => {
  const on = await gate({ policy: POLICY, files: { ...PROJECT, ...files } })
  await on.ask('Fix the bug in add.')
  return on
}

describe('"fixed"', () => {
  it('is not earned by breaking and restoring the code, whoever saw it fail, and whatever else was written', async () => {
    const on = await asked(PASSING)
    await on.edit(FAILING)
    expect(await on.bailiff(['validate', 'fixed'])).toMatchObject({ exit: 2 })
    await on.shell('node --test')
    await on.edit(PASSING)
    const { reason, ...stopped } = await on.stop(FIXED)
    expect(stopped).toMatchObject(NOT_RED)
    expect(reason).toContain('NOT_RED')
    await on.edit({ 'README.md': 'Adds.\n' })
    expect(await on.stop(FIXED)).toMatchObject(NOT_RED)
    expect(on.bodies('validator.failed').map(({ code }) => code)).toEqual(['TESTS_FAILED', 'NOT_RED', 'NOT_RED'])
  })

  it('is earned by fixing what failed when the turn began', async () => {
    const on = await asked(FAILING)
    await on.shell('node --test')
    await on.edit(PASSING)
    expect(await on.stop(FIXED)).toMatchObject({ decision: undefined, reason: '', verdict: 'earned' })
  })

  it('is earned by a failing test and the change that makes it pass', async () => {
    const on = await asked(PASSING)
    await on.edit({
      'test/sum.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sum } from '../src/sum.js'
test('sums', () => assert.equal(sum([1, 2]), 3))
`,
    })
    expect(await on.bailiff(['validate', 'fixed'])).toMatchObject({ exit: 2 })
    await on.edit({ 'src/sum.js': 'export const sum = (all) => all.reduce((a, b) => a + b, 0)\n' })
    expect(await on.stop(FIXED)).toMatchObject({ decision: undefined, reason: '', verdict: 'earned' })
  })
})
