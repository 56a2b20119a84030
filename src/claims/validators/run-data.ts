import type { Json, JsonObject } from '../../ledger/kinds.ts'
import type { Attempt } from './attempt.ts'
import { type About, aboutOf } from './fingerprints.ts'
import type { RunValidator } from './judge-attempt.ts'
import type { Kept } from './outcome.ts'
import { plainName } from './render.ts'
import type { TestRun } from './reports/test-run.ts'
import { RUNNERS } from './test-kinds.ts'

/** An attempt and its test results. Keeps only workspace hashes, because there may be many attempts. */
export type Tried = {
  attempt: Omit<Attempt, 'before' | 'after'>
  fingerprint: About
  tests: TestRun | null
}

export const triedOf = ({ before, after, ...attempt }: Attempt, tests: TestRun | null): Tried => ({
  attempt,
  fingerprint: aboutOf(before, after),
  tests,
})

/** The data recorded about a command's runs. */
export function runData(validator: RunValidator, words: readonly string[], tried: readonly Tried[]): JsonObject {
  const last = tried.at(-1)
  return {
    words: [...words],
    cwd: validator.cwd,
    attempts: tried.map(attemptData),
    ...(last !== undefined && {
      fingerprint: last.fingerprint,
      ...(last.tests !== null && { tests: countsOf(last.tests), failures: failuresOf(last.tests) }),
    }),
  }
}

const attemptData = ({ attempt, tests }: Tried): JsonObject => ({
  exit: attempt.exit,
  ended: attempt.ended,
  durationMs: attempt.durationMs,
  ...(attempt.droppedBytes > 0 && { droppedBytes: attempt.droppedBytes }),
  ...(tests !== null && { tests: countsOf(tests) }),
})

const countsOf = ({ passed, failed, skipped, packages }: TestRun): JsonObject => ({
  passed,
  failed,
  skipped,
  // One package goes without saying.
  ...(packages > 1 && { packages }),
})

const MAX_FAILURES = 1_000

/** Names of the failed tests; null unless the runner names all of them. */
const failuresOf = ({ failed, failures }: TestRun): Json =>
  failures.length < failed || failures.length > MAX_FAILURES ? null : failures.map(plainName)

/** The raw output of every attempt, without empty parts. */
export const keptOf = (tried: readonly Tried[], kind: RunValidator['kind']): Kept[] =>
  tried.flatMap(({ attempt: { stdout, stderr, report, names } }, i) =>
    [
      { name: named('stdout', i), bytes: stdout },
      { name: named('stderr', i), bytes: stderr },
      {
        name: named('report', i),
        bytes: report.kind === 'written' ? report.bytes : Buffer.from(isOutput(kind) ? (names ?? '') : ''),
      },
    ].filter(({ bytes }) => bytes.length > 0),
  )

const isOutput = (kind: RunValidator['kind']): boolean =>
  kind !== 'command_zero_exit' && RUNNERS[kind].report?.isOutput === true

const named = (name: string, i: number): string => (i === 0 ? name : `${name}.${i + 1}`)
