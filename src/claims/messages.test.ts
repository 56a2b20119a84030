import { describe, expect, it } from 'vitest'
import type { ClaimFinding } from './judge.ts'
import { FINDING_MESSAGES, renderFinding, renderReason } from './messages.ts'

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

describe('messages', () => {
  it("say what is missing, with the agent's words and a code", () => {
    expect(renderFinding(finding())).toBe('done ("All done."): "tests" has no result in this turn. [NOT_RUN]')
    expect(renderFinding(finding({ code: 'FAILED', detail: 'TESTS_FAILED: 2 of 9 failed.' }))).toBe(
      'done ("All done."): "tests" did not pass on the current files. TESTS_FAILED: 2 of 9 failed. [FAILED]',
    )
    expect(renderFinding(finding({ code: 'NO_VALIDATOR', validator: null, quote: null }))).toBe(
      'done: No approved validator is bound to this claim. [NO_VALIDATOR]',
    )
  })

  it('list every blocking finding, and only those', () => {
    const lines = renderReason([
      finding(),
      finding({ mode: 'warn', subject: 'verified' }),
      finding({ subject: 'fixed' }),
    ])
    expect(lines.split('\n')).toEqual([
      expect.stringContaining('Not permitted'),
      expect.stringMatching(/^- done /),
      expect.stringMatching(/^- fixed /),
      expect.stringContaining('may be reported'),
    ])
  })

  it('stay short however long the quote is', () => {
    const long = '😀 "quoted"\n'.repeat(5_000)
    const line = renderFinding(finding({ quote: long, code: 'FAILED', detail: long }))
    expect(line.length).toBeLessThan(1_200)
    expect(line).not.toContain('\n')
    expect(line.isWellFormed()).toBe(true)
  })

  const ORDERS = /\b(?:please|run|try|use|must|should|need|fix|add|write|make|execute|ensure|you|your)\b/i

  it.each(Object.entries(FINDING_MESSAGES))('%s gives no instructions', (_, sentence) => {
    expect(sentence).toMatch(/^[%A-Z].*\.$/)
    expect(sentence).not.toMatch(ORDERS)
  })
})
