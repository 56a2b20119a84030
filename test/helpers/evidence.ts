import type { Did, Evidence } from '../../src/claims/evidence.ts'
import type { SeenValidation } from '../../src/claims/turn.ts'
import { NO_PAST } from '../../src/claims/turn-effects.ts'

/** The content, commit and policy at the stop. */
const NOW = { fingerprint: 'f-now', head: 'h-now', policy: 'p-now' }

/** A turn that did nothing. */
export const NOTHING: Did = {
  changed: false,
  worked: false,
  ran: false,
  deployed: false,
  acted: false,
  undone: false,
  untouched: false,
  made: () => false,
}

/** A turn that changed files. */
export const CHANGED: Did = { ...NOTHING, changed: true, worked: true, acted: true }

/** A pass of the validator "tests" on the current content. */
export const passedRun = (more: Partial<SeenValidation> = {}): SeenValidation => ({
  seq: 1,
  validator: 'tests',
  result: 'passed',
  code: null,
  said: '',
  words: [],
  given: {},
  numbers: {},
  grade: 'executed',
  ...NOW,
  failures: null,
  ...more,
})

/** A failure of the validator "tests" on the current content. */
export const failedRun = (more: Partial<SeenValidation> = {}): SeenValidation =>
  passedRun({
    result: 'failed',
    code: 'TESTS_FAILED',
    said: '1 test failed: adds.',
    grade: null,
    failures: ['adds'],
    ...more,
  })

export const evidenceOf = (validations: readonly SeenValidation[], more: Partial<Evidence> = {}): Evidence => ({
  validations,
  ...NOW,
  scope: null,
  did: CHANGED,
  past: NO_PAST,
  waived: [],
  weakened: [],
  ...more,
})
