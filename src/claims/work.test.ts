import { describe, expect, it } from 'vitest'
import { evidenceOf, failedRun, NOTHING, passedRun } from '../../test/helpers/evidence.ts'
import { builtInPolicy } from '../policy/built-in.ts'
import type { Policy } from '../policy/policy.ts'
import type { Evidence } from './evidence.ts'
import { extractClaims } from './extract/extract.ts'
import { isBlocking, type Judgement } from './finding.ts'
import { judgeClaims } from './judge.ts'
import type { SeenValidation } from './turn.ts'

const failed = (more: Partial<SeenValidation> = {}): SeenValidation =>
  failedRun({ said: '1 test failed: logs in.', failures: ['test/login.test.js > logs in'], ...more })

const demands = [{ validator: 'tests', minimum: {}, given: [] }]

const POLICY: Policy = {
  ...builtInPolicy(),
  validators: { tests: { kind: 'file_diff_present', paths: [] } },
  modes: { ...builtInPolicy().modes, work: 'block', done: 'block', tests_pass: 'block' },
  bindings: [
    ...(['done', 'tests_pass', 'work'] as const).map((claim) => ({
      claim,
      scope: null,
      match: 'all' as const,
      demands,
    })),
    { claim: 'work', scope: 'docs', match: 'all', demands: [] },
  ],
}

const judge = (message: string, validation: SeenValidation, more: Partial<Evidence> = {}, policy = POLICY): Judgement =>
  judgeClaims(extractClaims(message), policy, evidenceOf([validation], more))

const all = ({ findings, notes }: Judgement): string[] => [
  ...findings.map(({ code, subject, mode }) => `${subject} ${code} ${mode}`),
  ...notes.map(({ code }) => code),
]

const SILENT = 'Let me know what you think.'

describe('a turn that changed files', () => {
  it('is judged by its checks, whatever its message says', () => {
    for (const message of [SILENT, '', 'Enjoy!', 'さて、次はどうしますか。'])
      expect(all(judge(message, failed()))).toEqual(['work WORK_UNPROVEN block'])
  })

  it('earns its work if the checks pass', () => {
    expect(all(judge(SILENT, passedRun()))).toEqual(['EARNED'])
  })

  it('needs nothing in a scope without checks', () => {
    expect(all(judge(SILENT, failed(), { scope: 'docs' }))).toEqual([])
  })

  it('needs nothing if the policy says so, or a person', () => {
    expect(all(judge(SILENT, failed(), {}, { ...POLICY, modes: { ...POLICY.modes, work: 'off' } }))).toEqual([])
    for (const waived of [['work'], ['done']] as const) expect(all(judge(SILENT, failed(), { waived }))).toEqual([])
  })

  it('is told of a check once, even if it makes claims as well', () => {
    expect(all(judge('All tests pass.', failed()))).toEqual(['tests_pass FAILED block'])
    expect(all(judge('Done. All tests pass.', passedRun()))).toEqual(['EARNED', 'EARNED'])
  })

  it('is held to its own mode if the claim about it only warns', () => {
    const policy: Policy = { ...POLICY, modes: { ...POLICY.modes, done: 'warn' } }
    expect(all(judge('Done.', failed(), {}, policy))).toEqual(['done FAILED warn', 'work WORK_UNPROVEN block'])
  })

  it('never earns anything by removing tests in silence', () => {
    const weakened = [{ test: 'a.test.js: adds', how: 'gone' as const }]
    expect(all(judge(SILENT, passedRun(), { weakened }))).toEqual([])
  })
})

it('a turn that changed no file is not judged by its work', () => {
  expect(all(judge(SILENT, failed(), { did: NOTHING }))).toEqual([])
})

describe('tests that failed before the turn', () => {
  it('excuse silent work, but no claim', () => {
    expect(all(judge(SILENT, failed({ worse: [] })))).toEqual(['NO_WORSE'])
    expect(all(judge('All tests pass.', failed({ worse: [] })))).toEqual(['tests_pass FAILED block', 'NO_WORSE'])
  })

  it('do not excuse tests that fail since', () => {
    expect(all(judge(SILENT, failed({ worse: ['test/login.test.js > logs in'] })))).toEqual([
      'work WORK_UNPROVEN block',
    ])
  })
})

describe('a stated gap', () => {
  it.each([
    'I changed the form.\n\nFailing: the login test.',
    'Not verified: tests\n',
    'Open: test/login.test.js',
    'Open: "logs in" is red',
    'The login test still fails.',
  ])('that names the check, its kind, a failing test or its file leaves the turn open: %s', (message) => {
    const judged = judge(message, failed())
    expect(judged.findings.filter(isBlocking)).toEqual([])
    expect(judged.notes.map(({ code }) => code)).toContain('GAP')
  })

  it.each(['Open: the README is still missing', 'Not verified: how it looks on a phone'])(
    'that names something else excuses no failing check: %s',
    (message) => {
      expect(judge(message, failed()).findings.map(({ mode }) => mode)).toEqual(['block'])
    },
  )

  it('that names a refused check leaves the turn open', () => {
    const refused = passedRun({
      result: 'refused',
      code: 'CHECK_CHANGED',
      said: 'Its definition has changed.',
      grade: null,
    })
    expect(all(judge('Not verified: tests', refused))).toEqual(['work WORK_UNPROVEN warn', 'GAP'])
    expect(all(judge('Open: the README', refused))).toEqual(['work WORK_UNPROVEN block', 'GAP'])
  })

  it('may say in the same line that the other tests pass', () => {
    for (const message of [
      'Failing: logs in, all other tests pass',
      'Fehlgeschlagen: logs in, alle anderen Tests sind grün',
    ])
      expect(judge(message, failed()).findings.filter(isBlocking)).toEqual([])
  })

  it('does not excuse the opposite claim', () => {
    expect(all(judge('Failing: logs in\nAll tests pass.', failed()))).toContain('tests_pass FAILED block')
    expect(all(judge('All tests pass.\n\nFailing: the login test.', failed()))).toContain('tests_pass FAILED block')
  })
})

describe('work that begins with a test', () => {
  const fresh = failed({ added: ['test/login.test.js > logs in'] })

  it('is red if only new tests fail and the message says so', () => {
    expect(all(judge('Failing: logs in', fresh))).toEqual(['work WORK_UNPROVEN warn', 'RED', 'GAP'])
  })

  it.each([
    'Failing: ',
    'Failing: nothing serious',
    'Failing: the deployment',
    'Failing: no tests',
    'Failing: the linter',
  ])('is not red if the message announces something else: %s', (message) => {
    expect(all(judge(message, fresh))).toContain('work WORK_UNPROVEN block')
  })

  it.each(['Failing: LOGS IN', 'Failing: login.test.js', 'Failing: the new test', 'Fehlgeschlagen: ein neuer Test'])(
    'is red if the message names a failing test, its file or tests in general: %s',
    (message) => {
      expect(all(judge(message, fresh))).toContain('RED')
    },
  )

  it('is not red if nothing is announced, or an older test fails too', () => {
    expect(all(judge(SILENT, fresh))).toEqual(['work WORK_UNPROVEN block'])
    const mixed = failed({ failures: ['a > old', 'a > new'], added: ['a > new'] })
    expect(all(judge('Failing: new', mixed))).not.toContain('RED')
  })
})
