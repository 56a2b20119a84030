import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../../test/helpers/temp.ts'
import { scripted, validating } from '../../../test/helpers/validating.ts'

/** Ways to make a check easier than it was when a person approved it. */

/** Prints the file `points` unchanged. */
const PRINTS = ['awk', '{ print } /^not ok/ { failed = 1 } END { exit failed }', 'points']

const policy = (more = '', top = ''): string => `version: 1
validators:
  check: { kind: tap, command: ${JSON.stringify(PRINTS)}${more} }
bindings:
  tests_pass: check
${top}`

describe('TESTS_WEAKENED', () => {
  it('compares later runs with the last pass, by name', async () => {
    const { validate, write } = await validating(policy(), { points: 'ok 1\nok 2\nok 3 # SKIP' })
    const check = () => validate('tests_pass', 'check')
    expect(await check()).toMatchObject({ exit: 0, data: { tests: { passed: 2, skipped: 1 } } })
    write({ points: 'ok 1' })
    const fewer = await check()
    expect(fewer).toMatchObject({ exit: 2, code: 'TESTS_WEAKENED', data: { weakened: [{ test: '2', how: 'gone' }] } })
    expect(fewer.said).toBe('Fewer tests ran than in an earlier run: 2 (gone).')
    write({ points: 'ok 1\nok 2 # SKIP' })
    expect(await check()).toMatchObject({ code: 'TESTS_WEAKENED', data: { weakened: [{ test: '2', how: 'skipped' }] } })
    write({ points: 'ok 1\nok 2\nok 3\nok 4 # SKIP' })
    expect(await check()).toMatchObject({ exit: 0 })
  })

  it('finds a suite that grew to 8 and shrank to 3 in the next session', async () => {
    const points = (count: number): string => Array.from({ length: count }, (_, i) => `ok ${i + 1} - t${i}`).join('\n')
    const { validate, write, tell } = await validating(policy(), { points: points(3) })
    for (const count of [3, 8]) {
      write({ points: points(count) })
      expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 0 })
    }
    tell('SessionEnd', { reason: 'exit' })
    tell('SessionStart', { session_id: 'next', source: 'startup' })
    tell('UserPromptSubmit', { session_id: 'next', prompt: 'Go on.' })
    write({ points: points(3) })
    const ran = await validate('tests_pass', 'check')
    expect(ran).toMatchObject({ exit: 2, code: 'TESTS_WEAKENED' })
    expect(ran.data['weakened']).toHaveLength(5)
  })

  it('keeps its baseline after a failed run, and starts over when a person approves again', async () => {
    const { validate, write, approve } = await validating(policy(), { points: 'ok 1\nnot ok 2\nok 3' })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 2, code: 'TESTS_FAILED' })
    write({ points: 'ok 1\nok 2' })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 0 })
    write({ points: 'ok 1' })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 2, code: 'TESTS_WEAKENED' })
    await approve(policy())
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 0 })
  })

  it('is refused if the record was planted', async () => {
    const { validate, write, ledger } = await validating(policy(), { points: 'ok 1\nok 2' })
    await validate('tests_pass', 'check')
    const [file = ''] = readdirSync(join(ledger.home, 'policy'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.includes('baselines/'),
    )
    const path = join(ledger.home, 'policy', file)
    writeFileSync(path, readFileSync(path, 'utf8').replace('"executed":2', '"executed":1'))
    write({ points: 'ok 1' })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 3, code: 'BASELINE_TAMPERED' })
  })

  it('min_tests is set by a person, and a request may only raise it', async () => {
    const { validate } = await validating(policy(', min_tests: 2'), { points: 'ok 1' })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 2, code: 'TOO_FEW_TESTS' })
    expect(await validate('tests_pass', 'check', { min_tests: 1 })).toMatchObject({ exit: 3, code: 'ARGUMENT_REFUSED' })
  })
})

describe('a check that failed on this content', () => {
  /** Fails as often as the file outside the project says. */
  const flakyPolicy = (counter: string): string => {
    const script = `left=$(cat ${counter})
echo $((left - 1)) > ${counter}
[ $left -gt 0 ] && echo 'not ok 1 - a' && exit 1
echo 'ok 1 - a'`
    return policy().replace(JSON.stringify(PRINTS), JSON.stringify(scripted(script)))
  }
  const begin = async (failures: number) => {
    const counter = join(tempDir(), 'left')
    writeFileSync(counter, String(failures))
    return { counter, ...(await validating(flakyPolicy(counter), { points: '' })) }
  }

  it('must pass three times in a row, and names what is flaky', async () => {
    const { validate } = await begin(2)
    for (const _ of [1, 2]) expect(await validate('tests_pass', 'check')).toMatchObject({ code: 'TESTS_FAILED' })
    const ran = await validate('tests_pass', 'check')
    expect(ran).toMatchObject({ exit: 0, data: { flaky: ['a'] } })
    expect(ran.data['attempts']).toHaveLength(3)
  })

  it('fails if one of the three runs fails', async () => {
    const { validate, counter } = await begin(1)
    expect(await validate('tests_pass', 'check')).toMatchObject({ code: 'TESTS_FAILED' })
    writeFileSync(counter, '1')
    const ran = await validate('tests_pass', 'check')
    expect(ran).toMatchObject({ exit: 2, code: 'TESTS_FAILED' })
    expect(ran.data['flaky']).toBeUndefined()
  })

  it('passes at once if the content is another one, also after a failure in another session', async () => {
    const { validate, write, tell } = await begin(1)
    expect(await validate('tests_pass', 'check')).toMatchObject({ code: 'TESTS_FAILED' })
    tell('SessionEnd', { reason: 'exit' })
    tell('SessionStart', { session_id: 'next', source: 'startup' })
    tell('UserPromptSubmit', { session_id: 'next', prompt: 'Go on.' })
    const again = await validate('tests_pass', 'check')
    expect(again).toMatchObject({ exit: 0, data: { flaky: ['a'] } })
    write({ points: 'other' })
    const other = await validate('tests_pass', 'check')
    expect(other).toMatchObject({ exit: 0 })
    expect(other.data['attempts']).toHaveLength(1)
    expect(other.data['flaky']).toBeUndefined()
  })
})

describe('baseline: no_worse', () => {
  const begin = (points: string, baseline = 'no_worse') => validating(policy('', `baseline: ${baseline}\n`), { points })
  const next = { prompt: 'Go on.' }

  it('accepts tests that failed before the turn, says so, and accepts no other failures', async () => {
    const { validate, write, tell } = await begin('ok 1 - a\nnot ok 2 - b')
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 2, code: 'TESTS_FAILED' })
    tell('UserPromptSubmit', next)
    const ran = await validate('tests_pass', 'check')
    expect(ran).toMatchObject({ exit: 0, data: { failures: ['b'] } })
    expect(ran.said).toBe('The command exited with code 1; 2 tests ran, 1 of which failed, as before the turn.')
    write({ points: 'not ok 1 - a\nok 2 - b' })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 2, code: 'TESTS_FAILED' })
  })

  it('does not treat a failure of this turn as an earlier one', async () => {
    const { validate } = await begin('ok 1 - a\nnot ok 2 - b')
    await validate('tests_pass', 'check')
    const ran = await validate('tests_pass', 'check')
    expect(ran).toMatchObject({ exit: 2, code: 'TESTS_FAILED' })
    expect(ran.said).toContain('no record says which tests failed before the turn')
  })

  it('does not pass if the runner does not name the failed tests', async () => {
    const { validate, tell } = await begin('1..3\nok 1 - a\nnot ok 2 - b')
    await validate('tests_pass', 'check')
    tell('UserPromptSubmit', next)
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 2, code: 'TESTS_FAILED' })
  })

  it('is off by default', async () => {
    const { validate, tell } = await begin('ok 1 - a\nnot ok 2 - b', 'none')
    await validate('tests_pass', 'check')
    tell('UserPromptSubmit', next)
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 2, code: 'TESTS_FAILED' })
  })
})

describe('CHECK_CHANGED', () => {
  const pinned = policy(", pins: [points, 'package.json#/scripts/test']")
  const files = { points: 'ok 1', 'package.json': '{"scripts":{"test":"a","lint":"b"}}' }

  it('refuses if a pinned file or value differs from the approved one, and runs nothing', async () => {
    const { validate, write, last } = await validating(pinned, files)
    expect(await validate('tests_pass', 'check')).toMatchObject({
      exit: 0,
      data: { pinned: { points: expect.any(String) } },
    })
    write({ points: 'ok 1\nok 2' })
    const ran = await validate('tests_pass', 'check')
    expect(ran).toMatchObject({ exit: 3, code: 'CHECK_CHANGED' })
    expect(ran.said).toContain('points')
    expect(last()?.artifacts).toEqual([])
    write({ points: 'ok 1', 'package.json': '{"scripts":{"test":"exit 0","lint":"b"}}' })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 3, code: 'CHECK_CHANGED' })
  })

  it('ignores other values of the file, and its layout', async () => {
    const { validate, write } = await validating(pinned, files)
    write({ 'package.json': '{\n  "scripts": { "lint": "c", "test": "a" }\n}\n' })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 0 })
  })

  it('refuses if the file is gone, or became a pipe that would block forever', async () => {
    const { validate, project } = await validating(pinned, files)
    rmSync(join(project, 'package.json'))
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 3, code: 'CHECK_CHANGED' })
    execFileSync('mkfifo', [join(project, 'package.json')])
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 3, code: 'CHECK_CHANGED' })
  })

  it('refuses if the command itself changes a pinned file, even one outside the fingerprint', async () => {
    const script = 'echo b > ignored; echo ok 1'
    const text = `version: 1
validators:
  check: { kind: tap, command: ${JSON.stringify(scripted(script))}, pins: [ignored] }
bindings:
  tests_pass: check
`
    const { validate } = await validating(text, { ignored: 'a', '.gitignore': 'ignored\n' })
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 3, code: 'CHECK_CHANGED' })
  })
})

describe('arguments', () => {
  const ECHO = ['sh', 'echo.sh']
  const slots = (fields: string, top = ''): string => `version: 1
validators:
  check:
    kind: tap
    command: ${JSON.stringify([...ECHO, '{target}'])}
    arguments: { target: ${fields} }
bindings:
  tests_pass: check
${top}`
  const PATH = "{ type: path, under: ['tests/**'] }"
  const echo = { 'echo.sh': 'echo "ok 1 - $*"\n' }
  const files = { ...echo, 'tests/test_x.py': '', 'src/a.py': '' }

  it.each(['tests/test_x.py', 'tests/test_x.py::test_y', 'tests/test_x.py::TestA::test_y[1-2]'])(
    'fills a path with %s',
    async (target) => {
      const { validate } = await validating(slots(PATH), files)
      const ran = await validate('tests_pass', 'check', { target, required_runs: 2 })
      expect(ran).toMatchObject({ exit: 0, data: { words: [...ECHO, target] } })
      expect(ran.data['attempts']).toHaveLength(2)
    },
  )

  it.each([
    ['tests/nothing.py', 'TARGET_MISSING'],
    ['tests/nothing.py::test_y', 'TARGET_MISSING'],
    ['src/a.py', 'ARGUMENT_REFUSED'],
    ['tests/../src/a.py', 'ARGUMENT_REFUSED'],
    ['/etc/passwd', 'ARGUMENT_REFUSED'],
    ['--collect-only', 'ARGUMENT_REFUSED'],
    ['tests/test_x.py::a b', 'ARGUMENT_REFUSED'],
    ['tests/link', 'ARGUMENT_REFUSED'],
    [3, 'ARGUMENT_REFUSED'],
    [null, 'ARGUMENT_REFUSED'],
  ])('refuses a path %j as %s', async (target, code) => {
    const { validate, project } = await validating(slots(PATH), files)
    symlinkSync('/etc', join(project, 'tests/link'))
    expect(await validate('tests_pass', 'check', { target })).toMatchObject({ exit: 3, code })
  })

  it.each([
    ['integer', 3, 'PASSED'],
    ['integer', '3', 'ARGUMENT_REFUSED'],
    ['integer', -1, 'ARGUMENT_REFUSED'],
    ['word', 'abc', 'PASSED'],
    ['word', '-x', 'ARGUMENT_REFUSED'],
    ['word', 'a b', 'ARGUMENT_REFUSED'],
    ['{ type: choice, of: [a, b] }', 'b', 'PASSED'],
    ['{ type: choice, of: [a, b] }', 'c', 'ARGUMENT_REFUSED'],
  ])('of type %s with %j: %s', async (type, target, code) => {
    const { validate } = await validating(slots(type), echo)
    expect(await validate('tests_pass', 'check', { target })).toMatchObject({ code })
  })

  it('refuses an argument that would make an approved command weak', async () => {
    const text = `version: 1
validators:
  check: { kind: vitest_pass, command: [npx, vitest, '{mode}'], arguments: { mode: { type: choice, of: [run, list] } } }
bindings:
  tests_pass: check
`
    const { validate } = await validating(text)
    expect(await validate('tests_pass', 'check', { mode: 'list' })).toMatchObject({ exit: 3, code: 'WEAK_COMMAND' })
  })

  it('must share a keyword with the contract, if it has any', async () => {
    const contract = 'contract: { keywords: [login, Password Reset] }\n'
    const { validate } = await validating(slots(PATH, contract), {
      ...echo,
      'tests/login.py': '',
      'tests/loginless.py': '',
      'tests/password-reset.py': '',
    })
    const check = (target: string) => validate('tests_pass', 'check', { target })
    expect(await check('tests/login.py')).toMatchObject({ exit: 0 })
    expect(await check('tests/password-reset.py')).toMatchObject({ exit: 0 })
    expect(await check('tests/loginless.py')).toMatchObject({ exit: 3, code: 'KEYWORD_MISSING' })
  })

  it('a binding may require more runs, and an argument', async () => {
    const text = slots("{ type: path, under: ['tests/**'], default: tests }").replace(
      'tests_pass: check',
      'tests_pass: { all: [{ validator: check, minimum: { required_runs: 3 }, given: [target] }] }',
    )
    const { validate } = await validating(text, files)
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 3, code: 'ARGUMENT_REFUSED' })
    const given = { target: 'tests/test_x.py' }
    expect((await validate('tests_pass', 'check', given)).data['attempts']).toHaveLength(3)
    const less = { ...given, required_runs: 2 }
    expect(await validate('tests_pass', 'check', less)).toMatchObject({ exit: 3, code: 'ARGUMENT_REFUSED' })
  })
})
