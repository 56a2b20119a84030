import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { FAILING, PASSING, PROJECT } from './gate.ts'
import { quickNode } from './quick-node.ts'
import { LONG } from './scale.ts'
import { tempDir } from './temp.ts'

it.skipIf(LONG)('repeats what the real "node --test" said, until a file changes', () => {
  let dir = tempDir()
  const write = (files: { [path: string]: string }): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      writeFileSync(join(dir, path), text)
    }
  }
  const run = () => {
    const { status, stdout } = spawnSync('node', ['--test'], { cwd: dir, env: { PATH: quickNode() }, encoding: 'utf8' })
    return { status, stdout, pass: /^[#ℹ] pass (\d+)$/m.exec(stdout)?.[1] }
  }
  write({ ...PROJECT, ...FAILING })
  const red = run()
  expect(red).toMatchObject({ status: 1, pass: '1' })
  // The times are the same too.
  expect(run()).toEqual(red)
  write(PASSING)
  expect(run()).toMatchObject({ status: 0, pass: '2' })
  write(FAILING)
  expect(run()).toEqual(red)
  write({ 'README.md': '# p\n' })
  expect(run()).toEqual(red)
  // Another folder is told its own paths.
  const before = dir
  dir = tempDir()
  write({ ...PROJECT, ...FAILING })
  expect(red.stdout).toContain(before)
  expect(run()).toEqual({ ...red, stdout: red.stdout.replaceAll(before, dir) })
  write({ 'src/more.js': '1\n', 'src/add.js': `import './more.js'\n${FAILING['src/add.js']}` })
  const more = run().stdout
  expect(more).not.toBe(red.stdout)
  write({ 'src/more.js': '2\n' })
  expect(run().stdout).not.toBe(more)
  const READS = "import { existsSync } from 'node:fs'\nimport { test } from 'node:test'\ntest('is', () => {})\n"
  write({ 'test/reads.test.js': READS })
  expect(run().stdout).not.toBe(run().stdout)
  rmSync(join(dir, 'test'), { recursive: true })
  expect(run()).not.toMatchObject({ pass: '1' })
})
