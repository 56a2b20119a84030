import { describe, expect, it } from 'vitest'
import type { ClaimFinding } from './finding.ts'
import { FINDING_MESSAGES, renderReason } from './messages.ts'

const finding = (more: Partial<ClaimFinding> = {}): ClaimFinding => ({
  code: 'NOT_RUN',
  subject: 'done',
  mode: 'block',
  quote: 'All done.',
  validator: 'tests',
  detail: '',
  seqs: [],
  ...more,
})

const linesOf = (...findings: ClaimFinding[]): string[] => renderReason(findings).split('\n').slice(1, -1)
const line = (one: ClaimFinding): string | undefined => linesOf(one)[0]

describe('messages', () => {
  it("say what is missing, with a code and the agent's words", () => {
    expect(line(finding())).toBe('- "tests" has no result in this turn. [NOT_RUN] Claim: done ("All done.")')
    expect(line(finding({ code: 'FAILED', detail: 'TESTS_FAILED: 2 of 9 failed.' }))).toBe(
      '- "tests" did not pass on the current files: 2 of 9 failed. [TESTS_FAILED] Claim: done ("All done.")',
    )
    expect(line(finding({ code: 'NO_VALIDATOR', validator: null, quote: null }))).toBe(
      '- No approved validator is bound. [NO_VALIDATOR] Claim: done',
    )
    expect(line(finding({ code: 'TESTS_WEAKENED', validator: null, detail: '"adds" (gone).' }))).toBe(
      '- Tests were removed or disabled: "adds" (gone). [TESTS_WEAKENED] Claim: done ("All done.")',
    )
    const unread = { code: 'NOTHING_READ', subject: 'message', validator: null, quote: null } as const
    expect(line(finding(unread))).toBe('- The message contains no readable words. [NOTHING_READ]')
  })

  it('tell a failed check once, with all its claims and each quote once', () => {
    const failed = { code: 'FAILED', detail: 'TESTS_FAILED: 1 test failed: a.' } as const
    const all = 'All done, tests pass.'
    expect(
      linesOf(
        finding({ ...failed, quote: all }),
        finding({ ...failed, validator: 'lint', detail: 'COMMAND_FAILED: The command exited with code 1.' }),
        finding({ ...failed, quote: all, subject: 'tests_pass' }),
        finding({ ...failed, quote: 'Fixed.', subject: 'fixed' }),
      ),
    ).toEqual([
      '- "tests" did not pass on the current files: 1 test failed: a. [TESTS_FAILED] Claims: done, tests pass ("All done, tests pass."); fixed ("Fixed.")',
      '- "lint" did not pass on the current files. The command exited with code 1. [COMMAND_FAILED] Claim: done ("All done.")',
    ])
  })

  it('list every blocking finding, and only those', () => {
    const reason = renderReason([
      finding(),
      finding({ mode: 'warn', subject: 'verified' }),
      finding({ subject: 'fixed', code: 'STALE' }),
    ])
    expect(reason.split('\n')).toEqual([
      expect.stringContaining('Not permitted'),
      expect.stringMatching(/^- .*Claim: done /),
      expect.stringMatching(/^- .*Claim: fixed /),
      expect.stringContaining('ends the turn as open'),
    ])
  })

  it('stay short however long the quote is', () => {
    const long = '😀 "quoted"\n'.repeat(5_000)
    const told = line(finding({ quote: long, code: 'FAILED', detail: long })) ?? ''
    expect(told.length).toBeLessThan(1_200)
    expect(told.isWellFormed()).toBe(true)
  })

  const ORDERS = /\b(?:please|run|try|use|must|should|need|fix|add|write|make|execute|ensure|you|your)\b/i

  it.each(Object.entries(FINDING_MESSAGES))('%s gives no instructions', (_, sentence) => {
    expect(sentence).toMatch(/^[%A-Z].*\.$/)
    expect(sentence).not.toMatch(ORDERS)
  })
})
