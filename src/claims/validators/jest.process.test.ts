import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { LONG } from '../../../test/helpers/scale.ts'
import { validating } from '../../../test/helpers/validating.ts'
import { pickEnvironment } from '../../process/environment.ts'

/** Ways in which a real jest can end without proving anything. */

const HOST = pickEnvironment(process.env)
const require = createRequire(import.meta.url)
const JEST = [process.execPath, require.resolve('jest/bin/jest')]

const policyOf = (options: readonly string[], more = ''): string => `version: 1
validators:
  check: { kind: jest_pass, command: ${JSON.stringify([...JEST, ...options])}, timeout_seconds: 600 }
bindings:
  tests_pass: check
${more}`

const GREEN = "test('a', () => {})\n"

/** Without Babel, which takes half of the time. */
const begin = (tests: { [file: string]: string }, options: readonly string[] = [], config = {}) =>
  validating(
    policyOf(options),
    { 'package.json': JSON.stringify({ jest: { ...(!LONG && { transform: {} }), ...config } }), ...tests },
    HOST,
  )

describe('jest_pass', () => {
  it.each([
    ['whose pattern matches no file', GREEN, ['nothing-like-it'], {}],
    ['whose pattern matches no name', GREEN, ['-t', 'nothing like it'], {}],
    ['that is configured to pass without tests', GREEN, ['nothing-like-it'], { passWithNoTests: true }],
    ['with todos alone', "test.todo('a')\n", [], {}],
    ['of an empty file', '', [], {}],
    ['that a test ends with 0', `${GREEN}test('b', () => process.exit(0))\n`, [], {}],
    ['that only lists its files', GREEN, ['--list-tests'], {}],
    ['that tells nothing', GREEN, ['--reporters=./mute.js'], {}],
  ])('fails in a run %s', async (_, tests, options, config) => {
    const { validate } = await begin({ 'a.test.js': tests, 'mute.js': 'module.exports = class {}\n' }, options, config)
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 2, code: 'NO_TESTS_RAN' })
  })

  it('fails if a file does not load, even if all tests that ran passed, and names the file', async () => {
    const { validate } = await begin({ 'a.test.js': GREEN, 'b.test.js': "require('./nothing')\n" })
    expect(await validate('tests_pass', 'check')).toMatchObject({
      exit: 2,
      code: 'COMMAND_FAILED',
      said: 'The command exited with code 1: ./b.test.js Test suite failed to run.',
      data: { tests: { passed: 1, failed: 0 }, failures: ['./b.test.js Test suite failed to run'] },
    })
  })

  it('is not approved with an option that passes without tests, nor run with an option that runs none', async () => {
    await expect(begin({ 'a.test.js': GREEN }, ['--passWithNoTests'])).rejects.toThrow(
      'it succeeds with "--passWithNoTests" even if no test runs',
    )
    await expect(begin({ 'a.test.js': GREEN }, ['--pass-with-no-tests=true'])).rejects.toThrow(
      'it succeeds with "--pass-with-no-tests=true" even if no test runs',
    )
    const { validate } = await begin({ 'a.test.js': GREEN }, ['--listTests'])
    expect(await validate('tests_pass', 'check')).toMatchObject({ exit: 3, code: 'WEAK_COMMAND' })
  })
})
