import type { OutcomeRule } from './outcome.ts'

/**
 * Finds calls that a person refused. The host must have asked, and must itself say that the answer was no. A call whose own
 * event reported an end did run: any text about a refusal is then its output.
 */
export const rejections: OutcomeRule = ({ calls }) =>
  calls.flatMap((call) =>
    call.isAsked && call.denied === null && call.end?.isByPerson === true && call.end.shownBy !== null
      ? [{ call, why: 'A person was asked about the call and refused it.' }]
      : [],
  )
