import type { ValidatorOf } from './kind.ts'
import type { Fault } from './outcome.ts'
import { plainName, shown } from './render.ts'

export type GitPushed = ValidatorOf<'git_pushed'>

/** What a repository and its remote were seen to be. */
export type Pushed = {
  /** The current commit; null where there is none. */
  head: string | null
  /** The current branch; null where the head is detached. */
  branch: string | null
  /** The addresses that the named remote has in the repository. */
  urls: readonly string[]
  /** Tracked files that differ from the commit, or whose differences git was told to hide. */
  uncommitted: readonly string[]
  /** The commit at the tip of the branch on the remote. */
  tip: { kind: 'commit'; id: string; hasHead: boolean } | { kind: 'absent' | 'unreachable' }
}

/** The branch that must have the commit. */
export const wantedBranch = (validator: GitPushed, { branch }: Pick<Pushed, 'branch'>): string | null =>
  validator.branch ?? branch

/** What speaks against the commit being on the remote, or null. */
export function judgePushed(validator: GitPushed, seen: Pushed): Fault | null {
  const not = (sentence: string): Fault => ({ code: 'NOT_PUSHED', sentence })
  const { head, branch, urls, uncommitted, tip } = seen
  const wanted = wantedBranch(validator, seen)
  if (head === null) return not('There is no commit.')
  if (wanted === null) return not('The head is at no branch.')
  if (branch !== wanted) return not(`The current branch is ${named(branch)}, not ${named(wanted)}.`)
  const others = urls.filter((url) => url !== validator.url)
  if (others.length > 0) return not(`The remote ${validator.remote} leads to ${shown(others.map(withoutSecret))}.`)
  if (uncommitted.length > 0) return not(`Changes to tracked files are in no commit: ${shown(uncommitted)}.`)
  switch (tip.kind) {
    case 'unreachable':
      return { code: 'REMOTE_UNREACHABLE', sentence: `${withoutSecret(validator.url)} did not answer.` }
    case 'absent':
      return not(`The remote has no branch ${named(wanted)}.`)
    case 'commit':
      return tip.hasHead ? null : not(`The remote's ${named(wanted)} is at ${tip.id}, without commit ${head}.`)
  }
}

const named = (branch: string | null): string => (branch === null ? 'none' : plainName(branch))

/** An address as it may be shown and kept: without the name and password it may hold. */
export const withoutSecret = (url: string): string => url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1')
