import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands/index.ts'
import { tempDir } from '../helpers/temp.ts'

const readme = readFileSync('README.md', 'utf8')

it('runs the library example of the README as it stands, but for where the package and the ledger are', () => {
  const dir = tempDir()
  const [, example = ''] = /```js\n(.*?)```/s.exec(readme) ?? []
  const script = join(dir, 'example.mjs')
  const here = example
    .replace("'bailiff'", `'${resolve('dist/index.js')}'`)
    .replaceAll('/tmp/example-ledger', join(dir, 'home'))
  writeFileSync(script, here)
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/kind: 'written'[\s\S]*seq: 1[\s\S]*\ntrue\n$/)
})

it('names every command in the README, and no other', () => {
  const [, block = ''] = /## Commands\n\n```\n(.*?)```/s.exec(readme) ?? []
  const named = [...block.matchAll(/^bailiff (key rotate|claims extract|policy \w+|\w+)/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual(COMMANDS.map(({ name }) => name).sort())
})
