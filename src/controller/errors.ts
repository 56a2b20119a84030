/** Every error code of controllers and its meaning. `docs/errors.md` lists the same codes with their remedies. */
export const CONTROLLER_ERRORS = {
  BUNDLE_INVALID: 'the bundle file has problems; each has its own code and line',
  AGENT_UNKNOWN: 'no agent with that id is built in or given',
  AGENT_FAILED: 'an agent threw an error, timed out or returned something invalid',
  SENSOR_DENIED: 'protection or the policy denies what a sensor would read or run',
  SNAPSHOT_INVALID: 'what was observed is not JSON data or is too large',
  PLAN_INVALID: 'a plan that does not fit its schema or the contract',
  CONTROLLER_BUSY: 'another process runs this controller',
  CYCLE_RUNNING: 'a cycle of this controller is running in this program',
  INTENT_LOST: 'an intent could not be read back, so its effect did not start',
  CONTROLLER_UNKNOWN: 'no controller with that name',
  CYCLE_UNKNOWN: 'the controller has no such cycle',
  EFFECT_UNKNOWN: 'no effect with that key has an unknown outcome',
  APPROVAL_STALE: 'the approved plan is not the plan for the present state',
  ARTIFACT_INVALID: 'a file that is not an artifact of a controller',
  LEDGER_BUSY: 'the ledger stayed locked, so the controller stopped before its next effect',
} as const

export type ControllerErrorCode = keyof typeof CONTROLLER_ERRORS

/** A controller failure. `code` is stable; the message is for people. */
export class ControllerError extends Error {
  readonly code: ControllerErrorCode

  constructor(code: ControllerErrorCode, message: string) {
    super(message)
    this.name = 'ControllerError'
    this.code = code
  }
}
