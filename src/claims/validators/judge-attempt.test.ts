import { expect, it } from 'vitest'
import type { Attempt } from './attempt.ts'
import { type RunValidator, testsOf } from './judge-attempt.ts'

it('names tests by their path in the project, whatever folder it is in', () => {
  const output = [
    '✖ /home/p/test/a.test.js (30.1ms)',
    'ℹ pass 0',
    'ℹ fail 1',
    'ℹ cancelled 0',
    'ℹ skipped 0',
    'ℹ todo 0',
    '',
  ].join('\n')
  const attempt = { stdout: Buffer.from(output), stderr: Buffer.from(''), names: null } as Attempt
  const validator = { kind: 'node_test_pass', minTests: 1, report: null } as RunValidator
  expect(testsOf(validator, attempt, '/home/p')).toMatchObject({
    failures: ['test/a.test.js'],
    tests: [{ name: 'test/a.test.js', end: 'failed' }],
  })
})
