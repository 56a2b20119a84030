import type { Recorded } from '../../policy/floor.ts'
import type { SeenValidation, TurnRecord } from '../turn.ts'
import { isCommand } from './observed-command.ts'
import { plainName } from './render.ts'
import type { TestRun } from './reports/test-run.ts'

/** Failures of the content itself. A check that timed out or did not start says nothing about it. */
export const OF_CONTENT: readonly (string | null)[] = ['TESTS_FAILED', 'COMMAND_FAILED']

/** A check that failed on some content must pass this often in a row on the same content. */
export const FLAKY_RUNS = 3

/** Names what failed before on the same content; null if the check is not known to have failed there. */
export function failedBefore(
  words: readonly string[],
  fingerprint: string,
  { validations, earlier, calls }: Pick<TurnRecord, 'validations' | 'earlier' | 'calls'>,
  recorded: Recorded,
): string[] | null {
  const failed = [...earlier, ...validations].filter((one) => isSame(one, words, fingerprint))
  const elsewhere = recorded.kind === 'run' ? namesIn(recorded.run) : null
  if (failed.length === 0 && elsewhere === null && !hasFailedByCall(calls, words)) return null
  return [...new Set([...failed.flatMap(({ failures }) => failures ?? []), ...(elsewhere ?? [])])]
}

/** True if the agent ran the same command, it failed, and no call has written a file since. */
function hasFailedByCall(calls: TurnRecord['calls'], words: readonly string[]): boolean {
  const at = calls.findLastIndex((call) => call.end === 'failed' && isCommand(call, words))
  return at !== -1 && calls.slice(at).every(({ written }) => written.length === 0)
}

const isSame = ({ result, code, words: ran, fingerprint: on }: SeenValidation, words: readonly string[], now: string) =>
  result === 'failed' && OF_CONTENT.includes(code) && on === now && isSameCommand(ran, words)

export const isSameCommand = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, i) => word === b[i])

/** The failures of a recorded run that did not pass; null if it passed. */
export const namesIn = ({ failures }: Extract<Recorded, { kind: 'run' }>['run']): string[] | null =>
  Array.isArray(failures) ? failures.filter((name) => typeof name === 'string') : null

/** Those of the failed tests that do not fail now; null if all of them still do. Such failures are excused or steady. */
export function nowPassing(failed: readonly string[] | null, now: TestRun | null): string[] | null {
  if (failed === null) return null
  const failing = new Set(now?.failures.map(plainName))
  const passing = failed.filter((name) => !failing.has(plainName(name)))
  return passing.length === 0 && failed.length > 0 ? null : passing
}
