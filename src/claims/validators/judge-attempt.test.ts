import { expect, it } from 'vitest'
import type { Attempt } from './attempt.ts'
import { judgeAttempt, type RunValidator, type TestDemand, testsOf } from './judge-attempt.ts'
import type { TestRun } from './reports/test-run.ts'

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

it('does not count tests in output whose middle was dropped, but counts those in a report', () => {
  const same = { sha256: 'a' }
  const attempt = (droppedBytes: number, report: 'none' | 'written') =>
    ({ ended: 'exited', exit: 0, droppedBytes, report: { kind: report }, before: same, after: same }) as Attempt
  const tests = { packages: 1, passed: 3, failed: 0, skipped: 0, failures: [], tests: null } as unknown as TestRun
  const demand = { minTests: 1, mayFail: () => false, floor: null, files: null, first: null } as unknown as TestDemand
  const validator = { kind: 'node_test_pass', minTests: 1, report: null, outputs: [] } as unknown as RunValidator
  const judged = (dropped: number, report: 'none' | 'written') =>
    judgeAttempt(validator, attempt(dropped, report), tests, demand)?.code ?? null
  expect(judged(0, 'none')).toBe(null)
  expect(judged(1, 'none')).toBe('OUTPUT_CUT')
  expect(judged(1, 'written')).toBe(null)
})

it.each<[string, string, string, string]>([
  ['one line', 'broken\n', '', '; its last line was "broken"'],
  [
    'its conclusion, without a trace and what a package manager says',
    '> a@1.0.0 test\n> node t.js\nchecked a\nchecked b\n2 files differ\n    at run (/home/p/t.js:3:9)\n    at node:internal/main:1:2\n}\n',
    'npm error code 1\n',
    '; its last lines were "checked a", "checked b", "2 files differ"',
  ],
  [
    'what went wrong in Python',
    '',
    'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nValueError: no\n',
    '; its last line was "ValueError: no"',
  ],
  ['nothing of a trace alone', '', '    at a (b.js:1:1)\n    at c (d.js:1:1)\n', ''],
  [
    'a long line cut, and no control characters',
    `${'x'.repeat(5000)}\u0007\n`,
    '',
    `; its last line was "${'x'.repeat(120)}"`,
  ],
])('shows of a command of which only the exit code is known %s', (_, stdout, stderr, said) => {
  const attempt = { ended: 'exited', exit: 1, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) } as Attempt
  const validator = { kind: 'command_zero_exit' } as RunValidator
  const fault = judgeAttempt(validator, attempt, null, {} as TestDemand)
  expect(fault).toEqual({ code: 'COMMAND_FAILED', sentence: `The command exited with code 1${said}.` })
})
