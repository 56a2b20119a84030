import { resolve } from 'node:path'
import { readTextIfThere } from '../ledger/stores/files/disk.ts'
import type { Base } from './base.ts'
import { CiError } from './errors.ts'
import { answerOf, type Git } from './git.ts'

export type Commit = { id: string; isMerge: boolean; message: string }

/** A file that differs between the merge base and the head, by git's names for its contents; null if it is not there. */
type FileChange = { path: string; before: string | null; after: string | null }

/** A pull request: the commits on top of its base, and the files that they change. */
export type PullRequest = {
  top: string
  base: Base
  head: string
  /** The commit at which the branch left its base: the content that the work started with. */
  mergeBase: string
  /** The newest first. */
  commits: Commit[]
  changes: FileChange[]
}

/** More commits are not read. */
const MAX_COMMITS = 1_000

/** Finds out what the head adds to the base. */
export async function pullRequestOf(git: Git, top: string, base: Base, head: string): Promise<PullRequest> {
  const mergeBase = await mergeBaseOf(git, top, base, head)
  const commits = await commitsIn(git, base.commit, head)
  await requireWhole(git, top, commits)
  return { top, base, head, mergeBase, commits, changes: await changesIn(git, mergeBase, head) }
}

async function mergeBaseOf(git: Git, top: string, base: Base, head: string): Promise<string> {
  const found = (await git(['merge-base', base.commit, head]))?.toString('latin1').trim()
  if (found !== undefined && found !== '') return found
  if ((await boundariesOf(git, top)).size > 0) throw shallow()
  throw new CiError(
    'HISTORIES_UNRELATED',
    `${base.ref} and ${head.slice(0, 12)} have no commit in common. Name the right base with --base.`,
  )
}

const shallow = (): CiError =>
  new CiError(
    'HISTORY_SHALLOW',
    'This clone has too little history to see where the branch began. Run: git fetch --unshallow (in GitHub Actions: fetch-depth: 0 for actions/checkout).',
  )

/** The commits at which a shallow clone ends. */
async function boundariesOf(git: Git, top: string): Promise<Set<string>> {
  const file = (await git(['rev-parse', '--git-path', 'shallow']))?.toString('utf8').trim()
  const text = readTextIfThere(resolve(top, file ?? '.git/shallow')) ?? ''
  return new Set(text.split('\n').filter((line) => line !== ''))
}

/** Throws if the branch has commits that a shallow clone left out. */
async function requireWhole(git: Git, top: string, commits: readonly Commit[]): Promise<void> {
  const boundaries = await boundariesOf(git, top)
  if (commits.some(({ id }) => boundaries.has(id))) throw shallow()
}

async function commitsIn(git: Git, base: string, head: string): Promise<Commit[]> {
  const how = ['--no-show-signature', '--no-color', '--encoding=UTF-8', '--format=%H%n%P%n%B', '-z']
  const output = await answerOf(git, ['log', ...how, `--max-count=${MAX_COMMITS}`, head, `^${base}`])
  return output
    .toString('utf8')
    .split('\0')
    .filter((one) => one.trim() !== '')
    .map((one) => {
      const [id = '', parents = '', ...message] = one.split('\n')
      return { id, isMerge: parents.includes(' '), message: message.join('\n').trim() }
    })
}

const CHANGE = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) [A-Z]\d*$/
const NOTHING = /^0+$/

async function changesIn(git: Git, mergeBase: string, head: string): Promise<FileChange[]> {
  const how = ['-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--ignore-submodules=none']
  const fields = (await answerOf(git, ['diff-tree', ...how, mergeBase, head])).toString('utf8').split('\0')
  return fields.flatMap((field, i): FileChange[] => {
    const [, before, after] = CHANGE.exec(field) ?? []
    const path = fields[i + 1]
    if (before === undefined || after === undefined || path === undefined) return []
    return [{ path, before: NOTHING.test(before) ? null : before, after: NOTHING.test(after) ? null : after }]
  })
}
