import type { ValidatorOf } from './kind.ts'
import type { Fault } from './outcome.ts'
import { plainName, shown } from './render.ts'

export type GitPushed = ValidatorOf<'git_pushed'>

/** The observed state of a repository and its remote. */
export type Pushed = {
  /** The current commit, or null. */
  head: string | null
  /** The current branch; null if HEAD is detached. */
  branch: string | null
  /** The URLs of the named remote in the repository. */
  urls: readonly string[]
  /** Tracked files that differ from the commit, or whose changes git was told to ignore. */
  uncommitted: readonly string[]
  /** The commit at the tip of the branch on the remote. */
  tip: { kind: 'commit'; id: string; hasHead: boolean } | { kind: 'absent' | 'unreachable' }
}

/** The branch that must contain the commit. */
export const wantedBranch = (validator: GitPushed, { branch }: Pick<Pushed, 'branch'>): string | null =>
  validator.branch ?? branch

/** Returns the reason why the commit does not count as pushed, or null. */
export function judgePushed(validator: GitPushed, seen: Pushed): Fault | null {
  const not = (sentence: string): Fault => ({ code: 'NOT_PUSHED', sentence })
  const { head, branch, urls, uncommitted, tip } = seen
  const wanted = wantedBranch(validator, seen)
  if (head === null) return not('There is no commit.')
  if (wanted === null) return not('HEAD is not on a branch.')
  if (branch !== wanted) return not(`The current branch is ${named(branch)}, not ${named(wanted)}.`)
  const others = urls.filter((url) => url !== validator.url)
  if (others.length > 0) return not(`The remote ${validator.remote} points to ${shown(others.map(withoutSecret))}.`)
  if (uncommitted.length > 0) return not(`Tracked files have uncommitted changes: ${shown(uncommitted)}.`)
  switch (tip.kind) {
    case 'unreachable':
      return { code: 'REMOTE_UNREACHABLE', sentence: `${withoutSecret(validator.url)} did not answer.` }
    case 'absent':
      return not(`The remote has no branch ${named(wanted)}.`)
    case 'commit':
      return tip.hasHead
        ? null
        : not(`On the remote, ${named(wanted)} is at ${tip.id} and does not contain commit ${head}.`)
  }
}

const named = (branch: string | null): string => (branch === null ? 'none' : plainName(branch))

/** Removes the user name and password, so that the URL can be shown and recorded. */
export const withoutSecret = (url: string): string => url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1')
