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
