import { realpathSync } from 'node:fs'
import { relative } from 'node:path'
import type { Key } from '../../../ledger/digest.ts'
import type { PlainRun } from '../../../process/run-with.ts'
import { makeFingerprint, type Taken } from '../fingerprint.ts'
import { nameOf } from '../names.ts'
import { ruleFiles } from '../rule-files.ts'
import { type Selection, selector, selectRows } from '../selection.ts'
import { UnfinishedError } from '../unfinished.ts'
import { Budget, type Limits } from './budget.ts'
import { loadCache, saveCache } from './cache.ts'
import { Links } from './links.ts'
import { listWorkspace } from './list.ts'
import { Reader } from './reader.ts'

/** `home` is the state directory, which holds the cache; `now` is the clock that decides whether a file has settled. */
export type TakeOptions = Selection & { home: string; limits?: Partial<Limits>; now?: () => Date }

/** Called with the number of names about to be read: files, and paths where ignore rules may be. */
type OnListed = (names: number) => void

/** With the key that seals the cache. */
type Taking = TakeOptions & { key: Key }

/**
 * Fingerprints a workspace: the content of every file in scope that is tracked or not ignored. Git only lists names; the
 * content is read here, or taken from the cache. `run` starts git.
 */
export async function takeWith(
  run: PlainRun,
  root: string,
  options: Taking,
  onListed: OnListed = () => {},
): Promise<Taken> {
  try {
    return await take(run, realPath(root), options, onListed)
  } catch (error) {
    if (error instanceof UnfinishedError) return { kind: 'unfinished', finding: error.finding }
    throw error
  }
}

async function take(run: PlainRun, root: string, options: Taking, onListed: OnListed): Promise<Taken> {
  const { home, key, limits = {}, now = () => new Date(), ...selection } = options
  const nowMs = now().getTime()
  const budget = new Budget(limits)
  const ledger = { dir: home, key }
  // The cache is read while git lists.
  const [listing, { cache, state }] = await Promise.all([listWorkspace(run, root, budget), loadCache(ledger, root)])
  const { names, rows: known, listedBy, passedOver, ...beside } = listing
  for (const name of ruleFiles(names)) names.add(name)
  onListed(names.size)
  const links = new Links(nameOf(root), nameOf(realpathSync(home)), names)
  const reader = new Reader({ root: nameOf(root), cache, budget, links, nowMs, isSelected: selector(selection) })
  const isOurs = within(root, home)
  try {
    for (const name of names) {
      const link = isOurs(name) ? null : reader.read(name)
      // The loop reaches it later: iterating a set includes names added during the loop.
      if (link !== null) names.add(link)
    }
  } catch (error) {
    // The next attempt need not read again what this one has read.
    cache.retainAll()
    throw error
  } finally {
    const packed = cache.pack()
    if (packed !== null) saveCache(ledger, root, packed)
  }
  const cost = { read: reader.count, readBytes: budget.readBytes, cache: state }
  const rows = [...selectRows(known, selection), ...reader.rows]
  const all = { ...beside, passedOver: [...passedOver, ...reader.passedOver] }
  return { kind: 'taken', fingerprint: makeFingerprint({ listedBy, rows }, all), cost }
}

function realPath(root: string): string {
  try {
    return realpathSync(root)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UnfinishedError('unreadable', `${root} cannot be read (${code}).`, root)
  }
}

/** Matches the ledger's files if the ledger is inside the workspace: recording must not change the fingerprint. */
function within(root: string, home: string): (name: string) => boolean {
  const path = nameOf(relative(root, realpathSync(home)))
  return path.startsWith('../') ? () => false : (name) => name.startsWith(`${path}/`)
}
