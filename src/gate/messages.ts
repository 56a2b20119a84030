/**
 * All messages to agents, one fixed sentence per code. They say what is not permitted, never how to do the work. docs/messages.md
 * lists them for people.
 */
const RULING_MESSAGES = {
  ALLOWED: 'Action permitted.',
  INVALID_FORMAT: 'Invalid format. Re-emit.',
  BELIEF_INCONSISTENT: 'Belief inconsistent with observations. Continue.',
  POSTURE_WITHOUT_EVIDENCE: 'Posture declaration not permitted without successful execution. Continue.',
  TERMINATION_UNEARNED: 'Termination blocked; belief incomplete. Continue.',
  AFFORDANCE_UNAVAILABLE: 'Action not permitted; a required affordance is unavailable. Continue.',
  ACTION_DENIED: 'Action not permitted. Continue.',
  EARNED: 'Termination permitted.',
} as const

export type RulingCode = keyof typeof RULING_MESSAGES
export const RULING_CODES = Object.keys(RULING_MESSAGES) as RulingCode[]

/** The reasons why a run ends, apart from `EARNED`. */
const END_MESSAGES = {
  STEPS_SPENT: 'The run has ended: no steps are left.',
  TIME_SPENT: 'The run has ended: no time is left.',
  CONTRADICTED: 'The run has ended: observations rule out every posture.',
  STOPPED_BY_PERSON: 'The run has ended: stopped by a person.',
  AGENT_ENDED: 'The run has ended: the agent sent no more steps.',
  AGENT_FAILED: 'The run has ended: the agent failed.',
  ENVIRONMENT_FAILED: 'The run has ended: the environment failed.',
} as const

export type EndCode = 'EARNED' | keyof typeof END_MESSAGES
export const END_CODES = ['EARNED', ...Object.keys(END_MESSAGES)] as EndCode[]

export const GATE_MESSAGES: Readonly<Record<RulingCode | EndCode, string>> = { ...RULING_MESSAGES, ...END_MESSAGES }
