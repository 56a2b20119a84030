import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../helpers/temp.ts'

/** What `npm test` prints and when it fails: a small suite with our reporter and our counts. */

const CONFIG = `import { defineConfig } from 'vitest/config'
import { SuiteReporter } from '${resolve('test/helpers/reporter.ts')}'
export default defineConfig({
  test: {
    isolate: false,
    maxWorkers: 1,
    reporters: [new SuiteReporter()],
    setupFiles: ['${resolve('test/helpers/count.ts')}'],
  },
})
`
const COSTLY = `import { execFileSync } from 'node:child_process'
import { assert, integer, property } from 'fast-check'
import { expect, it } from 'vitest'
it('starts git', () => {
  for (let i = 0; i < 3; i++) expect(String(execFileSync('git', ['--version']))).toContain('git')
})
it('draws numbers', () => assert(property(integer(), (n) => n === n), { numRuns: 7 }))
`
const CHEAP = `import { describe, expect, it } from 'vitest'
describe('a > b', () => {
  it('is red (once)', () => expect(1).toBe(process.env.RED ? 2 : 1))
})
`

function suite(budget: { processes: number; git: number; cases: number }, args: readonly string[] = [], env = {}) {
  const cwd = tempDir()
  mkdirSync(join(cwd, 'test'))
  symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'))
  const files = {
    'package.json': '{ "type": "module" }\n',
    'vitest.config.ts': CONFIG,
    'test/budget.json': JSON.stringify(budget),
    'test/costly.test.ts': COSTLY,
    'test/cheap.test.ts': CHEAP,
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(cwd, path), text)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('node_modules/vitest/vitest.mjs'), 'run', '--no-color', ...args],
    { cwd, env: { ...process.env, BAILIFF_LONG: '', BAILIFF_SEED: '5', ...env }, encoding: 'utf8' },
  )
  return { status, out: stdout + stderr }
}

const SPENT = { processes: 3, git: 3, cases: 7 }

it('passes within its budget, and says what it cost', () => {
  const { status, out } = suite(SPENT)
  expect(out).toContain('100 % of 2 files')
  expect(out).toMatch(/Slowest files:\n +[\d.]+ s {2}test\/c\w+\.test\.ts\n/)
  expect(out).toContain('3 processes, 3 starts of git, 7 random cases\n')
  expect(status).toBe(0)
})

it('fails if it starts or draws more than the budget allows', () => {
  const { status, out } = suite({ processes: 2, git: 2, cases: 6 })
  for (const [spent, most] of [
    ['3 processes', 2],
    ['3 starts of git', 2],
    ['7 random cases', 6],
  ])
    expect(out).toContain(`Over the budget: ${spent}, and test/budget.json allows ${most}. Most are in:`)
  for (const count of [3, 7]) expect(out).toMatch(new RegExp(`^ +${count} {2}test/costly\\.test\\.ts$`, 'm'))
  expect(status).toBe(1)
})

it('has no budget for a part of the tests', () => {
  const none = { processes: 0, git: 0, cases: 0 }
  for (const part of [['test/costly'], ['-t', 'git'], ['--shard=1/1']]) {
    const { status, out } = suite(none, part)
    expect(out).toContain('3 starts of git')
    expect(out).not.toContain('budget')
    expect(status).toBe(0)
  }
})

it('prints the command that repeats a failing test, and what it ran with', () => {
  const { status, out } = suite(SPENT, [], { RED: '1' })
  expect(status).toBe(1)
  expect(out).toContain(
    "✗ test/cheap.test.ts > a > b > is red (once)\n  To repeat it: BAILIFF_SEED=5 npx vitest run test/cheap.test.ts -t 'a > b is red \\(once\\)'\n",
  )
  expect(out).toContain(`Run with Node ${process.version}, git `)
})
