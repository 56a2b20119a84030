import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { registerHost } from '../src/hosts/registry.ts'
import { runCli } from './helpers/cli.ts'
import { tempDir } from './helpers/temp.ts'
import { toy } from './helpers/toy-host/host.ts'

it('has the hooks of a new host installed by init and examined by the doctor', async () => {
  onTestFinished(registerHost(toy))
  const person = tempDir()
  const settings = join(person, '.toy', 'toy.json')
  const run = (line: string) =>
    runCli(
      [...line.split(' '), '--home', join(person, 'home')],
      { HOME: person, PATH: process.env['PATH'] },
      { cwd: person },
    )
  const installed = await run('init --yes --no-checks --host toy')
  expect(installed).toMatchObject({ exit: 0, out: expect.stringContaining('Hooks are ready for Toy, once installed.') })

  expect((await run('doctor --quick --host toy')).out).toContain('\nToy\n')
  const checks = async (): Promise<object[]> => JSON.parse((await run('doctor --quick --host toy --json')).out).checks
  expect(await checks()).toContainEqual(expect.objectContaining({ host: 'toy', name: 'settings', state: 'sound' }))

  writeFileSync(settings, JSON.stringify({ ...JSON.parse(readFileSync(settings, 'utf8')), toyHooksOff: true }))
  expect(await checks()).toContainEqual(
    expect.objectContaining({
      host: 'toy',
      state: 'broken',
      remarks: expect.arrayContaining([expect.objectContaining({ code: 'HOOKS_OFF' })]),
    }),
  )
})
