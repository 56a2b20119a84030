import { describe, expect, it } from 'vitest'
import { LONG } from '../../../../test/helpers/scale.ts'
import { cargoTest } from './cargo-test.ts'
import { goTest } from './go-test.ts'
import { jest } from './jest.ts'
import { junitXml } from './junit-xml.ts'
import { nodeTest } from './node-test.ts'
import { pytest } from './pytest.ts'
import { tap } from './tap.ts'
import type { ReadReport } from './test-run.ts'
import { vitest } from './vitest.ts'

/** Reports as the runners print them: passed, failed, skipped, and the names of failed tests. */
type Row = [ReadReport, string, string, [number, number, number, ...string[]] | null]

const VITEST_RED = `
 FAIL  src/a.test.ts > a sum > is right
AssertionError: expected 1 to be 2

 Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 12 passed | 2 skipped | 1 todo (16)
   Duration  286ms
`
const JEST_RED = `FAIL ./a.test.js
  ● a sum › is right

    expect(received).toBe(expected)

Test Suites: 1 failed, 1 passed, 2 total
Tests:       1 failed, 1 skipped, 1 todo, 12 passed, 15 total
Snapshots:   0 total
`
const JEST_UNLOADED = `FAIL ./a.test.js
  ● a sum › is wrong

    expect(received).toBe(expected) // Object.is equality

PASS ./c.test.js
  ● Console

    console.log
        ● fake

FAIL ./b.test.js
  ● Test suite failed to run

    Cannot find module './nothing' from 'b.test.js'

FAIL ./d.test.js
  ● Test suite failed to run

Test Suites: 3 failed, 1 passed, 4 total
Tests:       1 failed, 1 skipped, 2 passed, 4 total
`
const JEST_SLOW = `FAIL ./a.test.js (5.9 s)
  ● slow

FAIL ./b (1).test.js (6.088 s, 38 MB heap size)
  ● slow

Tests:       2 failed, 1 passed, 3 total
Summary of all failing tests
FAIL ./a.test.js (5.9 s)
  ● slow
`
const JEST_EXITED = `PASS ./b.test.js
  ●  process.exit called with "0"

      at Object.exit (a.test.js:1:45)
`
const JEST_NAMES = [
  './a.test.js a sum › is wrong',
  './b.test.js Test suite failed to run',
  './d.test.js Test suite failed to run',
]
const VITEST_ERROR = ` FAIL  b.test.js [ b.test.js ]
 FAIL  a.test.js > b [ 1, 2 ]
 Test Files  2 failed (2)
      Tests  1 failed | 2 passed | 1 skipped (4)
     Errors  1 error
`
const PYTEST_ERROR = `FAILED test_a.py::test_b - assert 1 == 2
ERROR test_a.py::test_e - RuntimeError: x
1 failed, 1 passed, 1 skipped, 1 xfailed, 1 error in 1.55s
`
const PYTEST_RED = `=========================== short test summary info ============================
FAILED tests/test_a.py::test_sum[1-2] - assert 1 == 2
ERROR tests/test_b.py
============== 1 failed, 3 passed, 1 skipped, 1 xfailed, 2 warnings, 1 error in 0.12s ===============
`
const nodeTotals = (sign: string, pass: number, fail: number): string =>
  ['tests 9', 'suites 0', `pass ${pass}`, `fail ${fail}`, 'cancelled 0', 'skipped 1', 'todo 1', 'duration_ms 6.5']
    .map((line) => `${sign} ${line}\n`)
    .join('')
const GO_PLAIN = 'ok  \texample.org/a\t0.004s\n?   \texample.org/b\t[no test files]\nok  \texample.org/c\t(cached)\n'
const GO_RED =
  '--- FAIL: TestSum (0.00s)\n    a_test.go:9: 1 != 2\nFAIL\nFAIL\texample.org/a\t0.004s\nok  \texample.org/c\t0.1s\n'
const GO_UNBUILT = `${GO_RED}# example.org/b\n./b.go:1:1: syntax error\nFAIL\texample.org/b [build failed]\nFAIL\n`
const GO_VERBOSE =
  '=== RUN   TestA\n--- PASS: TestA (0.00s)\n--- SKIP: TestB (0.00s)\nPASS\nok  \texample.org/a\t0.004s\n'
const GO_SKIPPED =
  '=== RUN   TestB\n    a_test.go:5: later\n--- SKIP: TestB (0.00s)\nPASS\nok  \texample.org/a\t0.004s\n'
const GO_VERBOSE_RED =
  '=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n=== RUN   TestB/one\n    a_test.go:9: 1 != 2\n--- FAIL: TestB (0.00s)\n    --- FAIL: TestB/one (0.00s)\nFAIL\nFAIL\texample.org/a\t0.004s\nFAIL\n'
/** Printed by go 1.15, 1.19 and 1.24. */
const GO_PARTIAL =
  '=== RUN   TestP\npartial--- PASS: TestP (0.00s)\n=== RUN   TestQ\n    a_test.go:9: of another run: --- FAIL: TestR (0.00s)\npartial--- FAIL: TestQ (0.00s)\nFAIL\nFAIL\texample.org/x\t0.004s\n'
const GO_JSON = ['pass', 'fail', 'skip', 'output']
  .map((Action) => `${JSON.stringify({ Action, Package: 'a', Test: `Test_${Action}` })}\n`)
  .join('')
const CARGO = `running 2 tests
test tests::a ... ok
test tests::b ... FAILED

failures:
    tests::b

test result: FAILED. 1 passed; 1 failed; 3 ignored; 0 measured; 0 filtered out; finished in 0.00s

   Doc-tests x

test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`
/** Printed by cargo 1.65 of Debian 12 with --quiet; 1.46 of Debian 11 leaves out "finished in". */
const CARGO_QUIET = `
running 6 tests
.Fi.FError: "e"
F
failures:

---- tests::b stdout ----
line

failures:
    fake::one
thread 'tests::b' panicked at 'no', src/lib.rs:24:88

---- tests::q stdout ----
note: test did not panic as expected

failures:
    tests::b
    tests::q
    tests::s

test result: FAILED. 2 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s

error: test failed, to rerun pass \`--lib\`

running 2 tests
..
test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

running 1 test
F
failures:

---- src/lib.rs - add (line 17) stdout ----
Test executable failed (exit status: 101).


failures:
    src/lib.rs - add (line 17)

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 2.30s
`
/** Printed by cargo 1.65: what a test returns goes to the terminal, in the middle of another test's line. */
const CARGO_SPLIT = `test tests::q - should panic ... FAILED
test tests::r - should panic ... Error: FAILED
test tests::slow ... "e"
ignored, slow

failures:

---- tests::q stdout ----
note: test did not panic as expected

failures:
    tests::q
    tests::r

test result: FAILED. 0 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s
`
const CARGO_QUIET_NAMES = ['tests::b', 'tests::q', 'tests::s', 'src/lib.rs - add (line 17)']
const TAP = '1..4\nok 1 - a\nnot ok 2 - b\n  ---\n  not ok of another level\n  ...\nok 3 # SKIP no disk\n'
const JUNIT = `<?xml version="1.0"?><testsuites tests="99"><testsuite name="s">
<testcase classname="a" name="one &gt; two"/>
<testcase classname='a' name='b'><failure message="x > y"><![CDATA[<testcase name="no"/>]]></failure></testcase>
<testcase name="c"><skipped/></testcase><!-- <testcase name="no"/> -->
<testcase name="d"><system-out>&lt;failure&gt;</system-out></testcase></testsuite></testsuites>`

const ROWS: Row[] = [
  [vitest.read, 'green', ' Test Files  1 passed (1)\n      Tests  3 passed (3)\n', [3, 0, 0]],
  [
    vitest.read,
    'coloured',
    '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m3 passed\u001b[39m\u001b[22m (3)\n',
    [3, 0, 0],
  ],
  [vitest.read, 'red', VITEST_RED, [12, 1, 3, 'src/a.test.ts > a sum > is right']],
  [vitest.read, 'with an error outside of tests', VITEST_ERROR, [2, 2, 1, 'b.test.js', 'a.test.js > b [ 1, 2 ]']],
  [vitest.read, 'without a test', 'No test files found, exiting with code 0\n', [0, 0, 0]],
  [vitest.read, 'something else', 'Tests are fun\n', null],
  [jest.read, 'green', 'Tests:       3 passed, 3 total\n', [3, 0, 0]],
  [jest.read, 'red', JEST_RED, [12, 1, 2, './a.test.js a sum › is right']],
  [jest.read, 'with suites that do not load', JEST_UNLOADED, [2, 1, 1, ...JEST_NAMES]],
  [jest.read, 'slow', JEST_SLOW, [1, 2, 0, './a.test.js slow', './b (1).test.js slow']],
  [jest.read, 'cut short by a test that ends the process', JEST_EXITED, null],
  [jest.read, 'of a file without a test', 'Test Suites: 1 failed, 1 total\nTests:       0 total\n', [0, 0, 0]],
  [jest.read, 'of skipped tests alone', 'Tests:       6 skipped, 6 total\n', [0, 0, 6]],
  [jest.read, 'of no changed file', 'No tests found related to files changed since last commit.\n', [0, 0, 0]],
  [jest.read, 'without a test', 'No tests found, exiting with code 0\n', [0, 0, 0]],
  [pytest.read, 'green', '=== 3 passed in 0.05s ===\n', [3, 0, 0]],
  [pytest.read, 'quiet', '...  [100%]\n3 passed, 1 skipped in 0:01:02\n', [3, 0, 1]],
  [pytest.read, 'red', PYTEST_RED, [4, 2, 1, 'tests/test_a.py::test_sum[1-2]', 'tests/test_b.py']],
  [pytest.read, 'without a test', '==== no tests ran in 0.98s ====\n', [0, 0, 0]],
  [pytest.read, 'that selected none', '========= 5 deselected in 1.43s =========\n', [0, 0, 0]],
  [pytest.read, 'that only collected', '====== 1 test collected in 2.03s =======\n', null],
  [pytest.read, 'with an error in a fixture', PYTEST_ERROR, [2, 2, 1, 'test_a.py::test_b', 'test_a.py::test_e']],
  [pytest.read, 'something else', 'I passed 3 exams in 2021\n', null],
  [nodeTest.read, 'green TAP', nodeTotals('#', 7, 0), [7, 0, 2]],
  [nodeTest.read, 'red list', `✖ a sum (1.2ms)\n${nodeTotals('ℹ', 6, 1)}\n✖ failing tests:\n`, [6, 1, 2, 'a sum']],
  [nodeTest.read, 'red with a note', `✖ a sum (1.2ms) # TODO\n${nodeTotals('ℹ', 6, 1)}\n`, [6, 1, 2, 'a sum']],
  [nodeTest.read, 'several', nodeTotals('#', 1, 0) + nodeTotals('#', 2, 0), [3, 0, 4]],
  [goTest.read, 'packages', GO_PLAIN, [2, 0, 0]],
  [goTest.read, 'red packages', GO_RED, [1, 1, 0, 'TestSum']],
  [goTest.read, 'with a package that does not build', GO_UNBUILT, [1, 2, 0, 'TestSum', 'example.org/b']],
  [goTest.read, 'verbose', GO_VERBOSE, [1, 0, 1]],
  [goTest.read, 'verbose and red', GO_VERBOSE_RED, [1, 2, 0, 'TestB', 'TestB/one']],
  [goTest.read, 'verbose, of skipped tests alone', GO_SKIPPED, [0, 0, 1]],
  [goTest.read, 'verbose, with text before results', GO_PARTIAL, [1, 1, 0, 'TestQ']],
  [goTest.read, 'JSON', GO_JSON, [1, 1, 1, 'Test_fail']],
  [goTest.read, 'without a test', 'ok  \texample.org/a\t0.004s [no tests to run]\n', [0, 0, 0]],
  [goTest.read, 'without a file', '?   \texample.org/b\t[no test files]\n', [0, 0, 0]],
  [goTest.read, 'something else', 'hello\n', null],
  [cargoTest.read, 'several programs', CARGO, [3, 1, 3, 'tests::b']],
  [cargoTest.read, 'quiet', CARGO_QUIET, [4, 4, 1, ...CARGO_QUIET_NAMES]],
  [cargoTest.read, 'split by the output of a test', CARGO_SPLIT, [0, 2, 1, 'tests::q', 'tests::r']],
  [cargoTest.read, 'something else', 'Finished in 3s', null],
  [tap.read, 'with a point that never came', TAP, [1, 2, 1, 'b']],
  [tap.read, 'that was given up', 'ok 1 - a\nBail out! no disk\n', [1, 1, 0, 'Bail out! no disk']],
  [tap.read, 'without a test', '1..0 # no tests\n', [0, 0, 0]],
  [tap.read, 'something else', 'okay\n', null],
  [junitXml.read, 'of cases', JUNIT, [2, 1, 1, 'a.b']],
  [junitXml.read, 'without a case', '<testsuite tests="5"/>', [0, 0, 0]],
  [junitXml.read, 'something else', '<html/>', null],
]

describe('a report', () => {
  it.each(ROWS)('%o reads one that is %s', (read, _, output, expected) => {
    const run = read(output)
    expect(run === null ? null : [run.passed, run.failed, run.skipped, ...run.failures]).toEqual(expected)
  })
})

describe('a report that names its tests', () => {
  const named = (read: ReadReport, output: string): string[] | null =>
    read(output)?.tests?.map(({ name, end }) => `${name} ${end}`) ?? null

  it('lists them all with their ends', () => {
    const cargo =
      'test a ... ok\ntest b - should panic ... ok\ntest c ... ignored, slow\ntest d ... FAILED\ntest result: FAILED. 2 passed; 1 failed; 1 ignored; 0 measured\n'
    expect(named(cargoTest.read, cargo)).toEqual(['a passed', 'b expected to fail', 'c skipped', 'd failed'])
    expect(named(goTest.read, GO_VERBOSE)).toEqual(['TestA passed', 'TestB skipped'])
    expect(named(goTest.read, GO_JSON)).toEqual(['Test_pass passed', 'Test_fail failed', 'Test_skip skipped'])
    expect(named(junitXml.read, JUNIT)).toEqual(['a.one > two passed', 'a.b failed', 'c skipped', 'd passed'])
    const xfail = '<testsuite><testcase name="a"><skipped type="pytest.xfail" message=""/></testcase></testsuite>'
    expect(named(junitXml.read, xfail)).toEqual(['a expected to fail'])
    expect(named(tap.read, '1..2\nok 1 - a\nok 2 - b # SKIP later\n')).toEqual(['a passed', 'b skipped'])
    const vitestList = ' ✓ a.test.ts > s > one 3ms\n ↓ a.test.ts > two\n      Tests  1 passed | 1 skipped (2)\n'
    expect(named(vitest.read, vitestList)).toEqual(['a.test.ts > s > one passed', 'a.test.ts > two skipped'])
    const totals = (tests: number, pass: number): string =>
      `# tests ${tests}\n# suites 1\n# pass ${pass}\n# fail 1\n# cancelled 0\n# skipped 1\n# todo 0\n`
    const points = '    ok 1 - a\n    not ok 2 - b\n    ok 3 - c # SKIP\nnot ok 1 - suite\nok 2 - d\n'
    expect(named(nodeTest.read, points + totals(4, 2))).toEqual(['a passed', 'b failed', 'c skipped', 'd passed'])
  })

  it('names none if the names are not as many as the tests', () => {
    expect(named(cargoTest.read, CARGO)).toBe(null)
    expect(named(tap.read, TAP)).toBe(null)
    expect(named(goTest.read, GO_PLAIN)).toBe(null)
    expect(named(vitest.read, VITEST_RED)).toBe(null)
  })

  it('asks pytest and go for names, and keeps the options of the person', () => {
    expect(pytest.naming?.({}, '/r')).toEqual({ PYTEST_ADDOPTS: '--junitxml=/r' })
    expect(pytest.naming?.({ PYTEST_ADDOPTS: '-x' }, '/r')).toEqual({ PYTEST_ADDOPTS: '-x --junitxml=/r' })
    expect(pytest.naming?.({ PYTEST_ADDOPTS: '--junit-xml=a' }, '/r')).toEqual({})
    expect(goTest.naming?.({ GOFLAGS: '-mod=mod' }, '/r')).toEqual({ GOFLAGS: '-mod=mod -v' })
  })
})

describe('a report of several packages', () => {
  it('says how many of them ran tests', () => {
    const packages = (read: ReadReport, output: string): number | undefined => read(output)?.packages
    expect(packages(vitest.read, '      Tests  3 passed (3)\n      Tests  2 skipped (2)\n')).toBe(1)
    expect(
      packages(vitest.read, 'packages/a test:       Tests  3 passed (3)\n@x/b:test:       Tests  1 passed (1)\n'),
    ).toBe(2)
    expect(packages(jest.read, 'Tests:       3 passed, 3 total\nTests:       1 failed, 1 total\n')).toBe(2)
    expect(packages(goTest.read, GO_PLAIN)).toBe(2)
    expect(packages(nodeTest.read, nodeTotals('#', 1, 0) + nodeTotals('#', 2, 0))).toBe(2)
    expect(packages(pytest.read, '=== 3 passed in 0.05s ===\n')).toBe(1)
  })
})

describe('a megabyte of anything is read in one pass', () => {
  const READERS = { cargoTest, goTest, jest, junitXml, nodeTest, pytest, tap, vitest }
  const HEADS = [
    '',
    '      Tests  1 passed ',
    'Tests:       ',
    ' FAIL  ',
    ' ✓ ',
    ' ✓ a > b',
    'ok 1 - a',
    'not ok 1 - ',
    'test a',
    'FAILED ',
    '1 passed',
    'a ',
    'failures:\n',
    '<testsuite><testcase name="a">',
  ]
  const PARTS = [
    ...[
      '\n',
      ' ',
      '\t',
      ' \n',
      '\r',
      '1',
      '1 ',
      'a',
      'a ',
      'a b',
      'test',
      'a test',
      ':',
      ' > ',
      ' ✓ ',
      ' [',
      ' [ ',
      '] ',
      ' (',
      ' (1 s ',
    ],
    ...[
      '--- ',
      '--- FAIL: ',
      ' # ',
      '#',
      '# skip',
      ' - ',
      ', ',
      '    a\n',
      '1..1\n',
      'ok 1\n',
      '{"Action":',
      '\u001b[',
      '\u001b[1;',
    ],
    ...['<![CDATA[', '<!--', '<testcase ', '<testcase>', '<skipped ', '<failure', '"', "name='", ' name =', '='],
  ]
  /** For each reader what once took it minutes. */
  const WORST: [keyof typeof READERS, string, string][] = [
    ['vitest', '', '\n'],
    ['vitest', ' FAIL  ', 'a'],
    ['vitest', ' ✓ a > b', ' ['],
    ['vitest', ' ✓ ', ' '],
    ['nodeTest', '', '\n'],
    ['goTest', '', '\n'],
    ['tap', 'ok 1 - a', ' '],
    ['jest', 'Tests:       ', '1'],
    ['pytest', '', '1'],
    ['cargoTest', 'a ', 'test'],
    ['junitXml', '<testsuite>', '<![CDATA['],
    ['junitXml', '<testsuite><testcase name="a">', '<skipped '],
  ]
  const all = Object.keys(READERS).flatMap((name) =>
    HEADS.flatMap((head) => PARTS.map((part): (typeof WORST)[number] => [name as keyof typeof READERS, head, part])),
  )

  it.each(LONG ? all : WORST)('%s: %j and %j again and again', (name, head, part) => {
    const text = head + part.repeat(Math.ceil(1e6 / part.length))
    for (const end of ['', ' x\n'])
      expect(READERS[name].read(text + end)).toSatisfy((run) => run === null || typeof run === 'object')
  })
})
