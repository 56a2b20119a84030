/** Every reason why a pull request cannot be judged; docs/errors.md says what to do. */
export const CI_ERRORS = {
  NO_REPOSITORY: 'the folder is not in a git repository',
  BASE_UNKNOWN: 'there is no base to compare with, or git does not know it',
  BASE_AMBIGUOUS: 'the name of the base means several commits',
  NOTHING_PROPOSED: 'the pull request adds no commit to its base',
  HEAD_UNKNOWN: 'there is no commit to judge',
  HISTORY_SHALLOW: 'the clone has too little history',
  HISTORIES_UNRELATED: 'the base and the head have no commit in common',
  BASE_POLICY_INVALID: 'the policy that judges contains mistakes',
  GIT_FAILED: 'git could not answer',
} as const

/** Thrown if a pull request cannot be judged. Nothing was run. */
export class CiError extends Error {
  readonly code: keyof typeof CI_ERRORS

  constructor(code: CiError['code'], message: string) {
    super(message)
    this.code = code
  }
}
