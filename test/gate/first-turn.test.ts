import { expect, it } from 'vitest'
import { DONE, FAILING, gate, PASSING, PROJECT } from '../helpers/gate.ts'

/** The first turn after `bailiff init`, which ran the project's checks once. */

const SILENT = 'Let me know what you think.'
const ENDS_EARLY = { 'src/add.js': 'export const add = (a, b) => a - b\nprocess.exit(0)\n' }

it('misses tests that ran in init and no longer run, also in the turn after it', async () => {
  const on = await gate({ policy: null, files: { ...PROJECT, ...PASSING } })
  await on.ask('Change add.')
  await on.edit(ENDS_EARLY)
  const held = await on.stop(DONE)
  expect(held).toMatchObject({ decision: 'block', findings: ['done TESTS_WEAKENED', 'tests_pass TESTS_WEAKENED'] })
  expect(held.reason).toContain('"adds" (gone)')
  await on.ask('Commit it.')
  await on.shell('git commit -qam change')
  expect(await on.stop(DONE)).toMatchObject({ decision: 'block' })
})

it('lets tests fail that failed in init, but no others', async () => {
  const on = await gate({ policy: null, files: { ...PROJECT, ...FAILING } })
  await on.ask('Comment it.')
  await on.edit({ 'src/add.js': `${FAILING['src/add.js']}// To do: add.\n` })
  expect(await on.stop(SILENT)).toMatchObject({ verdict: 'unclaimed', notes: ['work NO_WORSE'], systemMessage: '' })
  await on.edit({ 'src/add.js': 'export const add = () => null\n' })
  expect(await on.stop(SILENT)).toMatchObject({ verdict: 'warned', findings: ['work WORK_UNPROVEN'] })
})
