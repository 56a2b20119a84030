import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runNaming } from '../../claims/validators/drivers/naming.ts'
import { reportedTests } from '../../claims/validators/judge-attempt.ts'
import type { TestRun } from '../../claims/validators/reports/test-run.ts'
import { checkEnvironment, type Environment, pickEnvironment } from '../../process/environment.ts'
import type { RunResult } from '../../process/result.ts'
import { run } from '../../process/run.ts'
import type { Check } from '../../project/checks.ts'
import { runnerOf, type Trial } from '../../project/draft.ts'
import type { Project } from '../../project/look.ts'
import { withoutStarter } from '../../project/named.ts'
import { mayNeedUserSettings, withoutUserSettings, withUserSettings } from '../../project/user-settings.ts'
import { type Io, StoppedError } from '../command.ts'
import { printable } from '../screens/output.ts'
import { changesIn } from './git-changes.ts'
import { timed } from './timed.ts'

/** Runs a project's checks, to see which pass now and which files they leave behind. */

const TIMEOUT_MS = 600_000

/** Number of last lines to show for a check that did not pass. */
const SHOWN_LINES = 8

/** Runs each check; the person can skip any of them, or stop the command. */
export async function tryChecks({ root, git, checks }: Project, io: Io): Promise<Tried[]> {
  // The same environment as in the gate.
  const place = { root, isTracked: git !== 'none', picked: pickEnvironment(io.env) }
  const trials: Tried[] = []
  for (const check of checks) {
    const own = withoutUserSettings(check)
    const first = await trySaying(`Running ${nameOf(check)}`, check, { ...place, own, timeoutMs: TIMEOUT_MS }, io)
    if (first === null) {
      trials.push(untried(check))
      continue
    }
    io.err(`${sayTrial(first)}\n${first.ended === 'passed' ? '' : first.tail}`)
    const found = await tryWithoutStarter(first, place, io)
    trials.push(await tryWithoutCi(await tryWithUserSettings(found, place, io), place, io))
  }
  return trials
}

/** If the program that starts a check is missing, tries Python itself: `uv run pytest` becomes `python3 -m pytest`. */
async function tryWithoutStarter(first: Tried, place: ProjectPlace, io: Io): Promise<Tried> {
  const check = first.ended === 'not-started' ? withoutStarter(first.check) : null
  if (check === null) return first
  const own = withoutUserSettings(check)
  const second = await trySaying(
    `Running ${nameOf(check)} instead`,
    check,
    { ...place, own, timeoutMs: TIMEOUT_MS },
    io,
  )
  if (second === null) return first
  const isThere = second.ended !== 'not-started' && !/No module named/.test(second.tail)
  io.err(
    `${isThere ? sayTrial(second) : `${check.command[2]} is not installed for python3`}\n${isThere && second.ended !== 'passed' ? second.tail : ''}`,
  )
  return isThere ? second : first
}

/**
 * Checks run without the user's own settings, such as ~/.npmrc and Python's user site. If a check does not pass and the user has
 * such settings, runs it once more with them: if it passes then, it keeps them.
 */
async function tryWithUserSettings(first: Tried, place: ProjectPlace, io: Io): Promise<Tried> {
  const home = place.picked['HOME']
  const isThere = (path: string): boolean => home !== undefined && existsSync(join(home, path))
  if (first.ended === 'passed' || first.ended === 'timed-out' || !mayNeedUserSettings(first.check, isThere))
    return first
  const what = `Running ${nameOf(first.check)} again with your own settings`
  const check = withUserSettings(first.check)
  const second = await trySaying(what, check, { ...place, own: {}, timeoutMs: TIMEOUT_MS }, io)
  if (second?.ended !== 'passed') {
    if (second !== null) io.err(`${sayTrial(second)}\n`)
    return first
  }
  io.err(`${sayTrial(second)}\n    It needs your own settings, such as ~/.npmrc, so Bailiff runs it with them.\n`)
  return { ...second, left: [...new Set([...first.left, ...second.left])] }
}

/** Runs a check, and shows how long it has been running. Returns null if the person skipped it. */
async function trySaying(what: string, check: Check, place: Place, io: Io): Promise<Tried | null> {
  const signal = io.stopped()
  const { result, isSkipped } = await timed(io, { what, limitMs: place.timeoutMs, signal }, (stop) =>
    tryCheck(check, place, stop),
  )
  if (signal.aborted) {
    io.err('stopped\n')
    throw new StoppedError()
  }
  if (isSkipped) io.err('skipped\n')
  return isSkipped ? null : result
}

/** A check that was not run. */
export const untried = (check: Check): Tried => ({
  tail: '',
  tests: null,
  check,
  ended: 'not-run',
  seconds: 0,
  left: [],
  changed: [],
  isCounted: true,
  env: withoutUserSettings(check),
})

export const nameOf = ({ command, cwd }: Check): string =>
  `${printable(command.join(' '))}${cwd === '' ? '' : ` in ${printable(cwd)}`}`

/** The result in a few words. */
export function sayTrial({ check, ended, seconds, changed }: Trial): string {
  if (ended === 'not-run') return 'not run'
  if (check.fault !== null) return `left out: ${printable(check.fault)}`
  if (ended === 'not-started')
    return isName(check.command[0]) ? `${check.command[0]} is not on PATH` : 'could not be started'
  if (ended === 'ran-no-test') return 'ran no tests, so it proves nothing yet'
  if (ended === 'timed-out') return `timed out after ${seconds.toFixed(0)} s`
  const how = `${ended} in ${seconds.toFixed(1)} s`
  return changed.length === 0 ? how : `${how}, but changes project files, such as ${printable(changed[0] ?? '')}`
}

/** What is known of a check's tests, in a few words; null for checks that are no tests. */
export function sayRunner({ check, isCounted, ended, tests }: Tried): string | null {
  const runner = runnerOf(check)
  if (check.kind !== 'test' || check.fault !== null || ended === 'not-started') return null
  if (runner === null || !isCounted) return 'only the exit code is known'
  const name = runner.replace(/_pass$/, '').replaceAll('_', ' ')
  if (tests === null) return ended === 'passed' || ended === 'failed' ? `${name}: no test was counted` : name
  return `${name}: ${tests.tests === null ? 'counts tests and names those that fail' : 'counts and names tests'}`
}

/** True for a program that is looked up on the search path. */
const isName = (program = ''): boolean => /^[\w.+-]+$/.test(program)

type ProjectPlace = { root: string; isTracked: boolean; picked: Environment }
/** `own`: the variables that the policy will set for the check. */
type Place = ProjectPlace & { own: Environment; timeoutMs: number }
/** A trial with the tests that it ran, if its runner tells, and the end of its output for people. */
export type Tried = Trial & { tail: string; tests: TestRun | null }

/** A second run is only worth its time if the first was quick. */
const MAX_REPEATED_SECONDS = 60
/** Without CI=1 some runners watch files and never end. */
const LEAST_REPEATED_MS = 20_000

/**
 * Runs tests once more without CI=1, because projects skip tests there. If that gives another result, that trial counts:
 * it is what the person sees. Only for tests that can be counted and took less than a minute.
 */
async function tryWithoutCi(first: Tried, place: ProjectPlace, io: Io): Promise<Tried> {
  const { check, ended, seconds, isCounted } = first
  const isDecided = ended === 'passed' || ended === 'failed' || ended === 'ran-no-test'
  const isWorth = isDecided && isCounted && runnerOf(check) !== null && seconds < MAX_REPEATED_SECONDS
  if (!isWorth || first.changed.length > 0) return first
  const own = { ...first.env, CI: '' }
  const timeoutMs = Math.max(LEAST_REPEATED_MS, Math.ceil(seconds * 3) * 1000)
  const second = await trySaying(`Running ${nameOf(check)} again without CI=1`, check, { ...place, own, timeoutMs }, io)
  if (second === null) return first
  const isSame = second.ended === ended && countOf(second) === countOf(first)
  const left = [...new Set([...first.left, ...second.left])]
  const isKept = second.ended === 'timed-out' || second.ended === 'not-started' || isSame
  io.err(isSame ? 'the same\n' : `${sayTrial(second)}\n${second.ended === 'passed' ? '' : second.tail}`)
  if (isKept) return { ...first, left }
  io.err(`    ${sayCi(first, second)}\n`)
  return { ...second, left }
}

/** The numbers of tests, to compare. */
const countOf = ({ tests }: Tried): string =>
  tests === null ? 'tests not counted' : `${tests.passed + tests.failed} run, ${tests.skipped} skipped`

/** Says how a check differs with CI=1. */
const sayCi = (first: Tried, second: Tried): string =>
  `With CI=1: ${first.ended}, ${countOf(first)}. Without: ${second.ended}, ${countOf(second)}. Bailiff runs it without CI=1.`

async function tryCheck(
  check: Check,
  { root, isTracked, picked, own, timeoutMs }: Place,
  signal: AbortSignal,
): Promise<Tried> {
  const env = checkEnvironment(picked, own)
  const start = ([program = '', ...args]: readonly string[], variables: Environment): Promise<RunResult> =>
    run(program, args, { cwd: join(root, check.cwd), env: variables, timeoutMs, signal })
  const before = isTracked ? await changesIn(root, env) : new Map<string, string>()
  const kind = runnerOf(check)
  const ran =
    kind === null
      ? { ...(await start(check.command, env)), names: null }
      : await runNaming({ kind, root, cwd: check.cwd === '' ? '.' : check.cwd, words: check.command, env }, start)
  const after = isTracked ? await changesIn(root, env) : new Map<string, string>()
  const fresh = [...after].filter(([path, state]) => before.get(path) !== state)
  const isNew = ([, state]: [string, string]): boolean => state === '??'
  const tests = kind === null ? null : reportedTests(kind, ran, root)
  // A runner that ran no tests would block every claim.
  const isIdleRun = tests !== null && tests.passed + tests.failed === 0
  const exited = ran.exit !== 0 ? 'failed' : isIdleRun ? 'ran-no-test' : 'passed'
  const said = Buffer.concat([ran.stdout, ran.stderr]).toString('utf8').trimEnd().split('\n')
  return {
    tail:
      ran.ended === 'not-started'
        ? ''
        : tailOf(tests?.failures ?? [], said)
            .map(indented)
            .join(''),
    check,
    ended: ran.ended === 'timed-out' || ran.ended === 'not-started' ? ran.ended : exited,
    seconds: ran.durationMs / 1000,
    left: fresh.filter(isNew).map(([path]) => path),
    changed: fresh.filter((one) => !isNew(one)).map(([path]) => path),
    tests,
    isCounted: tests !== null || ran.exit !== 0,
    env: own,
  }
}

/** The names of the failed tests if the runner lists them, otherwise the last lines of its output. */
const tailOf = (failures: readonly string[], said: readonly string[]): readonly string[] =>
  failures.length === 0
    ? said.slice(-SHOWN_LINES)
    : [
        ...failures.slice(0, SHOWN_LINES).map((name) => `failed: ${name}`),
        ...(failures.length > SHOWN_LINES ? [`and ${failures.length - SHOWN_LINES} more`] : []),
      ]

const indented = (line: string): string => `    ${printable(line)}\n`
