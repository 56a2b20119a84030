import { randomBytes } from 'node:crypto'
import type { Entry, JsonObject } from '../ledger/kinds.ts'
import type { Recorder } from '../ledger/store.ts'
import type { Environment } from '../process/environment.ts'
import { numberIn, objectIn, objectsIn, wordIn } from '../session/body.ts'
import { type Fact, fact, isFact } from '../session/facts.ts'
import { draftsOf } from '../session/long-texts.ts'
import { sessionStream } from '../session/streams.ts'
import type { PullRequest } from './pull-request.ts'
import type { CiCheck } from './result.ts'
import type { By } from './ruling.ts'
import type { SaidText } from './texts.ts'

/** The record of a pull request: a session of the host `ci` with one turn, so that every command can show and audit it. */

const CI_HOST = 'ci'

/** A new stream for a pull request. The same commit may be judged more than once. */
export function streamFor({ head }: PullRequest): { stream: string; session: string } {
  const session = `${head.slice(0, 12)}-${randomBytes(3).toString('hex')}`
  return { stream: sessionStream(CI_HOST, session), session }
}

/** Appends facts to the stream. */
export const recordIn =
  (recorder: Recorder, stream: string) =>
  (facts: readonly Fact[]): void =>
    recorder.append(stream, draftsOf(recorder, facts))

/** The facts that begin the record: who asks, which commits, what is said about them. */
export function openingFacts(
  { top, base, mergeBase, head, commits, changes }: PullRequest,
  texts: readonly SaidText[],
  session: string,
  environment: Environment,
  policy: { by: By; sha256: string } | null,
): Fact[] {
  const rest: JsonObject = { base: { ...base }, mergeBase, head, commits: commits.length }
  const message = texts.map(({ commit, text }) => `[${commit?.slice(0, 12) ?? 'pull request'}]\n${text}`).join('\n\n')
  const ruling = policy === null ? null : { why: policy.by, source: policy.sha256, project: top }
  return [
    fact('session.started', { host: CI_HOST, session, cwd: top, transcript: null, source: 'ci', environment, rest }),
    fact('turn.opened', {
      prompt: `Judge ${head.slice(0, 12)} against ${base.ref} (${mergeBase.slice(0, 12)}).`,
      ...(ruling !== null && { ruling }),
    }),
    fact('turn.changed', { paths: within(changes.map(({ path }) => path)), total: changes.length }),
    fact('stop.reached', { message, isAgain: null, background: [], gated: true }),
  ]
}

/** An entry has room for a megabyte. */
const MAX_PATH_CHARS = 200_000

function within(paths: readonly string[]): string[] {
  let left = MAX_PATH_CHARS
  return paths.filter((path) => {
    left -= path.length
    return left >= 0
  })
}

/** The results of checks, from their entries. */
export const checksIn = (entries: readonly Entry[]): CiCheck[] =>
  entries.flatMap((entry): CiCheck[] => {
    const { kind, body } = entry
    if (!isFact(entry, 'validator.passed', 'validator.failed', 'validator.refused')) return []
    const tests = objectIn(body, 'tests')
    const ms = objectsIn(body, 'attempts').reduce((sum, one) => sum + (numberIn(one, 'durationMs') ?? 0), 0)
    return [
      {
        validator: wordIn(body, 'validator') ?? 'unknown',
        result: kind.slice('validator.'.length) as CiCheck['result'],
        code: wordIn(body, 'code'),
        said: wordIn(body, 'said') ?? '',
        seconds: Math.round(ms / 100) / 10,
        tests: tests && {
          passed: numberIn(tests, 'passed') ?? 0,
          failed: numberIn(tests, 'failed') ?? 0,
          skipped: numberIn(tests, 'skipped') ?? 0,
        },
      },
    ]
  })
