import { resolve } from 'node:path'
import { readTextIfThere } from '../../../ledger/stores/files/disk.ts'
import type { Budget } from '../../fingerprint/stores/budget.ts'
import { ask, isPlainRepository, ownFile, type Repository } from '../../fingerprint/stores/git.ts'
import type { Start } from '../start.ts'
import { type Ref, readRefs } from './ref-files.ts'

/** The checked-out branch, and every commit that a branch, a tag or the stash points to. */
export async function refsNow(repository: Repository, budget: Budget): Promise<Pick<Start, 'branch' | 'commits'>> {
  const refs = await refsOf(repository, budget)
  const branch = refs.find(({ isCurrent }) => isCurrent)?.ref ?? null
  return { branch, commits: [...new Set(refs.map(({ commit }) => commit))] }
}

/** More refs are not recorded. */
const MAX_REFS = 10_000

async function refsOf(repository: Repository, budget: Budget): Promise<Ref[]> {
  const plain = isPlainRepository(repository.top) ? readRefs(`${repository.top}/.git`, MAX_REFS) : null
  if (plain !== null) return plain
  const args = [
    'for-each-ref',
    `--count=${MAX_REFS}`,
    '--sort=-creatordate',
    '--format=%(objectname) %(refname) %(HEAD)',
  ]
  const { exit, stdout } = await ask(repository, repository.top, args, budget)
  const lines = exit === 0 ? stdout.toString('utf8').split('\n') : []
  return lines.flatMap((line) => {
    const [commit, ref, mark] = line.split(' ')
    return commit === undefined || ref === undefined ? [] : [{ commit, ref, isCurrent: mark === '*' }]
  })
}

/**
 * The commits that were fetched since the start: those that remote branches point to now, if git's log says that a fetch
 * moved them, and those that the last fetch names. A push moves remote branches too, but to commits made here.
 */
export async function fetchedCommits(
  repository: Repository,
  start: Start,
  places: readonly string[],
  budget: Budget,
): Promise<string[]> {
  const before = new Set(start.commits)
  const moved = (await refsOf(repository, budget)).filter(
    ({ commit, ref }) => ref.startsWith('refs/remotes/') && !before.has(commit),
  )
  const found: string[] = []
  for (const { commit, ref } of moved.slice(0, MAX_MOVED)) {
    const log = await textOf(repository, `logs/${ref}`, budget)
    const last = log?.trimEnd().split('\n').at(-1) ?? ''
    if (last.split(' ')[1] === commit && FETCHED.test(last)) found.push(commit)
  }
  const named = (await textOf(repository, 'FETCH_HEAD', budget)) ?? ''
  const listed = [...named.matchAll(/^([0-9a-f]{40,64})\t([^\n]*)/gm)].flatMap(([, commit = '', from = '']) =>
    isOwnPlace(from, repository.workspace, places) ? [] : [commit],
  )
  const pushed = new Set(moved.map(({ commit }) => commit).filter((commit) => !found.includes(commit)))
  return [...found, ...listed.filter((commit) => !pushed.has(commit))]
}

/** True if a fetch was from this repository, or from another one on this machine that calls of the turn may have written to. */
function isOwnPlace(from: string, workspace: string, places: readonly string[]): boolean {
  const source = / of (\S+)$/.exec(from)?.[1] ?? '.'
  const path = resolve(workspace, source.replace(/^file:\/\//, ''))
  return path === workspace || places.some((place) => place === path || place.startsWith(`${path}/`))
}

/** The commits that were made here since a time, by git's log of checked-out commits. */
export async function madeSince(repository: Repository, since: string, budget: Budget): Promise<string[]> {
  const log = (await textOf(repository, 'logs/HEAD', budget)) ?? ''
  const from = Math.floor(Date.parse(since) / 1000)
  return [...log.matchAll(MADE)].flatMap(([, commit = '', at = '']) => (Number(at) >= from ? [commit] : []))
}

const MADE = /^[0-9a-f]{40,64} ([0-9a-f]{40,64}) .*> (\d+) [+-]\d{4}\t(?:commit|cherry-pick|revert)\b.*$/gm

const MAX_MOVED = 50
/** Git writes the command that moved a remote branch: `fetch`, `pull`, `remote update`, `clone`; or `update by push`. */
const FETCHED = /\t(?:fetch|pull|remote|clone)\b/

async function textOf(repository: Repository, file: string, budget: Budget): Promise<string | null> {
  const name = await ownFile(repository, file, budget)
  if (name === null) return null
  return readTextIfThere(name.startsWith('/') ? name : `${repository.top}/${name}`)
}
