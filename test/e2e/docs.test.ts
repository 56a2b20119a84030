import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../helpers/temp.ts'

it('runs the example in docs/library.md as written, apart from the paths of the package and the ledger', () => {
  const dir = tempDir()
  const [, example = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/library.md', 'utf8')) ?? []
  const script = join(dir, 'example.mjs')
  const here = example
    .replace("'bailiff'", `'${resolve('dist/index.js')}'`)
    .replaceAll('/tmp/example-ledger', join(dir, 'home'))
  writeFileSync(script, here)
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/kind: 'written'[\s\S]*seq: 1[\s\S]*\ntrue\n$/)
})
