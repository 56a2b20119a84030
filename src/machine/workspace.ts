import { type Theirs, withTheirs } from '../claims/changes/committed.ts'
import type { ReadTests, Start } from '../claims/changes/start.ts'
import { committedByOthers } from '../claims/changes/stores/committed.ts'
import { changedBy, mayHaveWritten } from '../claims/changes/stores/compare.ts'
import { refsNow } from '../claims/changes/stores/fetched.ts'
import { placesOutside, worktreesIn } from '../claims/changes/stores/outside.ts'
import { realWriters } from '../claims/changes/stores/real-writers.ts'
import { keepStart, loadStart } from '../claims/changes/stores/start.ts'
import { stillWeakened, weakenedBy } from '../claims/changes/weakened-by.ts'
import type { Writer } from '../claims/changes/writers.ts'
import type { Fingerprint, Taken } from '../claims/fingerprint/fingerprint.ts'
import { textOf } from '../claims/fingerprint/names.ts'
import { contentIn, nameIn } from '../claims/fingerprint/rows.ts'
import { Budget } from '../claims/fingerprint/stores/budget.ts'
import { repositoryAround } from '../claims/fingerprint/stores/list.ts'
import { takeWith } from '../claims/fingerprint/stores/workspace.ts'
import { parseTable } from '../claims/fingerprint/table.ts'
import type { ReadInventory } from '../claims/tests/found-test.ts'
import { inventoryOfLarge, MAX_TEST_BYTES, testsInFile } from '../claims/tests/inventory.ts'
import { isTestFile } from '../claims/tests/test-file.ts'
import { outputsOf } from '../claims/validators/outputs.ts'
import type { Weakened } from '../claims/weakened.ts'
import type { Recorder } from '../ledger/store.ts'
import { type Plain, readPlain } from '../ledger/stores/files/disk.ts'
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
  // Time is the limit here: a large project has many tests.
  const read = testsIn(project, Number.POSITIVE_INFINITY)
  return (name) => {
    if (process.uptime() * 1000 > until && isTestFile(textOf(name))) return 'unread'
    const found = read(name)
    // There will be no more time for it at the next prompt.
    return found === 'unread' ? null : found
  }
}

async function refsIn(project: string): Promise<Pick<Start, 'branch' | 'commits'>> {
  const top = repositoryAround(project)
  if (top === null) return { branch: null, commits: [] }
  return refsNow({ top, workspace: project, run: runSync }, new Budget({ timeoutMs: LIMIT_MS }))
}

/** At a stop, files beyond so many bytes in all are not searched for tests. */
const MAX_ALL_TESTS_BYTES = 32 << 20

/** Reads the tests in files of the project, by name; null if a file is not a test file of its own, or cannot be opened. */
function testsIn(project: string, maxBytes = MAX_ALL_TESTS_BYTES): (name: string) => ReadInventory | null {
  const isOwn = ownNamesIn(project)
  let left = maxBytes
  return (name) => {
    const path = textOf(name)
    if (!isTestFile(path) || !isOwn(name)) return null
    const read = readQuietly(`${project}/${path}`, Math.min(MAX_TEST_BYTES, left))
    if (read.kind !== 'read') return read.kind === 'no-file' ? null : inventoryOfLarge(path)
    left -= read.bytes.length
    return testsInFile(path, read.bytes.toString('utf8'))
  }
}

/** False for names in a linked worktree inside the project: that is judged on its own, and its tests come and go with it. */
function ownNamesIn(project: string): (name: string) => boolean {
  const folders = worktreesIn(project).map((tree) => `${tree.slice(project.length + 1)}/`)
  return (name) => folders.length === 0 || !folders.some((folder) => textOf(name).startsWith(folder))
}

function readQuietly(path: string, maxBytes: number): Plain {
  try {
    return readPlain(path, maxBytes)
  } catch {
    return { kind: 'no-file' }
  }
}

/** Maximum number of paths in an entry. */
const MAX_PATHS = 200

/** Compares the workspace with the turn's start. Returns null if that cannot be done. */
export const changesIn =
  (home: Home | null, look: Look | null) =>
  async (asked: AskedChanges): Promise<Changed | null> => {
    if (home === null || look === null) return null
    try {
      return await compared(home, look, asked)
    } catch {
      return null
    }
  }

async function compared(
  home: Home,
  look: Look,
  { active, start, since, calls, earlier, whose }: AskedChanges,
): Promise<Changed | null> {
  const { project } = active
  const { worktrees, others } = await placesOutside(runSync, project, calls, since)
  if (whose === 'agent' && worktrees.length === 0) return null
  const taken = await look(active, project)
  if (taken.kind !== 'taken') return null
  const now = taken.fingerprint
  const begun = (): string | null => loadStart(home.dir, start.sha256)?.branch ?? null
  const theirs = await committedByOthers(runSync, { root: project, since, branch: begun, calls })
  const found =
    worktrees.length === 0 && theirs.size === 0 && now.sha256 === start.content
      ? UNCHANGED
      : await changedSince(loadStart(home.dir, start.sha256), now, { active, since, calls, worktrees, theirs, look })
  if (found === null) return null
  const all = (): string[] => (parseTable(now.table)?.rows ?? []).map(({ name }) => name)
  const branch = { project, branch: currentBranch(project) ?? '' }
  const known = notAccepted(home, project, [...weakenedIn(readWeakened(home, branch) ?? {}, 'tests'), ...earlier])
  const weakened = unique([...stillWeakened(known, all, testsIn(project)), ...found.weakened])
  keepWeakened(home, branch, weakened)
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
}

/** The titles of the tests that others committed in the turn. */
const namesOf = (theirs: Theirs): string[] =>
  [...theirs.values()].flatMap(({ added }) => added.map(({ name }) => name)).slice(0, MAX_PATHS)

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
  const everywhere = await changedBy(runSync, { root, start, now, ...by })
  const isOwn = ownNamesIn(root)
  const [changed, putBack] = [everywhere.changed.filter(isOwn), everywhere.putBack.filter(isOwn)]
  const real = theirs.size === 0 ? [] : realWriters(writers, root)
  const theirFiles = [...theirs.keys()].filter((name) => isOwn(name) && mayHaveWritten(real, root, name))
  const before = testsBefore(start)
  const textNow = (name: string): string | null => {
    const read = readQuietly(`${root}/${textOf(name)}`, MAX_TEST_BYTES)
    return read.kind === 'read' ? read.bytes.toString('utf8') : null
  }
  const own = new Set([...changed, ...putBack])
  const weakened = weakenedBy(
    [...new Set([...own, ...theirFiles])],
    (name) => withTheirs(before(name), theirs.get(name), !own.has(name)),
    testsIn(root),
    textNow,
  )
  const isRevert = weakened.length > 0 && now.head !== start.head && contents().headOf(root)?.reverts !== undefined
  return { changed, restored: putBack, worktrees: elsewhere, weakened, lost: isRevert ? [] : weakened }
}

/** The tests that files had at the start of a turn. A test file that was there without a list of its tests was not read. */
function testsBefore({ tests, rows, unread }: Start): (name: string) => ReadInventory | null {
  let files: Set<string> | null = null
  return (name) => {
    const known = tests.get(name)
    if (known !== undefined) return known
    if (unread.includes(name)) return 'unread'
    const path = textOf(name)
    if (!isTestFile(path)) return null
    files ??= new Set([...rows].filter((row) => !contentIn(row).endsWith(' link')).map(nameIn))
    return files.has(name) ? inventoryOfLarge(path) : null
  }
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
