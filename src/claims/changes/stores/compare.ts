import { lstatSync } from 'node:fs'
import type { PlainRun } from '../../../process/run-with.ts'
import type { Fingerprint } from '../../fingerprint/fingerprint.ts'
import { nameOf, pathOf, textOf } from '../../fingerprint/names.ts'
import { nameIn, rowsOf } from '../../fingerprint/rows.ts'
import { Budget } from '../../fingerprint/stores/budget.ts'
import { repositoryAround } from '../../fingerprint/stores/list.ts'
import { UnfinishedError } from '../../fingerprint/unfinished.ts'
import { differenceBetween, type Start } from '../start.ts'
import { couldWrite, type Writer } from '../writers.ts'
import { type Known, knownToGit } from './git-content.ts'
import { realWriters } from './real-writers.ts'

/** Limit on asking git. After that, what differs counts as changed. */
const GIT_MS = 3_000

/**
 * The workspace now, the turn's start and its time, and the calls of the turn: what they may have written, and the folders in
 * which they ran anything that writes.
 */
type Compared = {
  root: string
  start: Start
  since: string
  now: Fingerprint
  writers: readonly Writer[]
  folders: readonly string[]
}

/** The names of the files that a turn changed, and of those it put back as an older commit has them. */
export type ChangedNames = { changed: string[]; putBack: string[] }

const NOTHING: ChangedNames = { changed: [], putBack: [] }

/**
 * Finds the files that the turn changed: those whose content differs from the turn's start and from every commit that was
 * there before or was fetched since, and that a call of the turn could have written.
 */
export async function changedBy(run: PlainRun, compared: Compared): Promise<ChangedNames> {
  const { root, start, now, writers } = compared
  if (writers.length === 0) return NOTHING
  const { rows, gone } = differenceBetween(start.rows, rowsOf(now.table))
  const differing = [...rows.map(nameIn), ...gone]
  const real = differing.length === 0 ? [] : realWriters(writers, root)
  const written = differing.filter((name) => mayHaveWritten(real, root, name))
  if (written.length === 0) return NOTHING
  const known = await heldByGit(run, compared, written)
  return {
    changed: written.filter((name) => !known.all.has(name)).sort(),
    putBack: written.filter((name) => known.all.has(name) && !known.arrived.has(name)),
  }
}

/** True if one of the calls could have written the file of this name. */
export const mayHaveWritten = (writers: readonly Writer[], root: string, name: string): boolean =>
  couldWrite(writers, `${root}/${textOf(name)}`, () => changedAt(`${nameOf(root)}/${name}`))

const NONE: Known = { all: new Set(), arrived: new Set() }

async function heldByGit(
  run: PlainRun,
  { root, start, since, now: { head }, writers, folders }: Compared,
  names: readonly string[],
): Promise<Known> {
  const top = repositoryAround(root)
  if (top === null || head === null) return NONE
  const budget = new Budget({ timeoutMs: GIT_MS })
  try {
    const repository = { top, workspace: root, run }
    const places = [...folders, ...writers.flatMap(({ named }) => named)]
    return await knownToGit(names, { repository, root, start, since, head, places, budget })
  } catch (error) {
    if (error instanceof UnfinishedError) return NONE
    throw error
  }
}

/** The time of a file's last change, by the file system's clock, which no program can set; null if there is no file. */
function changedAt(name: string): number | null {
  return lstatSync(pathOf(name), { throwIfNoEntry: false })?.ctimeMs ?? null
}
