import { type Theirs, withTheirs } from '../claims/changes/committed.ts'
import type { ReadTests, Start } from '../claims/changes/start.ts'
import { committedByOthers } from '../claims/changes/stores/committed.ts'
import { changedBy, mayHaveWritten } from '../claims/changes/stores/compare.ts'
import { refsNow } from '../claims/changes/stores/fetched.ts'
import { placesOutside } from '../claims/changes/stores/outside.ts'
import { realWriters } from '../claims/changes/stores/real-writers.ts'
import { keepStart, loadStart } from '../claims/changes/stores/start.ts'
import { stillWeakened, weakenedBy } from '../claims/changes/weakened-by.ts'
import type { Writer } from '../claims/changes/writers.ts'
import type { Fingerprint, Taken } from '../claims/fingerprint/fingerprint.ts'
import { textOf } from '../claims/fingerprint/names.ts'
import { Budget } from '../claims/fingerprint/stores/budget.ts'
import { repositoryAround } from '../claims/fingerprint/stores/list.ts'
import { takeWith } from '../claims/fingerprint/stores/workspace.ts'
import { parseTable } from '../claims/fingerprint/table.ts'
import type { TestInventory } from '../claims/tests/found-test.ts'
import { testsInFile } from '../claims/tests/inventory.ts'
import { isTestFile } from '../claims/tests/test-file.ts'
import { outputsOf } from '../claims/validators/outputs.ts'
import type { Weakened } from '../claims/weakened.ts'
import type { Recorder } from '../ledger/store.ts'
import { readPlain } from '../ledger/stores/files/disk.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import type { ActivePolicy } from '../policy/choose-policy.ts'
import { acceptedTests } from '../policy/stores/accepted-tests.ts'
import { keepWeakened, readWeakened } from '../policy/stores/weakened-tests.ts'
import { optimise } from '../process/engine.ts'
import { runSync } from '../process/run-sync.ts'
import { currentBranch } from '../project/stores/git-folder.ts'
import { weakenedIn } from '../session/weakened.ts'
import type { TakenStart } from '../supervisor/guard.ts'
import type { AskedChanges, Changed } from '../supervisor/stop/changed.ts'
import { contents } from './contents.ts'

/** Time limit for fingerprinting at a stop. Slower work is left to the gatherer, which can be stopped. */
const LIMIT_MS = 5_000

/** Time limits at a prompt, for the files and for the tests in them. Hosts stop the hook after 30 seconds. */
const START_MS = 12_000
const TESTS_MS = 5_000

/** Up to this many files, V8 takes longer to optimise the code than the code takes to run. */
const FEW_NAMES = 5_000

/** Fingerprints a folder of a project once per process: a hook looks at one moment. */
export type Look = (active: ActivePolicy, root: string) => Promise<Taken>

export function lookIn(home: Home, limitMs = LIMIT_MS): Look {
  const taken = new Map<string, Promise<Taken>>()
  return (active, root) => {
    const known = taken.get(root) ?? take(active, root, home, limitMs)
    taken.set(root, known)
    return known
  }
}

async function take({ policy }: ActivePolicy, root: string, { dir, keyring }: Home, timeoutMs: number): Promise<Taken> {
  let before: boolean | null = null
  const onListed = (names: number): void => {
    before = optimise(names > FEW_NAMES)
  }
  try {
    const options = { home: dir, key: keyring.current(), outputs: outputsOf(policy), limits: { timeoutMs } }
    return await takeWith(runSync, root, options, onListed)
  } finally {
    if (before !== null) optimise(before)
  }
}

/** Stores the content that a turn starts with. */
export const startsIn =
  (home: Home | null, { keep }: Pick<Recorder, 'keep'>) =>
  async (active: ActivePolicy): Promise<TakenStart> => {
    if (home === null) return { kind: 'unknown', why: 'the ledger cannot be opened' }
    const { project } = active
    try {
      const taken = await lookIn(home, START_MS)(active, project)
      if (taken.kind !== 'taken') return { kind: 'unknown', why: taken.finding.message }
      const refs = await refsIn(project)
      const read = testsWithin(TESTS_MS, project)
      const start = keepStart({ home: home.dir, project, fingerprint: taken.fingerprint, refs, read }, keep)
      return { kind: 'kept', start }
    } catch (error) {
      return { kind: 'unknown', why: String(error instanceof Error ? error.message : error) }
    }
  }

/** Reads the tests in files until the time is up. */
function testsWithin(timeoutMs: number, project: string): ReadTests {
  const until = process.uptime() * 1000 + timeoutMs
  const read = testsIn(project)
  return (name) => (process.uptime() * 1000 > until && isTestFile(textOf(name)) ? 'unread' : read(name))
}

async function refsIn(project: string): Promise<Pick<Start, 'branch' | 'commits'>> {
  const top = repositoryAround(project)
  if (top === null) return { branch: null, commits: [] }
  return refsNow({ top, workspace: project, run: runSync }, new Budget({ timeoutMs: LIMIT_MS }))
}

/** Larger files are not searched for tests. */
const MAX_TEST_BYTES = 1 << 20

/** Reads the tests in a file of the project, by its name; null if it is not a test file, or cannot be read. */
const testsIn =
  (project: string) =>
  (name: string): TestInventory | null => {
    const path = textOf(name)
    if (!isTestFile(path)) return null
    const read = readQuietly(`${project}/${path}`)
    return read === null ? null : testsInFile(path, read)
  }

function readQuietly(path: string): string | null {
  try {
    const read = readPlain(path, MAX_TEST_BYTES)
    return read.kind === 'read' ? read.bytes.toString('utf8') : null
  } catch {
    return null
  }
}

/** Maximum number of paths in an entry. */
const MAX_PATHS = 200

/** Compares the workspace with the turn's start. Returns null if that cannot be done. */
export const changesIn =
  (home: Home | null, look: Look | null) =>
  async ({ active, start, since, calls, earlier }: AskedChanges): Promise<Changed | null> => {
    if (home === null || look === null) return null
    const { project } = active
    try {
      const taken = await look(active, project)
      if (taken.kind !== 'taken') return null
      const now = taken.fingerprint
      const { worktrees, others } = await placesOutside(runSync, project, calls, since)
      const branch = (): string | null => loadStart(home.dir, start.sha256)?.branch ?? null
      const theirs = await committedByOthers(runSync, { root: project, since, branch, calls })
      const found =
        worktrees.length === 0 && theirs.size === 0 && now.sha256 === start.content
          ? UNCHANGED
          : await changedSince(loadStart(home.dir, start.sha256), now, {
              active,
              since,
              calls,
              worktrees,
              theirs,
              look,
            })
      if (found === null) return null
      const all = (): string[] => (parseTable(now.table)?.rows ?? []).map(({ name }) => name)
      const current = { project, branch: currentBranch(project) ?? '' }
      const known = notAccepted(home, project, [...weakenedIn(readWeakened(home, current) ?? {}, 'tests'), ...earlier])
      const weakened = unique([...stillWeakened(known, all, testsIn(project)), ...found.weakened])
      keepWeakened(home, current, weakened)
      const everywhere = [...found.changed, ...found.worktrees.flatMap(({ names }) => names)]
      return {
        paths: everywhere.slice(0, MAX_PATHS).map(textOf),
        total: everywhere.length,
        theirs: namesOf(theirs),
        ...(everywhere.length === 0 && now.sha256 !== start.content && { beside: true as const }),
        restored: found.restored.slice(0, MAX_PATHS).map(textOf),
        weakened,
        lost: [...notAccepted(home, project, found.lost)],
        roots: rootsOf(project, found.changed, found.worktrees),
        others,
      }
    } catch {
      return null
    }
  }

/** The titles of the tests that others committed in the turn. */
const namesOf = (theirs: Theirs): string[] =>
  [...theirs.values()].flatMap((tests) => tests.map(({ name }) => name)).slice(0, MAX_PATHS)

function notAccepted(home: Home, project: string, weakened: readonly Weakened[]): readonly Weakened[] {
  if (weakened.length === 0) return weakened
  const accepted = acceptedTests(home, project)
  return weakened.filter(({ test }) => !accepted.has(test))
}

/**
 * The names of the project's files that a turn changed or put back, the worktrees that it changed, and the tests that it
 * weakened.
 */
type Found = {
  changed: string[]
  restored: string[]
  worktrees: ChangedWorktree[]
  weakened: Weakened[]
  /** The same, or none if the turn's last commit reverts the one before it, which takes its tests along. */
  lost: Weakened[]
}

const UNCHANGED: Found = { changed: [], restored: [], worktrees: [], weakened: [], lost: [] }

type Turn = Pick<AskedChanges, 'active' | 'since' | 'calls'> & {
  worktrees: readonly string[]
  theirs: Theirs
  look: Look
}

async function changedSince(
  start: Start | null,
  now: Fingerprint,
  { active, since, calls, worktrees, theirs, look }: Turn,
): Promise<Found | null> {
  if (start === null) return null
  const { project: root } = active
  const writers = calls.flatMap(({ writer }) => (writer === null ? [] : [writer]))
  const by = { since, writers, folders: calls.flatMap(({ folders }) => folders) }
  const elsewhere = await changedWorktrees(worktrees, (worktree) => look(active, worktree), start, by)
  const { changed, putBack } = await changedBy(runSync, { root, start, now, ...by })
  const real = theirs.size === 0 ? [] : realWriters(writers, root)
  const theirFiles = [...theirs.keys()].filter((name) => mayHaveWritten(real, root, name))
  const weakened = weakenedBy(
    [...new Set([...changed, ...putBack, ...theirFiles])],
    (name) => withTheirs(start.tests.get(name) ?? null, theirs.get(name)),
    testsIn(root),
    (name) => readQuietly(`${root}/${textOf(name)}`),
  )
  const isRevert = weakened.length > 0 && now.head !== start.head && contents().headOf(root)?.reverts !== undefined
  return { changed, restored: putBack, worktrees: elsewhere, weakened, lost: isRevert ? [] : weakened }
}

const unique = (weakened: readonly Weakened[]): Weakened[] => [
  ...new Map(weakened.map((one) => [one.test, one])).values(),
]

type ChangedWorktree = { root: string; names: string[] }

/** The worktrees in which the turn changed something: they have no start, so git alone says what is new in them. */
async function changedWorktrees(
  roots: readonly string[],
  look: (root: string) => Promise<Taken>,
  began: Start,
  by: { since: string; writers: readonly Writer[]; folders: readonly string[] },
): Promise<ChangedWorktree[]> {
  const start: Start = { ...began, rows: new Set(), tests: new Map() }
  const found: ChangedWorktree[] = []
  for (const root of roots) {
    const taken = await look(root)
    if (taken.kind !== 'taken') continue
    const { changed } = await changedBy(runSync, { root, start, now: taken.fingerprint, ...by })
    if (changed.length > 0) found.push({ root, names: changed })
  }
  return found
}

/** The folders to judge: each worktree that changed, and the project itself unless only worktrees changed. */
const rootsOf = (project: string, changed: readonly string[], worktrees: readonly ChangedWorktree[]): string[] => [
  ...(changed.length > 0 || worktrees.length === 0 ? [project] : []),
  ...worktrees.map(({ root }) => root),
]
