import { expect, it } from 'vitest'
import { DONE, gate, PASSING, PROJECT } from '../helpers/gate.ts'

/** Support files of tests may change freely, but the person is told. */

const EARNED_WITH_SUPPORT = expect.stringMatching(
  /^Bailiff: earned \(tests, [\d.]+ s\); support files changed: test\/fixtures\/sums\.json$/,
)

it('tells the person, and not the agent, which support files a turn changed, with or without a claim', async () => {
  const on = await gate({ files: { ...PROJECT, ...PASSING } })
  await on.ask()
  await on.edit({ 'test/fixtures/sums.json': '[]\n', 'src/sum.js': 'export const sum = 0\n' })
  expect(await on.stop(DONE)).toMatchObject({
    decision: undefined,
    reason: '',
    verdict: 'earned',
    systemMessage: EARNED_WITH_SUPPORT,
  })
  expect((await on.cli('explain', 's', 'last')).out).toContain('support files changed: test/fixtures/sums.json')

  await on.ask('What is in it?')
  await on.edit({ 'test/fixtures/sums.json': '[1]\n' })
  expect(await on.stop('A list of sums.')).toMatchObject({
    decision: undefined,
    systemMessage: EARNED_WITH_SUPPORT,
  })
  expect(on.bodies('stop.judged').at(-1)).toMatchObject({ supportFiles: ['test/fixtures/sums.json'] })
})

const SKIPPING = PROJECT['test/add.test.js']
  .replace('import assert', "import skip from '#skip' with { type: 'json' }\nimport assert")
  .replaceAll("', () =>", "', { skip }, () =>")

it('names the support file of a run that skips all tests, together with the tests, at once', async () => {
  const on = await gate({
    files: {
      ...PROJECT,
      ...PASSING,
      'package.json': '{ "name": "p", "type": "module", "imports": { "#skip": "./test/fixtures/skip.json" } }\n',
      'test/fixtures/skip.json': 'false\n',
      'test/add.test.js': SKIPPING,
    },
  })
  await on.ask()
  await on.edit({ 'src/sum.js': 'export const sum = 0\n' })
  expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
  await on.ask('Go on.')
  await on.edit({ 'test/fixtures/skip.json': 'true\n' })
  const stopped = await on.stop(DONE)
  expect(stopped).toMatchObject({ decision: 'block', findings: expect.arrayContaining(['done TESTS_WEAKENED']) })
  expect(stopped.reason).toContain('"adds" (skipped)')
  expect(stopped.systemMessage).toContain('support files changed: test/fixtures/skip.json')
})
