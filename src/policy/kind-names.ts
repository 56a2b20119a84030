import { TEST_KINDS, type Validator } from './policy.ts'

/** The kinds of validators, by name. The code does not compile if one is missing. */
const OTHERS: { [kind in Exclude<Validator['kind'], (typeof TEST_KINDS)[number]>]: true } = {
  command_zero_exit: true,
  observed_command: true,
  file_diff_present: true,
  git_pushed: true,
  http_2xx: true,
  red_green: true,
  fetch_attempt_proof: true,
  ladder_exhaustion_proof: true,
}

/** True if a word is the name of a kind of validator. */
export const isKind = (word: string): boolean => Object.hasOwn(OTHERS, word) || TEST_KINDS.some((kind) => kind === word)

/** Says that a kind was written where a command or the name of a validator belongs. */
export const kindFault = (kind: string): string =>
  `"${kind}" is a kind of validator. Define one under validators:, such as my_check: { kind: ${kind} }, and bind that name. [KIND_MISPLACED]`
