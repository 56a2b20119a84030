import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { relative } from 'node:path'
import { nameOf, pathOf } from '../../fingerprint/names.ts'
import type { Budget } from '../../fingerprint/stores/budget.ts'
import { ask, type Repository } from '../../fingerprint/stores/git.ts'
import type { Start } from '../start.ts'
import { fetchedCommits, madeSince, refsNow } from './fetched.ts'
import { isMerged } from './merged.ts'

/** Which files hold content that a commit from before the turn, or one fetched in it, has under the same name? */

/** More names are not searched for in the history: such a change is not a restored file. */
const MAX_SEARCHED = 100
const MAX_COMMITS = 2_000
const MAX_TREES = 8
const MAX_MERGED = 20
const MAX_FILE_BYTES = 16 << 20

/** `head` is the checked-out commit. `since`: when the turn began. `places`: the paths and folders that its calls may have written to. */
type Asked = {
  repository: Repository
  root: string
  start: Start
  head: string
  since: string
  places: readonly string[]
  budget: Budget
}

/** Git's name for the content of each file; null if the file is gone, undefined if it cannot be told. */
type Blobs = ReadonlyMap<string, string | null | undefined>

/**
 * The names whose content git knows. `arrived`: those that came with the checked-out commit. The others were put back one by
 * one, or by moving the branch back: no work of the turn, but a way to get rid of tests.
 */
export type Known = { all: ReadonlySet<string>; arrived: ReadonlySet<string> }

/**
 * Returns the names whose current content git knew before the turn, or got from elsewhere in it: by a checkout, a pull, a
 * rebase, a merge, a stash. Files that git merged without a conflict belong to them.
 */
export async function knownToGit(names: readonly string[], asked: Asked): Promise<Known> {
  const { repository, root, start, head, budget, since, places } = asked
  const prefix = prefixOf(repository.top, root)
  const fetched = await fetchedCommits(repository, start, places, budget)
  const made = fetched.length === 0 ? [] : await madeSince(repository, since, budget)
  const tips = [...new Set([...start.commits, ...fetched.filter((commit) => !made.includes(commit))])]
  const trees = await treesBehind(repository, head, tips, budget)
  // By the paths that git uses.
  const blobs = new Map(names.map((name) => [prefix + name, blobOf(root, name, head.length)]))
  const known = new Set<string>()
  const left = (): Blobs => new Map([...blobs].filter(([path, blob]) => !known.has(path) && typeof blob === 'string'))
  const add = (paths: readonly string[]): void => {
    for (const path of paths) known.add(path)
  }
  const began = start.head === null ? new Map<string, string>() : await filesIn(repository, start.head, budget)
  for (const tree of trees.filter((one) => one !== start.head))
    add(inTree(blobs, await filesIn(repository, tree, budget), began))
  add(await mergedOf(left(), trees, asked))
  const arrived = (await isTurnedBack(asked)) ? new Set<string>() : new Set(known)
  // As they were committed when the turn began: changes that were not committed are gone.
  add(inTree(left(), began, began))
  add(await inHistory(left(), tips, asked))
  for (const path of await madeHere(blobs, made, asked)) for (const all of [known, arrived]) all.delete(path)
  const namesIn = (paths: ReadonlySet<string>): Set<string> => new Set(names.filter((name) => paths.has(prefix + name)))
  return { all: namesIn(known), arrived: namesIn(arrived) }
}

/** The paths that have the content of a commit that the turn made: it stays the turn's work if others send it back. */
async function madeHere(blobs: Blobs, made: readonly string[], asked: Asked): Promise<string[]> {
  const { repository, start, budget } = asked
  const fresh = made.filter((commit) => !start.commits.includes(commit)).slice(-MAX_MADE)
  if (fresh.length === 0 || blobs.size > MAX_SEARCHED) return []
  const own = await blobsInHistory(repository, ['--no-walk', ...fresh], [...blobs.keys()], budget)
  const same = new Map([...blobs].filter(([path, blob]) => own.get(path)?.has(blob ?? NO_BLOB)))
  const older = await inHistory(same, start.commits, asked)
  return [...same.keys()].filter((path) => !older.includes(path))
}

/** More commits of one turn are not looked at. */
const MAX_MADE = 50
const NO_BLOB = '0'.repeat(40)

/** True if the branch of the start was moved back, so that commits are gone from it. */
async function isTurnedBack({ repository, start, head, budget }: Asked): Promise<boolean> {
  if (start.head === null || start.head === head) return false
  const { branch } = await refsNow(repository, budget)
  if (branch !== start.branch) return false
  const args = ['merge-base', '--is-ancestor', head, start.head]
  return (await ask(repository, repository.top, args, budget)).exit === 0
}

/** The paths that are in a tree as they are now. A file that is gone must have been committed before, or git knew nothing of it. */
const inTree = (blobs: Blobs, files: ReadonlyMap<string, string>, began: ReadonlyMap<string, string>): string[] =>
  [...blobs].flatMap(([path, blob]) => {
    const isThere = blob === null ? began.has(path) && !files.has(path) : files.get(path) === blob
    return isThere ? [path] : []
  })

async function inHistory(blobs: Blobs, tips: readonly string[], { repository, budget }: Asked): Promise<string[]> {
  if (blobs.size > MAX_SEARCHED || tips.length === 0) return []
  const past = await blobsInHistory(repository, tips, [...blobs.keys()], budget)
  return [...blobs].flatMap(([path, blob]) => (past.get(path)?.has(blob ?? '') ? [path] : []))
}

async function mergedOf(
  blobs: Blobs,
  trees: readonly string[],
  { repository, start: { head: ours }, budget }: Asked,
): Promise<string[]> {
  const others = trees.filter((tree) => tree !== ours)
  if (ours === null || others.length === 0 || blobs.size > MAX_MERGED) return []
  const merged: string[] = []
  for (const [path, blob] of blobs)
    if (await isMerged(repository, { path, ours, others, now: blob ?? '' }, budget)) merged.push(path)
  return merged
}

const prefixOf = (top: string, root: string): string => {
  const below = nameOf(relative(top, root))
  return below === '' ? '' : `${below}/`
}

/** The commits that the checked-out one stands on: itself if it is not new, else the newest of its ancestors that are not. */
async function treesBehind(repository: Repository, head: string, tips: string[], budget: Budget): Promise<string[]> {
  if (tips.length === 0) return []
  // So it is after most turns: nothing was committed, and git need not be asked.
  if (tips.includes(head)) return [head]
  const args = ['rev-list', '--boundary', '--ignore-missing', head, '--not', ...tips]
  const { exit, stdout } = await ask(repository, repository.top, args, budget)
  if (exit !== 0) return []
  const lines = stdout
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
  if (lines.length === 0) return [head]
  return lines.flatMap((line) => (line.startsWith('-') ? [line.slice(1)] : [])).slice(0, MAX_TREES)
}

const ENTRY = /^\d+ \w+ ([0-9a-f]+)\t(.*)$/s

async function filesIn(repository: Repository, commit: string, budget: Budget): Promise<Map<string, string>> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', commit]
  const { exit, stdout } = await ask(repository, repository.top, args, budget)
  const lines = exit === 0 ? stdout.toString('latin1').split('\0') : []
  return new Map(
    lines.flatMap((line) => {
      const [, blob, name] = ENTRY.exec(line) ?? []
      return blob === undefined || name === undefined ? [] : [[name, blob] as const]
    }),
  )
}

/** All contents that the files had in the history of these commits. */
async function blobsInHistory(
  repository: Repository,
  tips: readonly string[],
  names: readonly string[],
  budget: Budget,
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  if (names.length === 0) return found
  const how = ['--format=', '--raw', '-m', '-z', '--no-abbrev', '--no-renames', '--ignore-missing']
  const paths = names.map((name) => pathOf(name).toString('utf8'))
  const args = ['--literal-pathspecs', 'log', ...how, `--max-count=${MAX_COMMITS}`, ...tips, '--', ...paths]
  const { exit, stdout } = await ask(repository, repository.top, args, budget)
  if (exit !== 0) return found
  // Each change is two fields: `:<mode> <mode> <old> <new> <status>`, and the name.
  const fields = stdout.toString('latin1').split('\0')
  for (const [i, field] of fields.entries()) {
    const blob = /^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [A-Z]$/.exec(field)?.[1]
    const name = fields[i + 1]
    if (blob !== undefined && name !== undefined) found.set(name, (found.get(name) ?? new Set()).add(blob))
  }
  return found
}

/** The name that git would give a file's content; null if there is no file, undefined if it cannot be told. */
function blobOf(root: string, name: string, idLength: number): string | null | undefined {
  const path = pathOf(`${nameOf(root)}/${name}`)
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return null
    if (stat.isSymbolicLink()) return blobId(Buffer.from(readlinkSync(path)), idLength)
    if (!stat.isFile() || stat.size > MAX_FILE_BYTES) return undefined
    return blobId(readFileSync(path), idLength)
  } catch {
    return undefined
  }
}

const blobId = (bytes: Buffer, idLength: number): string =>
  createHash(idLength === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex')
