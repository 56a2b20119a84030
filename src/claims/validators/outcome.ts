import type { JsonObject } from '../../ledger/kinds.ts'

/** Reasons why a validator fails. These codes are stable. */
export const FAILURES = [
  'COMMAND_FAILED',
  'COMMAND_TIMED_OUT',
  'COMMAND_NOT_STARTED',
  'NO_TESTS_RAN',
  'OUTPUT_CUT',
  'TOO_FEW_TESTS',
  'TESTS_FAILED',
  'TESTS_WEAKENED',
  'VALIDATOR_WROTE',
  'VALIDATION_UNFINISHED',
  'WORKSPACE_UNKNOWN',
  'REPORT_MISSING',
  'NOT_OBSERVED',
  'NOT_CHANGED',
  'NOT_RED',
  'NOT_ATTEMPTED',
  'NOT_PUSHED',
  'REMOTE_UNREACHABLE',
  'NO_ANSWER',
  'NOT_2XX',
] as const
type FailureCode = (typeof FAILURES)[number]

/** Reasons why a validator is refused. These codes are stable. */
export const REFUSALS = [
  'NO_POLICY',
  'NO_SESSION',
  'SEVERAL_SESSIONS',
  'NOT_BOUND',
  'ARGUMENT_REFUSED',
  'TARGET_MISSING',
  'WEAK_COMMAND',
  'KEYWORD_MISSING',
  'CHECK_CHANGED',
  'BASELINE_TAMPERED',
] as const
export type RefusalCode = (typeof REFUSALS)[number]

/** `executed`: the harness ran it in a recorded environment. `reported`: it relies on what a host or shell said. */
export type Grade = 'executed' | 'reported'

/** Raw bytes that belong to an outcome. */
export type Kept = { name: string; bytes: Uint8Array }

/** A neutral sentence about what was seen, the data it is based on, and raw output. */
type OutcomeDetails = { sentence: string; data: JsonObject; kept: readonly Kept[] }

export type Passed = { kind: 'passed'; grade: Grade } & OutcomeDetails
export type Failed = { kind: 'failed'; code: FailureCode } & OutcomeDetails
export type Refused = { kind: 'refused'; code: RefusalCode } & OutcomeDetails
export type ValidatorOutcome = Passed | Failed | Refused

/** The reason why a validator does not pass. */
export type Fault = { code: FailureCode; sentence: string }

export const refuse = (code: RefusalCode, sentence: string, data: JsonObject = {}): Refused => ({
  kind: 'refused',
  code,
  sentence,
  data,
  kept: [],
})

export const fail = (fault: Fault, data: JsonObject = {}, kept: readonly Kept[] = []): Failed => ({
  kind: 'failed',
  ...fault,
  data,
  kept,
})

export const pass = (grade: Grade, sentence: string, data: JsonObject = {}, kept: readonly Kept[] = []): Passed => ({
  kind: 'passed',
  grade,
  sentence,
  data,
  kept,
})
