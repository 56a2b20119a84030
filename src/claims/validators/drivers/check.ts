import { join, resolve } from 'node:path'
import type { JsonObject } from '../../../ledger/kinds.ts'
import { readPlain } from '../../../ledger/stores/files/disk.ts'
import type { Baseline } from '../../../policy/baseline.ts'
import { digestsOf } from '../../../policy/stores/pins.ts'
import { inventoryOf } from '../../tests/inventory.ts'
import type { Bound } from '../bind.ts'
import { FLAKY_RUNS, failedBefore, nowPassing } from '../flaky.ts'
import { floorOf, isFile } from '../floor.ts'
import { floorIn, keptRun } from '../floor-record.ts'
import { judgeAttempt, type RunValidator, type TestDemand, testsIn, testsOf } from '../judge-attempt.ts'
import { keptTests, leastOf, unreadFiles } from '../least.ts'
import { mayFail } from '../no-worse.ts'
import { type Fault, fail, pass, type Refused, refuse, type ValidatorOutcome } from '../outcome.ts'
import { amount } from '../render.ts'
import type { TestRun } from '../reports/test-run.ts'
import { keptOf, runData, type Tried, triedOf } from '../run-data.ts'
import { failedAtStart, sinceBegan } from '../since-began.ts'
import { RUNNERS } from '../test-kinds.ts'
import { titleOf } from '../title.ts'
import { countsIn } from '../weakened.ts'
import { wordsOf } from '../words.ts'
import type { ValidatorWorld } from '../world.ts'
import { refuseChanged } from './changed.ts'
import { attempt } from './command.ts'
import { refuseRunner } from './runner.ts'
import { refuseTargets } from './targets.ts'

/** Runs a validator's command as many times in a row as it must pass. */
export async function check(
  validator: RunValidator,
  { given, numbers }: Bound,
  world: ValidatorWorld,
): Promise<ValidatorOutcome> {
  const { keywords } = world.policy.contract
  const idle = 'minTests' in validator ? RUNNERS[validator.kind].idle : undefined
  const filled = wordsOf(validator, given, { keywords, idle })
  if (filled.kind === 'refused') return filled
  const { words, targets } = filled
  const refused = refuseTargets(world.root, validator.cwd, targets) ?? refuseDefinition(validator, world)
  if (refused !== null) return refused
  const first = world.baselines.find(words, validator.cwd)
  const recorded = world.floors.find(words, validator.cwd)
  if (first.kind === 'tampered' || recorded.kind === 'tampered')
    return refuse('BASELINE_TAMPERED', 'The test counts recorded after approval are not sealed by this ledger.')
  const demand: TestDemand = {
    minTests: numbers.min_tests,
    mayFail: mayFail(world.policy.baseline, words, world.turn),
    floor: leastOf(recorded, words, validator.cwd, world),
    files: { isKept: keptTests(world), isUnread: unreadFiles(world) },
    first: first.kind === 'counts' ? first : null,
  }
  const { fault, tried, flaky } = await tryOften(validator, words, numbers.required_runs, demand, world)
  const data = { ...runData(validator, words, tried), ...firstData(first), ...(flaky !== null && { flaky }) }
  if (fault !== null) {
    // Before this run is kept: it may be on the starting content itself.
    const more = { ...weakenedData(fault, tried, demand), ...beganData(fault, tried, words, validator, demand, world) }
    keepRun(words, validator, tried, fault, world)
    return fail(fault, { ...data, ...more }, keptOf(tried, validator.kind))
  }
  // The run may have changed pinned files that the fingerprint does not cover.
  const changed = refuseDefinition(validator, world)
  if (changed !== null) return changed
  keepRun(words, validator, tried, null, world)
  const tests = tried.at(-1)?.tests ?? null
  if (first.kind === 'none' && tests !== null) world.baselines.keep(words, validator.cwd, countsIn(tests))
  const pinned = digestsOf(world.root, validator.pins, world.environment)
  return pass(world.grade, sentenceOf(tried), { ...data, pinned }, keptOf(tried, validator.kind))
}

const refuseDefinition = (validator: RunValidator, world: ValidatorWorld): Refused | null =>
  refuseChanged(validator, world) ?? refuseRunner(validator, world)

/** Remembers a run for later turns: a pass, or failed tests. Anything else says nothing about the content. */
function keepRun(
  words: readonly string[],
  { cwd }: RunValidator,
  tried: readonly Tried[],
  fault: Fault | null,
  { floors }: ValidatorWorld,
): void {
  const last = tried.at(-1)
  if (last === undefined || last.tests === null || (fault !== null && fault.code !== 'TESTS_FAILED')) return
  floors.keep(words, cwd, last.fingerprint.after, keptRun(last.tests, fault === null))
}

/** Limit on the names of tests in a result. */
const MAX_NAMES = 100

const firstData = (first: Baseline) =>
  first.kind === 'counts' ? { first: { executed: first.executed, skipped: first.skipped } } : {}

/** The tests that a weakened run lost, by name. */
function weakenedData({ code }: Fault, tried: readonly Tried[], { floor, files }: TestDemand): JsonObject {
  const tests = tried.at(-1)?.tests ?? null
  if (code !== 'TESTS_WEAKENED' || floor === null || tests === null) return {}
  return { weakened: floorOf(floor, tests, files).slice(0, MAX_NAMES) }
}

/** How a failure compares with the turn's start. */
function beganData(
  { code }: Fault,
  tried: readonly Tried[],
  words: readonly string[],
  validator: RunValidator,
  { floor }: TestDemand,
  { start, floors, turn, grade, root }: ValidatorWorld,
): JsonObject {
  // In an environment that an agent can choose, a comparison proves nothing.
  if (start === null || grade !== 'executed' || (code !== 'TESTS_FAILED' && code !== 'COMMAND_FAILED')) return {}
  const recorded = floors.on(words, validator.cwd, start.content)
  const read = (output: string): TestRun | null => testsIn(validator, output, root)
  const tests = tried.at(-1)?.tests ?? null
  const since = sinceBegan(tests, {
    failed: failedAtStart(words, start.content, turn, recorded, read),
    run: recorded.kind === 'run' ? floorIn(recorded.run) : floor,
    start: start.load(),
    changed: turn.changes?.paths ?? [],
    theirs: turn.changes?.theirs ?? [],
  })
  const inside = testsInside((tests?.failures ?? []).filter(isFile), join(root, validator.cwd))
  return inside.length === 0 ? since : { ...since, inside }
}

/** The titles of the tests in files that did not load: a runner names only the files, a message may name the tests. */
function testsInside(files: readonly string[], folder: string): string[] {
  const titles = new Set<string>()
  for (const file of files.slice(0, MAX_NAMES)) {
    const tests = inventoryOf(file, textIn(resolve(folder, file)))
    if (tests !== 'unread') for (const { name } of tests) titles.add(titleOf(name).slice(0, MAX_TITLE).toWellFormed())
    if (titles.size >= MAX_TITLES) break
  }
  return [...titles].slice(0, MAX_TITLES)
}

/** Limits on the titles in a result, and on their characters: an entry holds no more. */
const MAX_TITLES = 1_000
const MAX_TITLE = 200

function textIn(path: string): string {
  try {
    const read = readPlain(path, MAX_TEST_FILE_BYTES)
    return read.kind === 'read' ? read.bytes.toString('utf8') : ''
  } catch {
    // A runner may name a file that is gone by now, or none at all.
    return ''
  }
}

const MAX_TEST_FILE_BYTES = 1 << 20

/** Total for all runs. The beginning and the end of each output are kept. */
const MAX_OUTPUT_BYTES = 16 << 20
const LEAST_OUTPUT_BYTES = 1 << 20

async function tryOften(
  validator: RunValidator,
  words: readonly string[],
  times: number,
  demand: TestDemand,
  world: ValidatorWorld,
): Promise<{ fault: Fault | null; tried: Tried[]; flaky: string[] | null }> {
  const tried: Tried[] = []
  let flaky: string[] | null = null
  let wanted = times
  for (let i = 0; i < wanted; i++) {
    const maxOutputBytes = Math.max(LEAST_OUTPUT_BYTES, Math.floor(MAX_OUTPUT_BYTES / wanted))
    const one = await attempt(validator, words, maxOutputBytes, world)
    const { sha256: content } = one.before
    const tests = testsOf(validator, one, world.root)
    if (i === 0) {
      const failed = failedBefore(words, content, world.turn, world.floors.on(words, validator.cwd, content))
      flaky = nowPassing(failed, tests)
      if (flaky !== null) wanted = Math.max(times, FLAKY_RUNS)
    }
    tried.push(triedOf(one, tests))
    const fault = judgeAttempt(validator, one, tests, demand)
    if (fault !== null) return { fault, tried, flaky: null }
  }
  return { fault: null, tried, flaky }
}

function sentenceOf(tried: readonly Tried[]): string {
  const last = tried.at(-1)
  const tests = last?.tests ?? null
  const times = tried.length === 1 ? '' : ` in ${tried.length} runs in a row`
  const exited = `The command exited with code ${last?.attempt.exit}${times}`
  if (tests === null) return `${exited}.`
  const ran = `${exited}; ${amount(tests.passed + tests.failed, 'test')} ran`
  return tests.failed === 0 ? `${ran}.` : `${ran}, ${tests.failed} of which failed, as before the turn.`
}
