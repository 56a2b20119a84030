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
  ['a file tool', 'vitest/cli.js', (on: Gate) => on.edit({ 'node_modules/vitest/cli.js': 'process.exit(0)\n' })],
  // A package script starts this shell, not that of the system.
  ['an edit', '.bin/sh', (on: Gate) => on.edit({ 'node_modules/.bin/sh': '#!/bin/true\n' })],
  [
    'a program',
    'vitest/cli.js',
    async (on: Gate) => {
      await on.edit({ 'poison.sh': 'printf x > "$(echo node_modules)/vitest/cli.js"\n' })
      // The copy of this project was just made. Two files are too few to pass for an install of the package.
      on.write({ 'node_modules/vitest/index.js': null })
      await on.shell('sh poison.sh')
    },
  ],
] as const)('refuses a check whose runner %s of the agent changed, though git ignores it', async (_, file, change) => {
  const on = await begun()
  await on.ask()
  await on.edit({ 'src/sum.js': 'export const sum = 0\n' })
  await change(on)
  const stopped = await on.stop(DONE)
  expect(stopped).toMatchObject({ decision: 'block', findings: expect.arrayContaining(['done REFUSED']) })
  expect(stopped.systemMessage).toContain(`node_modules/${file}`)
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

it('refuses a check for which an edit declares a plugin of pytest beside the code', async () => {
  const policy = `version: 1
validators:
  tests: { kind: pytest_pass, command: python3 -m pytest }
bindings: { done: tests }
`
  const on = await gate({ policy, files: { 'a.py': 'A = 1\n', '.gitignore': '*.egg-info\n' } })
  await on.ask()
  await on.edit({ 'a.py': 'A = 2\n', 'a.egg-info/entry_points.txt': '[pytest11]\nquiet = a\n' })
  expect((await on.stop('Done.')).reason).toContain('a.egg-info/entry_points.txt')
})
