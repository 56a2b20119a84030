import { linkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FAILING, gate, PASSING, PROJECT } from '../helpers/gate.ts'

/** A turn is judged by what it changed, whatever its message says. */

const WORKING = { ...PROJECT, ...PASSING }
const SILENT = 'Let me know what you think.'

it('holds silent work back if the tests fail, and earns it if they pass', async () => {
  const on = await gate({ files: WORKING })
  await on.ask('Change add.')
  await on.edit(FAILING)
  const held = await on.stop(SILENT)
  expect(held).toMatchObject({ decision: 'block', findings: ['work WORK_UNPROVEN'] })
  expect(held.reason).toContain(
    'This turn changed files, and "tests" does not show that they work: 1 test failed: adds.',
  )
  expect(held.reason).toContain('"Failing: <check or test>" or "Not verified: <check>"')
  await on.edit({ 'src/add.js': 'export const add = (a, b) => b + a\n' })
  expect(await on.stop(SILENT)).toMatchObject({ decision: undefined, verdict: 'earned' })
})

it('ends open if the message says what fails, and tells the person', async () => {
  const on = await gate({ files: WORKING })
  await on.ask('Change add.')
  await on.edit(FAILING)
  const stopped = await on.stop('I changed add. The test "adds" still fails.')
  expect(stopped).toMatchObject({ decision: undefined, reason: '', verdict: 'open' })
  expect(stopped.systemMessage).toContain('still fails')
  expect(stopped.systemMessage).toContain(
    '"tests" does not show that the changed files work (1 test failed: adds) [TESTS_FAILED]',
  )
  expect(await on.cli('outcome')).toMatchObject({ exit: 2 })
  expect((await on.cli('report')).out).toContain('1 open')
})

it('does not accept a gap that is about something else', async () => {
  const on = await gate({ files: WORKING })
  await on.ask('Change add.')
  await on.edit(FAILING)
  expect(await on.stop('Open: the README is still missing')).toMatchObject({ decision: 'block' })
})

it('passes a recap, and an answer in a project whose tests fail', async () => {
  const on = await gate({ files: { ...PROJECT, ...FAILING } })
  await on.ask('What did we do yesterday?')
  expect(await on.stop('Yesterday we talked about add and agreed on subtraction.')).toMatchObject({
    decision: undefined,
    verdict: 'unclaimed',
  })
  await on.ask('Why does the test fail?')
  await on.shell('cat src/add.js')
  expect(await on.stop('Because add subtracts its second argument.')).toMatchObject({ decision: undefined })
})

it('passes work that the turn takes back', async () => {
  const on = await gate({ files: WORKING })
  await on.ask('Try something.')
  await on.edit(FAILING)
  await on.edit(PASSING)
  expect(await on.stop('I tried it and took it back.')).toMatchObject({ decision: undefined })
})

it('is red if only new tests fail and the message announces it', async () => {
  const on = await gate({ files: WORKING })
  await on.ask('Write the test of mul first.')
  await on.edit({
    'test/mul.test.js':
      "import { test } from 'node:test'\nimport { mul } from '../src/mul.js'\ntest('multiplies', () => mul(2, 3))\n",
  })
  const failing = {
    'test/mul.test.js': "import { test } from 'node:test'\ntest('multiplies', () => { throw new Error('not yet') })\n",
  }
  await on.edit(failing)
  expect(await on.stop('Failing: multiplies')).toMatchObject({ decision: undefined, verdict: 'red' })
  expect(await on.cli('outcome')).toMatchObject({ exit: 0 })
})

it('excuses a suite that was red before, in silence but not in words', async () => {
  const on = await gate({ files: { ...PROJECT, ...FAILING } })
  await on.ask('Do the tests pass?')
  expect(await on.stop('All tests pass.')).toMatchObject({ decision: 'block' })
  await on.ask('Add a comment.')
  await on.edit({ 'src/other.js': '// Nothing yet.\n' })
  expect(await on.stop(SILENT)).toMatchObject({ decision: undefined, reason: '', verdict: 'unclaimed' })
  expect(await on.stop('Done. All tests pass.')).toMatchObject({ decision: 'block' })
})

it('judges work that a prompt came in the middle of, at every stop until it is proven', async () => {
  const on = await gate({ files: WORKING })
  await on.ask('Change add.')
  await on.edit(FAILING)
  await on.ask('Also keep the comment.')
  expect(await on.stop('It is there.')).toMatchObject({ decision: 'block', findings: ['work WORK_UNPROVEN'] })
  expect(await on.stop('It is there.')).toMatchObject({ decision: 'block' })
})

it('judges work that went on after the end of a turn, or after it was held back, once a prompt has come', async () => {
  const on = await gate({ files: WORKING })
  await on.ask('Write a helper.')
  await on.edit({ 'src/other.js': 'export const other = 1\n' })
  expect(await on.stop('Here.')).toMatchObject({ verdict: 'earned' })
  await on.edit(FAILING)
  await on.ask('What time is it?')
  expect(await on.stop('It is five.')).toMatchObject({ decision: 'block', findings: ['work WORK_UNPROVEN'] })
  await on.ask('Thanks, what is next?')
  expect(await on.stop('Next comes the README.')).toMatchObject({ decision: 'block' })
  await on.edit(PASSING)
  expect(await on.stop('Next comes the README.')).toMatchObject({ decision: undefined })
  await on.shell('cat src/add.js')
  await on.ask('And now?')
  expect(await on.stop('Now we wait.')).toMatchObject({ decision: undefined, verdict: 'unclaimed' })
})

it('is open, not red, if the message states another gap beside the announced failure', async () => {
  const on = await gate({ files: WORKING })
  await on.ask('Write the test of mul first.')
  await on.edit({
    'test/mul.test.js': "import { test } from 'node:test'\ntest('multiplies', () => { throw new Error('not yet') })\n",
  })
  const message = 'Failing: multiplies\nNot verified: the payment code'
  expect(await on.stop(message)).toMatchObject({ decision: undefined, verdict: 'open' })
  expect(await on.cli('outcome')).toMatchObject({ exit: 2 })
})

it('judges work under every name of a file: through a symlink, from outside or inside, or a hard link', async () => {
  const on = await gate({ files: { ...WORKING, 'lib/there.js': '' } })
  symlinkSync(on.project, join(on.root, 'link'))
  symlinkSync('src', join(on.project, 'alias'))
  linkSync(join(on.project, 'src/add.js'), join(on.root, 'hard.js'))
  for (const path of ['../link/src/add.js', 'alias/add.js', '../hard.js']) {
    on.git('checkout', '-q', '--', 'src')
    if (path === '../hard.js') linkAgain(on)
    await on.ask('Change add.')
    await on.edit({ [path]: FAILING['src/add.js'] })
    expect(await on.stop(SILENT), path).toMatchObject({ decision: 'block', findings: ['work WORK_UNPROVEN'] })
  }
})

/** Git replaces files that it checks out. */
function linkAgain({ root, project }: { root: string; project: string }): void {
  rmSync(join(root, 'hard.js'))
  linkSync(join(project, 'src/add.js'), join(root, 'hard.js'))
}

it('holds back once for tests that it removes in silence, then ends open, and later turns are free', async () => {
  const on = await gate({ files: WORKING })
  await on.ask('Change add.')
  await on.edit({ ...FAILING, 'test/add.test.js': PROJECT['test/add.test.js'].replace(/test\('adds',.*\n/, '') })
  const held = await on.stop(SILENT)
  expect(held).toMatchObject({ decision: 'block', findings: ['work TESTS_WEAKENED'] })
  expect(held.reason).toContain('"test/add.test.js: adds" (gone)')
  expect(await on.stop(SILENT)).toMatchObject({ decision: undefined, verdict: 'open' })
  await on.ask('Comment it.')
  await on.edit({ 'src/add.js': `${FAILING['src/add.js']}// Subtracts.\n` })
  expect(await on.stop(SILENT)).toMatchObject({ decision: undefined, verdict: 'unclaimed' })
})

it('is not red if an old test fails under a new name, or if a file of old tests does not load', async () => {
  const on = await gate({ files: WORKING })
  await on.ask('Rename the test.')
  await on.edit({ ...FAILING, 'test/add.test.js': PROJECT['test/add.test.js'].replace("'adds'", "'plus'") })
  expect(await on.stop('Failing: plus')).toMatchObject({ verdict: 'open' })
  await on.ask('Go on.')
  await on.edit({ 'src/add.js': 'export const add = (a, b => a\n' })
  expect(await on.stop('Failing: test/add.test.js')).toMatchObject({ verdict: 'open' })
})

it('excuses a failure that the agent saw before its first change, and no other', async () => {
  const on = await gate({ files: { ...PROJECT, ...FAILING } })
  await on.ask('Comment it.')
  await on.shell('node --test')
  await on.edit({ 'src/add.js': `${FAILING['src/add.js']}// Subtracts.\n` })
  expect(await on.stop(SILENT)).toMatchObject({ decision: undefined, notes: ['work NO_WORSE'] })
  await on.edit({ 'src/add.js': 'export const add = () => null\n' })
  expect(await on.stop(SILENT)).toMatchObject({ decision: 'block' })
})
