import type { JsonObject } from '../../ledger/kinds.ts'
import type { Recorded } from '../../policy/floor.ts'
import type { Start } from '../changes/start.ts'
import { textOf } from '../fingerprint/names.ts'
import { nameIn } from '../fingerprint/rows.ts'
import { JOINT } from '../tests/found-test.ts'
import { isWholeFile } from '../tests/whole-file.ts'
import type { TurnRecord } from '../turn.ts'
import { isSameCommand, namesIn, OF_CONTENT } from './flaky.ts'
import { type Floor, isFile } from './floor.ts'
import { isCommand } from './observed-command.ts'
import { plainName } from './render.ts'
import type { TestRun } from './reports/test-run.ts'
import { titleOf } from './title.ts'

/** The turn's starting content, as far as it is known. */
type Began = {
  /** The tests that failed on it, none if the failure named none; null if the check is not known to have failed there. */
  failed: readonly string[] | null
  /** The run on it; null if none is known. */
  run: Floor | null
  /** Its files; null if they are unknown. */
  start: Pick<Start, 'rows' | 'tests'> | null
  /** The files that the turn changed. */
  changed?: readonly string[]
  /** The tests that others committed in the turn. */
  theirs?: readonly string[]
}

/**
 * Compares a failed run with the turn's start: `worse` lists the failures that were not there, `added` those of tests that did
 * not exist. Both are left out if they are unknown.
 */
export function sinceBegan(tests: TestRun | null, began: Began): JsonObject {
  const { failed, run, start, theirs = [] } = began
  const failures = tests?.failures.map(plainName) ?? []
  // Without names a failure can only be compared as a whole, and only with one that named no tests either.
  if (failures.length === 0) return tests === null && failed?.length === 0 ? { worse: [] } : {}
  if (failures.length < (tests?.failed ?? 0)) return {}
  const before = new Set(failed)
  const titled = new Set(failed?.filter((name) => withoutFile(name) === name).map(inWords))
  const isKnown = (name: string): boolean => before.has(name) || titled.has(inWords(withoutFile(name)))
  const known = knownTests(run, start, theirs)
  return {
    ...(failed !== null && { worse: failures.filter((name) => !isKnown(name)) }),
    ...(known !== null && { added: addedIn(tests, failures, known, began) }),
  }
}

/** What a runner prints may lack the files that its report names, and join suites in another way. */
const withoutFile = (name: string): string => name.replace(/^\S+\.\w{1,4} > /, '')
const inWords = (name: string): string => name.replaceAll(JOINT, ' ')

function addedIn(
  tests: TestRun | null,
  failures: readonly string[],
  known: ReadonlySet<string>,
  began: Began,
): string[] {
  const added = failures.filter((name) => isAdded(name, known, began.start))
  return tests === null || isWhole(tests, began, added.length) ? added : []
}

/** True if all earlier tests ran again. Else a test that looks new may be an old one with another name. */
function isWhole(now: TestRun, { run, start, changed = [] }: Began, added: number): boolean {
  if (now.tests === null || run?.tests === null)
    return run === null || now.passed + now.failed - added >= run.passed + run.failed
  const names = new Set(now.tests.map(({ name }) => titleOf(name)))
  const ran = run?.tests.filter(({ end }) => end === 'passed' || end === 'failed') ?? []
  const found = [...(start?.tests ?? [])].filter(([file]) => changed.includes(textOf(file))).flatMap(([, all]) => all)
  const had = [...ran, ...found.filter((one) => one.state === 'runs' && !isWholeFile(one))]
  return had.every(({ name }) => names.has(titleOf(name)))
}

/** True if the test did not exist. A runner names the file if it did not load: then the file is what must be new. */
function isAdded(name: string, known: ReadonlySet<string>, start: Began['start']): boolean {
  if (known.has(titleOf(name))) return false
  return !isFile(name) || (start !== null && ![...start.rows].some((row) => isSameFile(textOf(nameIn(row)), name)))
}

/** Runners name files from the folder that they run in. */
const isSameFile = (path: string, name: string): boolean => path === name || path.endsWith(`/${name}`)

/**
 * The tests that failed in the last run on the turn's starting content; null if it passed, or if none is known. Test runs are
 * kept for all sessions; of other checks, only the session's own results are known. `read` reads the output of the runner.
 */
export function failedAtStart(
  words: readonly string[],
  content: string,
  { earlier, calls }: Pick<TurnRecord, 'earlier' | 'calls'>,
  recorded: Recorded,
  read: (output: string) => TestRun | null,
): string[] | null {
  if (recorded.kind === 'run') return namesIn(recorded.run)
  const last = earlier.findLast((one) => one.fingerprint === content && isSameCommand(one.words, words))
  if (last === undefined) return failedByCall(calls, words, read)
  return last.result === 'failed' && OF_CONTENT.includes(last.code) ? [...(last.failures ?? [])] : null
}

/**
 * The tests that failed when the agent ran the same command before anything else that may write: on the starting content, by the
 * host's report. Null if it did not, or if the output does not name all of them.
 */
function failedByCall(
  calls: TurnRecord['calls'],
  words: readonly string[],
  read: (output: string) => TestRun | null,
): string[] | null {
  const writes = calls.findIndex((call) => call.changed && !isCommand(call, words) && !isOnlyTests(call))
  const before = writes < 0 ? calls : calls.slice(0, writes)
  const failed = before.find((call) => call.end === 'failed' && isCommand(call, words))
  const tests = failed === undefined ? null : read(failed.output ?? '')
  return tests === null || tests.failures.length < Math.max(1, tests.failed) ? null : tests.failures.map(plainName)
}

const isOnlyTests = ({ end, acted }: TurnRecord['calls'][number]): boolean => end === 'succeeded' && !acted

/** The titles of all tests that existed; null if that is unknown. */
function knownTests(run: Floor | null, start: Began['start'], theirs: readonly string[]): Set<string> | null {
  const ran = run?.tests?.map(({ name }) => titleOf(name))
  const found = start && [...start.tests.values()].flatMap((all) => all.map(({ name }) => titleOf(name)))
  return ran === undefined && found === null
    ? null
    : new Set([...(ran ?? []), ...(found ?? []), ...theirs.map(titleOf)])
}
