import { expect, it } from 'vitest'
import type { ClaimFinding } from '../../claims/finding.ts'
import { noticeOf, withFlaky, withSupport } from './notices.ts'

const finding = (subject: ClaimFinding['subject'], more: Partial<ClaimFinding> = {}): ClaimFinding => ({
  code: 'FAILED',
  subject,
  mode: 'block',
  quote: null,
  validator: 'tests',
  detail: 'TESTS_FAILED: 1 test failed: adds.',
  seqs: [],
  ...more,
})

const told = (...findings: ClaimFinding[]): string | null =>
  noticeOf(
    { verdict: 'blocked', judgement: { findings, notes: [] }, spent: { blocks: 0, budget: 3 } } as never,
    'session',
    [{ validator: 'tests', result: 'failed', failures: ['adds'] } as never],
  )

it('names each check that lacks a pass once, with the tests that failed', () => {
  const lint = { validator: 'lint', detail: 'COMMAND_FAILED: The command exited with code 1.' }
  expect(told(finding('done'), finding('done', lint), finding('tests_pass'))).toBe(
    'Bailiff: blocked 1 of 3: tests (adds), lint',
  )
})

it('gives the code if no check has a result', () => {
  const unknown = { code: 'WORKSPACE_UNKNOWN', detail: '' } as const
  expect(told(finding('done', unknown), finding('fixed', { mode: 'warn' }))).toBe(
    'Bailiff: blocked 1 of 3: tests [WORKSPACE_UNKNOWN]',
  )
})

it('speaks of the changed files if nothing is claimed, and of the person if a check was refused', () => {
  const work = { code: 'WORK_UNPROVEN', validator: 'test' } as const
  expect(told(finding('work', work))).toBe('Bailiff: blocked 1 of 3: test')
  const detail = 'CHECK_CHANGED: Its definition has changed (package.json), and only a person can approve it.'
  expect(told(finding('work', { ...work, detail }))).toBe(
    'Bailiff: blocked 1 of 3: test [CHECK_CHANGED]. Its definition has changed (package.json), and only a person can approve it.',
  )
})

it('quotes a stated gap, and adds the check that it is about', () => {
  const notes = [{ code: 'GAP', subject: 'work', quote: 'Failing: adds', seqs: [] }]
  const open = (...findings: ClaimFinding[]) =>
    noticeOf({ verdict: 'open', judgement: { findings, notes }, spent: {} } as never, 's')
  expect(open()).toBe('Bailiff: open, not earned; the agent says "Failing: adds".')
  expect(open(finding('work', { code: 'WORK_UNPROVEN', mode: 'warn' }))).toBe(
    'Bailiff: open, not earned; the agent says "Failing: adds". "tests" does not show that the changed files work (1 test failed: adds) [TESTS_FAILED].',
  )
  const red = { verdict: 'red', judgement: { findings: [finding('done', { mode: 'warn' })], notes }, spent: {} }
  expect(noticeOf(red as never, 's')).toBe(
    'Bailiff: red, as announced. "tests" did not pass on the current files (1 test failed: adds) [TESTS_FAILED].',
  )
})

const open = (findings: ClaimFinding[], ...gaps: [kind: string, quote: string][]) => {
  const notes = gaps.map(([gap, quote]) => ({ code: 'GAP', subject: 'work', gap, quote, seqs: [] }))
  return noticeOf({ verdict: 'open', judgement: { findings, notes }, spent: {} } as never, 's')
}

it('quotes the worst gap, whatever its place, and counts the others', () => {
  const [logo, deployment] = [
    ['unfinished', 'Open: the colour of the logo'],
    ['unverified', 'Not verified: the deployment'],
  ] as [string, string][]
  expect(open([], logo as never, deployment as never, ['failing', 'Failing: adds'])).toBe(
    'Bailiff: open, not earned; the agent says "Failing: adds" and 2 more.',
  )
  expect(open([], logo as never, deployment as never)).toBe(
    'Bailiff: open, not earned; the agent says "Not verified: the deployment" and 1 more.',
  )
})

it('names the failed check of an open turn before anything else, and counts the rest', () => {
  const unbound = finding('verified', { code: 'NO_VALIDATOR', validator: null, detail: '', mode: 'warn' })
  const late = finding('work', { code: 'WORK_UNPROVEN', validator: 'lint', detail: 'NOT_RUN:', mode: 'warn' })
  const failed = finding('work', { code: 'WORK_UNPROVEN', mode: 'warn' })
  expect(open([unbound, failed], ['failing', 'Failing: adds'])).toBe(
    'Bailiff: open, not earned; the agent says "Failing: adds". "tests" does not show that the changed files work (1 test failed: adds) [TESTS_FAILED]. And 1 more.',
  )
  expect(open([unbound, late, failed], ['failing', 'Failing: adds'])).toMatch(/^[^.]+\. "tests" .* And 2 more\.$/)
  expect(open([unbound, late], ['failing', 'Failing: adds'])).toMatch(/^[^.]+\. "lint" .* And 1 more\.$/)
  expect(open([unbound], ['failing', 'Failing: adds'])).toMatch(/No approved validator is bound \[NO_VALIDATOR\]\.$/)
})

it('names the failed check also where weakened tests leave the turn open', () => {
  const weakened = finding('done', { code: 'TESTS_WEAKENED', validator: null, detail: '"adds" (gone).' })
  const failed = finding('work', { code: 'WORK_UNPROVEN', mode: 'warn' })
  expect(open([weakened, failed], ['failing', 'Failing: adds'])).toMatch(
    /^Bailiff: open, not earned\. "tests" does not show .* \[TESTS_FAILED\]\. Tests were removed .* \[TESTS_WEAKENED\]\. To accept: /,
  )
})

it('is one line, however long the detail is', () => {
  const line = told(finding('done', { detail: `TESTS_FAILED: ${'😀\n'.repeat(500)}` }))
  expect(line?.length).toBeLessThan(900)
  expect(line).not.toContain('\n')
  expect(line?.isWellFormed()).toBe(true)
})

it.each([
  [1, '1 of 1 time'],
  [3, '3 of 3 times'],
])('says how often a capped turn was blocked: %i', (budget, often) => {
  const judgement = { findings: [finding('done')], notes: [] }
  expect(noticeOf({ verdict: 'capped', judgement, spent: { blocks: budget, budget } } as never, 's')).toBe(
    `Bailiff: CAPPED: blocked ${often}, then allowed to end; not earned. "tests" did not pass on the current files (1 test failed: adds), so done is not earned [TESTS_FAILED]. Run: bailiff explain s last`,
  )
})

it('names weakened tests, and says how to accept them once the turn is open', () => {
  const weakened = { code: 'TESTS_WEAKENED', validator: null, detail: '"adds" (gone).' } as const
  const findings = [finding('done', weakened), finding('tests_pass', weakened)]
  expect(told(...findings)).toBe('Bailiff: blocked 1 of 3: tests removed or disabled ("adds" (gone))')
  expect(noticeOf({ verdict: 'open', judgement: { findings, notes: [] }, spent: {} } as never, 's')).toBe(
    'Bailiff: open, not earned. Tests were removed or disabled ("adds" (gone)), so done and tests pass are not earned [TESTS_WEAKENED]. To accept: bailiff accept, or the line "bailiff: accept" in your next prompt.',
  )
})

it('tells the person which tests are flaky, also in a turn that is earned', () => {
  const passed = { result: 'passed', validator: 'tests' }
  const flaky = [{ ...passed, flaky: ['a', 'b'] }, { ...passed, flaky: ['b'] }, passed] as never
  expect(withFlaky(null, flaky)).toBe('Bailiff: flaky: a, b (failed, then passed on the same files)')
  expect(withFlaky('Bailiff: not earned.', flaky)).toBe(
    'Bailiff: not earned. flaky: a, b (failed, then passed on the same files)',
  )
  expect(withFlaky(null, [{ ...passed, flaky: [] }] as never)).toBe(
    'Bailiff: flaky: tests (failed, then passed on the same files)',
  )
  expect(withFlaky(null, [passed, { ...passed, result: 'failed', flaky: ['c'] }] as never)).toBe(null)
})

it('tells the person which support files changed, once the turn ends', () => {
  const files = ['tests/conftest.py', 'tests/fixtures/a.json', 'tests/fixtures/b.json', 'tests/fixtures/c.json']
  expect(withSupport(null, 'earned', files.slice(0, 1), [])).toBe('Bailiff: support files changed: tests/conftest.py')
  expect(withSupport('Bailiff: flaky: a', 'earned', files, [])).toBe(
    'Bailiff: flaky: a; support files changed: tests/conftest.py, tests/fixtures/a.json, tests/fixtures/b.json and 1 more',
  )
  expect(withSupport('Bailiff: blocked.', 'blocked', files, [])).toBe('Bailiff: blocked.')
  const missing = [{ test: 'a', how: 'skipped' } as const]
  expect(withSupport('Bailiff: blocked.', 'blocked', files.slice(0, 1), missing)).toBe(
    'Bailiff: blocked. support files changed: tests/conftest.py',
  )
  expect(withSupport(null, 'earned', [], [])).toBeNull()
})
