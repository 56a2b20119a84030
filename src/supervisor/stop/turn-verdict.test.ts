import { describe, expect, it } from 'vitest'
import type { ClaimFinding, Judgement } from '../../claims/finding.ts'
import { type Spent, verdictOf } from './turn-verdict.ts'

const finding = (code: ClaimFinding['code'], mode: ClaimFinding['mode'] = 'block', detail = ''): ClaimFinding => ({
  code,
  subject: 'done',
  mode,
  quote: 'Done.',
  validator: 'tests',
  detail,
  seqs: [],
})

const judgement = (findings: ClaimFinding[], isEarned = false): Judgement => ({
  findings,
  notes: isEarned ? [{ code: 'EARNED', subject: 'done', quote: 'Done.', seqs: [1] }] : [],
})

const spent = (more: Partial<Spent> = {}): Spent => ({
  blocks: 0,
  budget: 3,
  wasOnce: false,
  mayWait: false,
  isKnown: false,
  ...more,
})

describe('the verdict on a turn', () => {
  it.each([
    ['nothing claimed', judgement([]), spent(), 'unclaimed'],
    ['earned', judgement([], true), spent(), 'earned'],
    ['earned while something runs', judgement([], true), spent({ mayWait: true }), 'earned'],
    ['warning only', judgement([finding('FAILED', 'warn')], true), spent(), 'warned'],
    ['not earned', judgement([finding('FAILED')]), spent(), 'blocked'],
    ['one of two not earned', judgement([finding('FAILED')], true), spent({ blocks: 2 }), 'blocked'],
    ['not earned, budget used up', judgement([finding('FAILED')]), spent({ blocks: 3 }), 'capped'],
    ['not earned, over the budget', judgement([finding('FAILED')]), spent({ blocks: 9 }), 'capped'],
    [
      'out of time while something runs',
      judgement([finding('VALIDATION_UNFINISHED')]),
      spent({ mayWait: true }),
      'waiting',
    ],
    ['not run while something runs', judgement([finding('NOT_RUN')]), spent({ mayWait: true }), 'waiting'],
    ['changed while something runs', judgement([finding('STALE')]), spent({ mayWait: true }), 'waiting'],
    ['failed while something runs', judgement([finding('FAILED')]), spent({ mayWait: true }), 'blocked'],
    ['refused while something runs', judgement([finding('REFUSED')]), spent({ mayWait: true }), 'blocked'],
    ['nothing bound while something runs', judgement([finding('NO_VALIDATOR')]), spent({ mayWait: true }), 'blocked'],
    [
      'one failed and one not run while something runs',
      judgement([finding('NOT_RUN'), finding('FAILED')]),
      spent({ mayWait: true }),
      'blocked',
    ],
    [
      'an attempt not seen while something runs',
      judgement([finding('FAILED', 'block', 'NOT_ATTEMPTED: 1 of 2 routes were tried.')]),
      spent({ mayWait: true }),
      'waiting',
    ],
    [
      'a failed test that names such a code',
      judgement([finding('FAILED', 'block', 'TESTS_FAILED: 1 test failed: NOT_ATTEMPTED: x.')]),
      spent({ mayWait: true }),
      'blocked',
    ],
    ['tests weakened', judgement([finding('TESTS_WEAKENED')]), spent(), 'blocked'],
    ['the same tests weakened again', judgement([finding('TESTS_WEAKENED')]), spent({ isKnown: true }), 'open'],
    [
      'tests weakened while something runs',
      judgement([finding('TESTS_WEAKENED')]),
      spent({ mayWait: true, isKnown: true }),
      'open',
    ],
    ['tests weakened, budget used up', judgement([finding('TESTS_WEAKENED')]), spent({ blocks: 3 }), 'open'],
    ['tests weakened, warning only', judgement([finding('TESTS_WEAKENED', 'warn')], true), spent(), 'warned'],
    [
      'the same tests weakened again, and a check failed',
      judgement([finding('TESTS_WEAKENED'), finding('FAILED')]),
      spent({ isKnown: true }),
      'blocked',
    ],
    ['a check still running', judgement([finding('CHECKING')]), spent(), 'checking'],
    ['still running, warning only', judgement([finding('CHECKING', 'warn')]), spent(), 'checking'],
    ['still running beside a failure', judgement([finding('CHECKING'), finding('FAILED')]), spent(), 'blocked'],
    ['out of time', judgement([finding('VALIDATION_UNFINISHED')]), spent(), 'blocked'],
    ['out of time again', judgement([finding('VALIDATION_UNFINISHED')]), spent({ wasOnce: true }), 'unsupervised'],
    [
      'out of time again, and a finding the agent can fix',
      judgement([finding('VALIDATION_UNFINISHED'), finding('FAILED')]),
      spent({ wasOnce: true }),
      'blocked',
    ],
  ] as const)('%s', (_, given, so, expected) => {
    expect(verdictOf(given, so)).toBe(expected)
  })
})
