import { expect, it } from 'vitest'
import { DONE, type Gate, gate, PASSING, PROJECT } from '../helpers/gate.ts'

/** A check proves nothing once the agent wrote to its runner. */

const INSTALLED = {
  'node_modules/vitest/package.json': '{ "name": "vitest" }\n',
  'node_modules/vitest/index.js': '\n',
  'node_modules/vitest/cli.js': '\n',
}
const begun = () => gate({ files: { ...PROJECT, ...PASSING, ...INSTALLED, '.gitignore': 'node_modules\n' } })

it.each([
  ['a file tool', (on: Gate) => on.edit({ 'node_modules/vitest/cli.js': 'process.exit(0)\n' })],
  [
    'a program',
    async (on: Gate) => {
      await on.edit({ 'poison.sh': 'printf x > "$(echo node_modules)/vitest/cli.js"\n' })
      // The copy of this project was just made. Two files are too few to pass for an install of the package.
      on.write({ 'node_modules/vitest/index.js': null })
      await on.shell('sh poison.sh')
    },
  ],
] as const)('refuses a check whose runner %s of the agent changed, though git ignores it', async (_, change) => {
  const on = await begun()
  await on.ask()
  await on.edit({ 'src/sum.js': 'export const sum = 0\n' })
  await change(on)
  const stopped = await on.stop(DONE)
  expect(stopped).toMatchObject({ decision: 'block', findings: expect.arrayContaining(['done REFUSED']) })
  expect(stopped.systemMessage).toContain('node_modules/vitest/cli.js')
  expect(on.bodies('validator.refused').at(-1)).toMatchObject({ code: 'CHECK_CHANGED' })
})

it('accepts a runner that a script installed anew, and one that nobody touched', async () => {
  const on = await begun()
  await on.ask()
  await on.edit({ 'src/sum.js': 'export const sum = 0\n' })
  expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
  await on.ask('Install it again.')
  await on.edit({ 'setup.sh': 'for f in package.json index.js cli.js; do echo "//" > node_modules/vitest/$f; done\n' })
  await on.shell('sh setup.sh')
  expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
})
