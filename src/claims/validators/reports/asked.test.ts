import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { TestKind } from '../../../policy/policy.ts'
import { inventoryOf } from '../../tests/inventory.ts'
import { RUNNERS } from '../test-kinds.ts'
import { titleOf } from '../title.ts'

/**
 * Reports and output of real runners, recorded: mocha 12.0, AVA 7.0, tap 21.8, Playwright 1.65, Bun 1.4, Deno 2.9, RSpec 3.12 and
 * PHPUnit 9.6. In each, a test prints what looks like the runner's own summary of five passed tests.
 */
const recorded = (file: string): string => readFileSync(`test/fixtures/runners/${file}`, 'utf8')

/** The names are those of the report, in its order; `+`, `-`, `~` and `x` stand for passed, failed, skipped, expected to fail. */
type Row = { kind: TestKind; file: string; source: string; names: string[]; passed: number }
const SIGNS = { passed: '+', failed: '-', skipped: '~', 'expected to fail': 'x' }

const ROWS: Row[] = [
  {
    kind: 'mocha_pass',
    file: 'mocha.report',
    source: `describe('sum', () => {
  it('adds', () => assert(1))
  describe('of <many> & "few"', () => { it('breaks', () => assert.equal(1, 2)) })
  it.skip('is skipped', () => {})
  it('is pending')
})
it('stands alone', () => {})`,
    names: [
      '+ /home/p/test/sum.js > stands alone',
      '+ /home/p/test/sum.js > sum > adds',
      '~ /home/p/test/sum.js > sum > is skipped',
      '~ /home/p/test/sum.js > sum > is pending',
      '- /home/p/test/sum.js > sum of <many> & "few" > breaks',
    ],
    passed: 2,
  },
  {
    kind: 'ava_pass',
    file: 'ava.printed',
    source: '',
    names: [
      '~ is skipped',
      '~ is todo',
      '+ adds',
      '+ also adds',
      '~ is skipped',
      '~ is todo',
      '+ adds',
      '- breaks',
      'x known to fail',
    ],
    passed: 4,
  },
  {
    kind: 'ava_pass',
    file: 'ava.tap',
    source: `import test from 'ava'
test('adds', (t) => t.is(2, 2))
test('also adds', (t) => t.is(2, 2))
test('breaks', (t) => t.is(1, 2))
test.skip('is skipped', (t) => t.pass())
test.todo('is todo')
test.failing('known to fail', (t) => t.is(1, 2))`,
    names: [
      '~ is skipped',
      '~ is todo',
      '+ adds',
      '- breaks',
      '+ known to fail',
      '~ is skipped',
      '~ is todo',
      '+ adds',
      '+ also adds',
    ],
    passed: 4,
  },
  {
    kind: 'node_tap_pass',
    file: 'node-tap.report',
    source: `const t = require('tap')
t.test('adds', (t) => { t.equal(2, 2); t.end() })
t.test('group', (t) => { t.test('breaks', (t) => { t.equal(1, 2); t.end() }); t.test('holds', (t) => { t.ok(1); t.end() }); t.end() })
t.test('is skipped', { skip: true }, (t) => { t.end() })
t.test('is todo', { todo: true }, (t) => { t.end() })
t.test('other', (t) => { t.ok(1); t.end() })`,
    names: [
      '+ b.test.js > other',
      '+ sum.test.js > adds',
      '- sum.test.js > group > breaks',
      '+ sum.test.js > group > holds',
      '~ sum.test.js > is skipped',
      '~ sum.test.js > is todo',
    ],
    passed: 3,
  },
  {
    kind: 'playwright_pass',
    file: 'playwright.report',
    source: `import { test, expect } from '@playwright/test'
test.describe('sum', () => {
  test('adds', () => { expect(2).toBe(2) })
  test('breaks', () => expect(1).toBe(2))
  test.skip('is skipped', () => {})
  test.fixme('is fixme', () => {})
  test('known to fail', () => { test.fail(); expect(1).toBe(2) })
})
test('stands alone', () => {})`,
    names: [
      '+ sum.spec.js > sum > adds',
      '- sum.spec.js > sum > breaks',
      '~ sum.spec.js > sum > is skipped',
      '~ sum.spec.js > sum > is fixme',
      'x sum.spec.js > sum > known to fail',
      '+ sum.spec.js > stands alone',
    ],
    passed: 3,
  },
  {
    kind: 'bun_test_pass',
    file: 'bun.report',
    source: `import { test, expect, describe } from 'bun:test'
describe('sum', () => {
  test('adds', () => { expect(2).toBe(2) })
  describe('inner', () => test('breaks', () => expect(1).toBe(2)))
  test.skip('is skipped', () => {})
  test.todo('is todo')
  test.failing('known to fail', () => expect(1).toBe(2))
})
test('stands alone', () => {})`,
    names: [
      '+ sum.test.js > sum > adds',
      '- sum.test.js > sum > inner > breaks',
      '~ sum.test.js > sum > is skipped',
      '~ sum.test.js > sum > is todo',
      '+ sum.test.js > sum > known to fail',
      '+ sum.test.js > sum > row 1',
      '+ sum.test.js > sum > row 2',
      '+ sum.test.js > stands alone',
    ],
    passed: 5,
  },
  {
    kind: 'deno_test_pass',
    file: 'deno.report',
    source: `Deno.test('adds', () => {})
Deno.test('breaks', () => { throw new Error('no') })
Deno.test.ignore('is skipped', () => {})
Deno.test('steps', async (t) => { await t.step('first', () => {}); await t.step('second', () => {}) })`,
    names: [
      '+ sum_test.ts > adds',
      '- sum_test.ts > breaks',
      '~ sum_test.ts > is skipped',
      '+ sum_test.ts > steps',
      '+ sum_test.ts > steps > first',
      '+ sum_test.ts > steps > second',
    ],
    passed: 4,
  },
  {
    kind: 'rspec_pass',
    file: 'rspec.report',
    source: '',
    names: [
      '+ spec/sum_spec.rb > sum > adds',
      '~ spec/sum_spec.rb > sum > is skipped',
      '~ spec/sum_spec.rb > sum > is pending',
      '~ spec/sum_spec.rb > sum > known to fail',
      '- spec/sum_spec.rb > sum inner > breaks',
    ],
    passed: 1,
  },
  {
    kind: 'phpunit_pass',
    file: 'phpunit.report',
    source: '',
    names: [
      '+ /home/p/tests/SumTest.php > SumTest > testAdds',
      '- /home/p/tests/SumTest.php > SumTest > testBreaks',
      '- /home/p/tests/SumTest.php > SumTest > testErrs',
      '~ /home/p/tests/SumTest.php > SumTest > testSkipped',
      '~ /home/p/tests/SumTest.php > SumTest > testIncomplete',
      '+ /home/p/tests/SumTest.php > SumTest > testRows["one"]',
      '+ /home/p/tests/SumTest.php > SumTest > testRows[#0]',
    ],
    passed: 3,
  },
]

const reads = (kind: TestKind, file: string) =>
  (file.endsWith('.report') ? RUNNERS[kind].report?.read : RUNNERS[kind].read)?.(recorded(file)) ?? null

describe('a report that a runner is asked for', () => {
  it.each(ROWS)('by $kind ($file) counts and names the tests, whatever they print', ({ kind, file, names, passed }) => {
    const run = reads(kind, file)
    expect(run?.tests?.map(({ name, end }) => `${SIGNS[end]} ${name}`)).toEqual(names)
    const count = (sign: string): number => names.filter((name) => name.startsWith(sign)).length
    expect(run).toMatchObject({ passed, failed: count('-'), skipped: count('~'), packages: 1 })
    expect(run?.failures).toEqual(names.filter((name) => name.startsWith('-')).map((name) => name.slice(2)))
  })

  it.each(ROWS.filter(({ source }) => source !== ''))(
    'by $kind calls tests as their file does',
    ({ kind, source, names }) => {
      const found = inventoryOf('sum.test.js', source)
      const titles = found === 'unread' ? [] : found.map(({ name }) => titleOf(name))
      const known = new Set(names.map((name) => titleOf(name.slice(2))))
      // A group of node:tap is a test of its file; a step of Deno is none, and no row of a table is.
      expect(titles.filter((title) => !known.has(title) && !(kind === 'node_tap_pass' && title === 'group'))).toEqual(
        [],
      )
      expect([...known].filter((title) => !titles.includes(title) && !/^(?:first|second|row \d)$/.test(title))).toEqual(
        [],
      )
    },
  )

  it.each([
    ['mocha_pass', '<testsuite name="Mocha Tests" tests="0"></testsuite>'],
    ['playwright_pass', '<testsuites tests="3"></testsuites>'],
    ['rspec_pass', '{"examples":[],"summary":{"example_count":4}}'],
  ] as const)('by %s counts no tests if it lists none, whatever total it states', (kind, report) => {
    expect(RUNNERS[kind].report?.read(report)).toMatchObject({ passed: 0, failed: 0, skipped: 0 })
  })

  it('by RSpec fails for an error outside of the examples, and is none if it is cut', () => {
    const read = RUNNERS.rspec_pass.report?.read
    const examples = [{ description: 'a', full_description: 's a', status: 'passed', file_path: './a_spec.rb' }]
    expect(read?.(JSON.stringify({ examples, summary: { errors_outside_of_examples_count: 1 } }))).toMatchObject({
      passed: 1,
      failed: 1,
    })
    expect(read?.('{"examples":[')).toBe(null)
  })

  it('by tap names a group that fails itself, and a file that only asserts', () => {
    const read = RUNNERS.node_tap_pass.read
    const group = '# Subtest: a.js\n    # Subtest: g\n        # Subtest: t\n            1..0\n        ok 1 - t\n'
    expect(read(`${group}        not ok 2 - own\n    not ok 1 - g\nnot ok 1 - a.js # time=3ms\n`)).toMatchObject({
      passed: 1,
      failed: 1,
      failures: ['a.js > g'],
    })
    expect(read('# Subtest: a.js\n    ok 1 - x\n    not ok 2 - y\nnot ok 1 - a.js\n')?.failures).toEqual(['a.js'])
  })
})

it('of AVA names tests without their file, so that a second file renames none', () => {
  const names = (text: string) => RUNNERS.ava_pass.read(text)?.tests?.map(({ name }) => name)
  expect(names('\n  ✔ adds (3ms)\n  ─\n\n  1 test passed\n')).toEqual(['adds'])
  expect(names('\n  ✔ b › adds\n  ✔ a › subtracts\n  ─\n\n  2 tests passed\n')).toEqual(['adds', 'subtracts'])
})

describe('what a runner prints if it cannot be asked', () => {
  // What a test prints counts there: five tests more.
  it.each<[TestKind, string, number, number, number, ...string[]]>([
    ['mocha_pass', 'mocha', 7, 1, 2, 'sum > of <many> & "few" > breaks'],
    ['playwright_pass', 'playwright', 8, 1, 2, 'sum.spec.js > sum > breaks'],
    ['bun_test_pass', 'bun', 10, 1, 2, 'sum > inner > breaks'],
    ['deno_test_pass', 'deno', 9, 1, 1, 'breaks'],
    ['rspec_pass', 'rspec', 6, 1, 3, 'sum inner breaks'],
    ['phpunit_pass', 'phpunit', 3, 2, 2, 'SumTest > testErrs', 'SumTest > testBreaks'],
  ])('%s', (kind, file, passed, failed, skipped, ...failures) => {
    expect(reads(kind, `${file}.printed`)).toMatchObject({ passed, failed, skipped, failures, tests: null })
  })

  it.each<[TestKind, string]>([
    ['mocha_pass', 'I am passing\n'],
    ['playwright_pass', '5 passed\n'],
    ['ava_pass', 'tests passed\n'],
    ['deno_test_pass', 'ok\n'],
  ])('%s counts nothing in other text', (kind, text) => {
    expect(RUNNERS[kind].read(text)).toBe(null)
  })
})
