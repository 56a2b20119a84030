import { chmodSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { textOf } from '../../../test/helpers/hooks.ts'
import { quickPytest } from '../../../test/helpers/quick-pytest.ts'
import { LONG } from '../../../test/helpers/scale.ts'
import { nameOnFailure, type Probe, programIn, starts } from '../../../test/helpers/starts.ts'
import { scripted, validating } from '../../../test/helpers/validating.ts'
import { pickEnvironment } from '../../process/environment.ts'

/** Real runners, through `bailiff validate`. The output of runners that are not installed is tested in `reports/reports.test.ts`. */

const HOST = { ...pickEnvironment(process.env), PATH: quickPytest() }
const require = createRequire(import.meta.url)
const VITEST = resolve('node_modules/vitest/vitest.mjs')

type Files = { [path: string]: string }
type Runner = {
  kind: string
  command: string[]
  green: Files
  red: Files
  /** Without any tests. */
  empty: Files
  ignored: string
  /** The programs that it needs from PATH. */
  probes: Probe[]
  /** It prints its results there; else to standard output. */
  output?: 'stderr' | 'report'
}

/** A program that is not on PATH is not started, nor one that starts only beside its own packages. */
const isThere = ({ probes }: Runner): boolean =>
  probes.every(
    (probe) => programIn(HOST.PATH, probe[0]) !== undefined && (modulesOf(probe[0]) !== null || starts(probe)),
  )

const jsTests = (lib: string, other: string): Pick<Runner, 'green' | 'red'> => {
  const head = `import { it } from '${lib}'\nit('a', () => {})\n`
  return {
    green: { 'a.test.mjs': `${head}it.skip('later', () => {})\n` },
    red: { 'a.test.mjs': `${head}it('${other}', () => { throw new Error('red') })\n` },
  }
}

const RUNNERS: Runner[] = [
  {
    kind: 'node_test_pass',
    probes: [],
    command: [process.execPath, '--test'],
    ...jsTests('node:test', 'b'),
    empty: { 'a.test.mjs': '' },
    ignored: '',
  },
  {
    kind: 'vitest_pass',
    probes: [],
    command: [process.execPath, VITEST, 'run'],
    ...jsTests('vitest', 'b'),
    empty: { 'a.test.mjs': "import { it } from 'vitest'\nit.skip('a', () => {})\n" },
    ignored: 'node_modules\n',
  },
  {
    kind: 'jest_pass',
    probes: [],
    command: [process.execPath, require.resolve('jest/bin/jest')],
    green: jest("test('a', () => {})\ntest.skip('later', () => {})\n"),
    red: jest("test('a', () => {})\ntest('b', () => expect(1).toBe(2))\n"),
    empty: jest("test.skip('a', () => {})\n"),
    ignored: '',
  },
  {
    kind: 'pytest_pass',
    probes: [['python3', '-m', 'pytest', '--version']],
    command: ['python3', '-m', 'pytest'],
    green: { 'test_a.py': 'import pytest\ndef test_a(): pass\n@pytest.mark.skip\ndef test_later(): pass\n' },
    red: { 'test_a.py': 'def test_a(): pass\ndef test_b(): assert 1 == 2\n' },
    empty: { 'test_a.py': 'def nothing(): pass\n' },
    ignored: '__pycache__\n.pytest_cache\n',
  },
  {
    kind: 'cargo_test_pass',
    probes: [
      ['cargo', '--version'],
      ['rustc', '--version'],
    ],
    command: ['cargo', 'test', '--offline', '--quiet'],
    green: rust('#[test] fn a() {}\n#[test] #[ignore] fn later() {}'),
    red: rust('#[test] fn a() {}\n#[test] fn b() { panic!() }'),
    empty: rust(''),
    ignored: 'target\nCargo.lock\n',
  },
  {
    kind: 'go_test_pass',
    probes: [['go', 'version']],
    command: ['go', 'test', '-v', './...'],
    green: go('func TestA(t *testing.T) {}\nfunc TestLater(t *testing.T) { t.Skip() }'),
    red: go('func TestA(t *testing.T) {}\nfunc Test_b(t *testing.T) { t.Fatal() }'),
    empty: go('func TestA(t *testing.T) { t.Skip() }'),
    ignored: '',
  },
  {
    kind: 'mocha_pass',
    probes: [['mocha', '--version']],
    command: ['npm', 'run', 'unit'],
    green: mocha("it('a', () => {})\nit.skip('later', () => {})\n"),
    red: mocha("it('a', () => console.log('  5 passing (1ms)'))\nit('b', () => { throw new Error('red') })\n"),
    empty: mocha('// nothing\n'),
    ignored: 'node_modules\n',
    output: 'report',
  },
  {
    kind: 'ava_pass',
    probes: [['ava', '--version']],
    command: ['ava'],
    ...own("const test = require('ava')\n", 'test', '(t) => t.pass()', '(t) => t.fail()'),
    ignored: 'node_modules\n',
  },
  {
    kind: 'node_tap_pass',
    probes: [['tap', '--version']],
    command: ['npx', 'tap', '--disable-coverage'],
    ...own("const t = require('tap')\n", 't.test', '(t) => { t.pass(); t.end() }', '(t) => { t.fail(); t.end() }'),
    ignored: 'node_modules\n.tap\n',
  },
  {
    kind: 'playwright_pass',
    probes: [['playwright', '--version']],
    command: ['playwright', 'test'],
    ...own("const { test } = require('@playwright/test')\n", 'test'),
    ignored: 'node_modules\ntest-results\n',
  },
  {
    kind: 'bun_test_pass',
    probes: [['bun', '--version']],
    command: ['bun', 'test'],
    ...own("const { test } = require('bun:test')\n", 'test'),
    ignored: '',
    output: 'stderr',
  },
  {
    kind: 'deno_test_pass',
    probes: [['deno', '--version']],
    command: ['deno', 'test', '--no-check'],
    ...own('', 'Deno.test'),
    ignored: 'deno.lock\n',
  },
  {
    kind: 'rspec_pass',
    probes: [['rspec', '--version']],
    command: ['rspec'],
    green: { 'spec/a_spec.rb': "RSpec.describe('s') { it('a') {}; xit('later') {} }\n" },
    red: { 'spec/a_spec.rb': "RSpec.describe('s') { it('a') {}; it('b') { raise 'red' } }\n" },
    empty: { 'spec/a_spec.rb': "RSpec.describe('s') { xit('a') {} }\n" },
    ignored: '',
  },
  {
    kind: 'phpunit_pass',
    probes: [['phpunit', '--version']],
    command: ['phpunit', 'tests'],
    green: php('testA(): void { $this->assertTrue(true); } function testLater(): void { $this->markTestSkipped(); }'),
    red: php('testA(): void { $this->assertTrue(true); } function test_b(): void { $this->fail(); }'),
    empty: php('testA(): void { $this->markTestSkipped(); }'),
    ignored: '.phpunit.result.cache\n',
  },
]

function mocha(tests: string): Files {
  return { 'package.json': '{ "scripts": { "unit": "mocha" } }', 'test/a.js': tests }
}

/** Tests in a file that all runners of JavaScript find. */
function own(
  head: string,
  test: string,
  pass = '() => {}',
  fail = "() => { throw new Error('red') }",
): Pick<Runner, 'green' | 'red' | 'empty'> {
  const skip =
    test === 't.test'
      ? `t.test('later', { skip: true }, ${pass})`
      : `${test}.${test === 'Deno.test' ? 'ignore' : 'skip'}('later', ${pass})`
  return {
    green: { 'a.test.js': `${head}${test}('a', ${pass})\n${skip}\n` },
    red: { 'a.test.js': `${head}${test}('a', ${pass})\n${test}('b', ${fail})\n` },
    empty: { 'a.test.js': `${head}${skip}\n` },
  }
}

function php(methods: string): Files {
  return { 'tests/ATest.php': `<?php class ATest extends PHPUnit\\Framework\\TestCase { function ${methods} }\n` }
}

/** The packages around a program from PATH: its tests load them. */
function modulesOf(program: string): string | null {
  const path = programIn(HOST.PATH, program)
  const [, modules = null] = /^(.*\/node_modules)\//.exec(path === undefined ? '' : realpathSync(path)) ?? []
  return modules
}

function jest(tests: string): Files {
  // Babel takes half of the time, and these tests need none.
  return { 'package.json': LONG ? '{}' : '{ "jest": { "transform": {} } }', 'a.test.js': tests }
}

function go(tests: string): Files {
  return {
    'go.mod': 'module example.org/x\n\ngo 1.18\n',
    'a.go': 'package x\n',
    'a_test.go': `package x\n\nimport "testing"\n\n${tests}\n`,
  }
}

function rust(tests: string): Files {
  const manifest = '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2018"\n'
  return { 'Cargo.toml': manifest, 'src/lib.rs': `#[cfg(test)]\nmod tests {\n${tests}\n}\n` }
}

const policyOf = ({ kind, command }: Runner): string => `version: 1
validators:
  check: { kind: ${kind}, command: ${JSON.stringify(command)}, timeout_seconds: 600 }
bindings:
  tests_pass: check
`

for (const { kind, probes } of RUNNERS.filter((one) => !isThere(one))) {
  const why = `cannot be run for real: "${probes.map((one) => one.join(' ')).join('" or "')}" does not start here`
  process.stderr.write(`${kind} ${why}. Only its recorded output is read.\n`)
  it.todo(`${kind}, which ${why}`)
}

describe.each(RUNNERS.filter(isThere))('$kind', (runner) => {
  nameOnFailure(...runner.probes)
  const begin = async (files: Files) => {
    const one = await validating(policyOf(runner), { ...files, '.gitignore': runner.ignored }, HOST)
    const modules = runner.kind === 'vitest_pass' ? resolve('node_modules') : modulesOf(runner.probes[0]?.[0] ?? '')
    if (modules !== null && runner.ignored.includes('node_modules'))
      symlinkSync(modules, join(one.project, 'node_modules'))
    return one
  }

  it('passes if tests ran and none failed', async () => {
    const { validate, last } = await begin(runner.green)
    expect(await validate('tests_pass', 'check')).toMatchObject({
      exit: 0,
      said: 'The command exited with code 0; 1 test ran.',
      data: { tests: { passed: 1, failed: 0, skipped: 1 } },
    })
    expect(last()).toMatchObject({ kind: 'validator.passed', body: { tests: { passed: 1 } } })
  })

  it('fails if a test failed, and names it', async () => {
    const { validate, last, ledger } = await begin(runner.red)
    const ran = await validate('tests_pass', 'check')
    expect(ran).toMatchObject({ exit: 2, code: 'TESTS_FAILED', data: { tests: { passed: 1, failed: 1 } } })
    expect(ran.data['failures']).toEqual([expect.stringMatching(/b/)])
    // Jest prints its test results there.
    const output = runner.output ?? (runner.kind === 'jest_pass' ? 'stderr' : 'stdout')
    expect(textOf(ledger.home, last(), output)).not.toBe('')
  })

  it('fails if no test ran', async () => {
    const { validate } = await begin(runner.empty)
    const ran = await validate('tests_pass', 'check')
    // For node:test, an empty file is a test.
    if (runner.kind === 'node_test_pass') expect(ran).toMatchObject({ data: { tests: { passed: 1 } } })
    else expect(ran).toMatchObject({ exit: 2, code: 'NO_TESTS_RAN' })
  })
})

const PYTEST = RUNNERS.find(({ kind }) => kind === 'pytest_pass')

describe.runIf(PYTEST !== undefined && isThere(PYTEST))('pytest names its tests', () => {
  nameOnFailure(...(PYTEST?.probes ?? []))
  const begin = (files: Files, command = ['python3', '-m', 'pytest', '-q']) =>
    validating(
      `version: 1
validators:
  check: { kind: pytest_pass, command: ${JSON.stringify(command)}, timeout_seconds: 600 }
bindings:
  tests_pass: check
`,
      { ...files, '.gitignore': '__pycache__\n.pytest_cache\n' },
      HOST,
    )
  const TESTS = `import pytest
def test_a(): assert 1 == 1
@pytest.mark.parametrize("x", [1, 2])
def test_b(x): assert x
def test_c(): assert 1 == 1
`

  it('so that a test that is expected to fail now is found, and a rename is not', async () => {
    const { validate, write } = await begin({ 'test_a.py': TESTS })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 0 })
    write({ 'test_a.py': TESTS.replace('def test_c(): ', '@pytest.mark.xfail\ndef test_c(): raise ValueError; ') })
    const weak = await validate('tests_pass', 'check')
    expect(weak).toMatchObject({ code: 'TESTS_WEAKENED' })
    expect(weak.data['weakened']).toEqual([{ test: 'test_a.test_c', how: 'expected to fail' }])
    write({ 'test_a.py': TESTS.replace('test_c', 'test_d').replace('[1, 2]', '[3]') })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 0 })
  })

  it.each([
    ['skips all of them', 'for i in items: i.add_marker(pytest.mark.skip)', 'skipped'],
    ['deselects all of them', 'config.hook.pytest_deselected(items=list(items)); items.clear()', 'gone'],
  ] as const)('so that a conftest.py is found out that %s', async (_, body, how) => {
    const { validate, write } = await begin({ 'test_a.py': TESTS })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 0 })
    write({ 'conftest.py': `import pytest\ndef pytest_collection_modifyitems(config, items):\n    ${body}\n` })
    const weak = await validate('tests_pass', 'check')
    expect(weak).toMatchObject({ code: 'TESTS_WEAKENED' })
    expect(weak.data['weakened']).toHaveLength(3)
    expect(weak.data['weakened']).toContainEqual({ test: 'test_a.test_a', how })
  })

  it('unless the project has switched the report off, which changes nothing else', async () => {
    const { validate } = await begin({ 'test_a.py': TESTS, 'pytest.ini': '[pytest]\naddopts = -p no:junitxml\n' })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 0, data: { tests: { passed: 4 } } })
  })
})

/** Stands for mocha where it is not installed: it writes the report of its real namesake if asked, and prints another result. */
const FAKE = `#!/bin/sh
echo '  9 passing (1ms)'
for word; do case $word in
  --reporter) [ ! -e old ] || { echo "error: unknown option --reporter" >&2; exit 1; };;
  output=*) cat "$PWD/result.xml" > "\${word#output=}";;
esac; done
`

describe('a runner that is asked for a report', () => {
  const caseOf = (name: string, inside = ''): string =>
    `<testcase classname="s" name="${name}" file="a.js">${inside}</testcase>`
  const suite = (...cases: string[]): string => `<testsuite>${cases.join('')}</testsuite>`
  const begin = () =>
    validating(
      `version: 1
validators:
  check: { kind: mocha_pass, command: [./mocha, a.js] }
bindings:
  tests_pass: check
`,
      { mocha: FAKE, 'result.xml': suite(caseOf('a'), caseOf('b')), '.gitignore': 'old\n' },
    )

  it('is believed by its report, not by what it prints; a test that is skipped now is named', async () => {
    const { validate, write, project, last, ledger } = await begin()
    chmodSync(join(project, 'mocha'), 0o755)
    expect(await validate('tests_pass', 'check')).toMatchObject({
      exit: 0,
      data: { words: ['./mocha', 'a.js'], tests: { passed: 2 } },
    })
    expect(textOf(ledger.home, last(), 'report')).toContain('<testcase')
    write({ 'result.xml': suite(caseOf('a'), caseOf('b', '<skipped/>')) })
    const weak = await validate('tests_pass', 'check')
    expect(weak).toMatchObject({
      code: 'TESTS_WEAKENED',
      data: { weakened: [{ test: 'a.js > s > b', how: 'skipped' }] },
    })
    write({ 'result.xml': suite(caseOf('a'), caseOf('b', '<failure/>')) })
    expect(await validate('tests_pass', 'check')).toMatchObject({
      code: 'TESTS_FAILED',
      data: { failures: ['a.js > s > b'] },
    })
  })

  it('runs without the request if it does not know it', async () => {
    const { validate, write, project } = await begin()
    chmodSync(join(project, 'mocha'), 0o755)
    write({ old: '' })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 0, data: { tests: { passed: 9 } } })
  })
})

const shell = (script: string): string => JSON.stringify(scripted(script))

describe('junit_xml and tap', () => {
  const junit = (script: string): string => `version: 1
validators:
  check: { kind: junit_xml, command: ${shell(script)}, report: out/junit.xml, outputs: [out/**] }
bindings:
  tests_pass: check
`
  const SUITE = '<testsuites><testsuite><testcase name="a"/></testsuite></testsuites>'
  const writes = (text: string): string => `printf %s '${text}' > out/junit.xml`

  it('passes on the report that the run wrote, and keeps it', async () => {
    const { validate, last, ledger } = await validating(junit(writes(SUITE)), { 'out/keep': '' })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 0, data: { tests: { passed: 1 } } })
    expect(textOf(ledger.home, last(), 'report')).toBe(SUITE)
  })

  it('does not accept a leftover report, nor one that another run wrote', async () => {
    const { validate } = await validating(junit('true'), { 'out/junit.xml': SUITE })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 2, code: 'REPORT_MISSING' })
  })

  it.each([
    ['missing', 'true'],
    ['a symlink', 'ln -s /etc/hostname out/junit.xml'],
    ['a folder', 'mkdir out/junit.xml'],
    ['a pipe', 'mkfifo out/junit.xml'],
    ['too large', 'truncate -s 8G out/junit.xml'],
  ])('fails if the report is %s', async (_, script) => {
    const { validate } = await validating(junit(script), { 'out/keep': '', '.gitignore': 'out\n' })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 2, code: 'REPORT_MISSING' })
  })

  it('trusts a failed case more than the exit code, and ignores totals', async () => {
    const red = '<testsuite tests="9" failures="0"><testcase name="a"><failure/></testcase></testsuite>'
    const { validate } = await validating(junit(writes(red)), { 'out/keep': '' })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 2, code: 'TESTS_FAILED' })
    const none = await validating(junit(writes('<testsuite tests="9"/>')), { 'out/keep': '' })
    expect(await none.validate('tests_pass', 'check')).toMatchObject({ exit: 2, code: 'NO_TESTS_RAN' })
  })

  it('reads TAP from the output', async () => {
    const tap = (lines: string): string => `version: 1
validators:
  check: { kind: tap, command: ${shell(`printf '%s\\n' '${lines}'`)} }
bindings:
  tests_pass: check
`
    const green = await validating(tap('1..1\nok 1 - a'))
    expect(await green.validate('tests_pass', 'check')).toMatchObject({ exit: 0 })
    const short = await validating(tap('1..2\nok 1 - a'))
    expect(await short.validate('tests_pass', 'check')).toMatchObject({ exit: 2, code: 'TESTS_FAILED' })
    const silent = await validating(tap('fine'))
    expect(await silent.validate('tests_pass', 'check')).toMatchObject({ exit: 2, code: 'NO_TESTS_RAN' })
  })
})

describe('a hostile command', () => {
  const check = (script: string, more = ''): string => `version: 1
validators:
  check: { kind: tap, command: ${shell(script)}${more} }
bindings:
  done: check
`

  it('that floods its output is read to the end, the dropped bytes are counted, and it does not pass', async () => {
    const script = "echo 1..1; head -c 30M /dev/zero | tr '\\\\0' x; echo; echo ok 1"
    const { validate, last } = await validating(check(script))
    expect(await validate('done', 'check')).toMatchObject({ exit: 2, code: 'OUTPUT_CUT' })
    expect(last()?.body['attempts']).toMatchObject([{ droppedBytes: expect.any(Number) }])
    expect(last()?.artifacts).toMatchObject([{ name: 'stdout', bytes: 16 * 2 ** 20 }])
  })

  it('that prints binary data is recorded unchanged, and has no test results', async () => {
    const { validate, last } = await validating(check(String.raw`printf '\0\377\376\n'`))
    expect(await validate('done', 'check')).toMatchObject({ exit: 2, code: 'NO_TESTS_RAN' })
    expect(last()?.artifacts).toMatchObject([{ name: 'stdout', bytes: 4 }])
  })

  it('that hangs is killed with everything it started', async () => {
    const script = 'sleep 600 & echo $! > pid; wait'
    const { validate, project } = await validating(check(script, ', timeout_seconds: 1'), { '.gitignore': 'pid\n' })
    expect(await validate('done', 'check')).toMatchObject({ exit: 2, code: 'COMMAND_TIMED_OUT' })
    const pid = Number(readFileSync(join(project, 'pid'), 'utf8'))
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it('that is killed by a signal, or whose program is missing, fails', async () => {
    const killed = await validating(check('kill -KILL -$$'))
    expect(await killed.validate('done', 'check')).toMatchObject({ exit: 2, code: 'COMMAND_FAILED' })
    const missing = await validating(
      'version: 1\nvalidators: { check: ./no-such-program }\nbindings: { done: check }\n',
    )
    expect(await missing.validate('done', 'check')).toMatchObject({ exit: 2, code: 'COMMAND_NOT_STARTED' })
  })

  it('that changes the workspace it checks fails, but it may write its outputs', async () => {
    const script = 'date +%N > src.js; echo 1..1; echo ok 1'
    const { validate, approve, write } = await validating(check(script), { 'src.js': '' })
    const ran = await validate('done', 'check')
    expect(ran).toMatchObject({ exit: 2, code: 'VALIDATOR_WROTE' })
    expect(ran.said).toContain('src.js')
    await approve(check(script, ', outputs: [src.js]'))
    expect(await validate('done', 'check')).toMatchObject({ exit: 0 })
    write({ 'other.js': '1' })
    await approve(check('rm other.js; echo 1..1; echo ok 1', ', outputs: [src.js]'))
    expect(await validate('done', 'check')).toMatchObject({ exit: 2, code: 'VALIDATOR_WROTE' })
  })

  it('must pass the required number of times in a row', async () => {
    const script = 'n=$(($(cat n) + 1)); echo $n > n; echo 1..1; [ $n -lt 3 ] && echo ok 1 || echo not ok 1'
    const { validate, last, project } = await validating(check(script, ', outputs: [n]'), { n: '0' })
    expect(await validate('done', 'check', { required_runs: 2 })).toMatchObject({ exit: 0 })
    expect(last()?.artifacts.map(({ name }) => name)).toEqual(['stdout', 'stdout.2'])
    writeFileSync(join(project, 'n'), '0')
    expect(await validate('done', 'check', { required_runs: 3 })).toMatchObject({ exit: 2, code: 'TESTS_FAILED' })
    expect(last()?.body['attempts']).toHaveLength(3)
    rmSync(join(project, 'n'))
  })
})

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
