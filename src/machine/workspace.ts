import type { KeptStart } from '../claims/changes/start.ts'
import { changedBy } from '../claims/changes/stores/compare.ts'
import { allTips } from '../claims/changes/stores/fetched.ts'
import { keepStart, loadStart } from '../claims/changes/stores/start.ts'
import type { Taken } from '../claims/fingerprint/fingerprint.ts'
import { textOf } from '../claims/fingerprint/names.ts'
import { Budget } from '../claims/fingerprint/stores/budget.ts'
import { repositoryAround } from '../claims/fingerprint/stores/list.ts'
import { takeWith } from '../claims/fingerprint/stores/workspace.ts'
import { outputsOf } from '../claims/validators/outputs.ts'
import type { Recorder } from '../ledger/store.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import type { ActivePolicy } from '../policy/choose-policy.ts'
import { runSync } from '../process/run-sync.ts'
import type { AskedChanges, Changed } from '../supervisor/stop/changed.ts'
import { optimise } from './engine.ts'

/** Time limit for fingerprinting in a hook. Slower work is left to the gatherer, which can be stopped. */
const LIMIT_MS = 5_000

/** Up to this many files, V8 takes longer to optimise the code than the code takes to run. */
const FEW_NAMES = 5_000

/** Fingerprints a project once per process: a hook looks at one moment. */
export type Look = (active: ActivePolicy) => Promise<Taken>

export function lookIn(home: Home): Look {
  const taken = new Map<string, Promise<Taken>>()
  return (active) => {
    const known = taken.get(active.project) ?? take(active, home)
    taken.set(active.project, known)
    return known
  }
}

async function take({ project, policy }: ActivePolicy, { dir, keyring }: Home): Promise<Taken> {
  let isFew = false
  const onListed = (names: number): void => {
    isFew = names <= FEW_NAMES
    if (isFew) optimise(false)
  }
  try {
    const options = { home: dir, key: keyring.current(), outputs: outputsOf(policy), limits: { timeoutMs: LIMIT_MS } }
    return await takeWith(runSync, project, options, onListed)
  } finally {
    if (isFew) optimise(true)
  }
}

/** Stores the content that a turn starts with. Returns null if it cannot be told: the turn opens anyway. */
export const startsIn =
  (home: Home | null, { keep }: Pick<Recorder, 'keep'>) =>
  async (active: ActivePolicy): Promise<KeptStart | null> => {
    if (home === null) return null
    try {
      const taken = await lookIn(home)(active)
      if (taken.kind !== 'taken') return null
      const { project } = active
      const commits = await tipsOf(project)
      return keepStart(
        { home: home.dir, project, fingerprint: taken.fingerprint, commits, inventory: () => null },
        keep,
      )
    } catch {
      return null
    }
  }

async function tipsOf(project: string): Promise<string[]> {
  const top = repositoryAround(project)
  if (top === null) return []
  return allTips({ top, workspace: project, run: runSync }, new Budget({ timeoutMs: LIMIT_MS }))
}

/** Maximum number of paths in an entry. */
const MAX_PATHS = 200

/** Compares the workspace with the turn's start. Returns null if that cannot be done. */
export const changesIn =
  (home: Home | null, look: Look | null) =>
  async ({ active, start, calls }: AskedChanges): Promise<Changed | null> => {
    if (home === null || look === null) return null
    try {
      const began = loadStart(home.dir, start)
      const taken = began === null ? null : await look(active)
      if (began === null || taken?.kind !== 'taken') return null
      const writers = calls.flatMap(({ writer }) => (writer === null ? [] : [writer]))
      const now = taken.fingerprint
      const names = await changedBy(runSync, { root: active.project, start: began, now, writers })
      return { paths: names.slice(0, MAX_PATHS).map(textOf), total: names.length }
    } catch {
      return null
    }
  }
