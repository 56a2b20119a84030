import { refuseArguments } from '../bind.ts'
import { aboutOf } from '../fingerprints.ts'
import { type GitPushed, judgePushed, type Pushed, wantedBranch, withoutSecret } from '../git-pushed.ts'
import type { RunKind } from '../kind.ts'
import { fail, pass } from '../outcome.ts'
import { plainName } from '../render.ts'
import type { ValidatorWorld } from '../world.ts'
import { type Git, gitOf, uncommittedIn, withEmptyRepository } from './git.ts'

/** Passes if the branch on the pinned remote contains the current commit. Asks the remote itself. */
export const gitPushed: RunKind<'git_pushed'> = async (validator, bound, world) => {
  const refused = refuseArguments(bound)
  if (refused !== null) return refused
  const before = await world.fingerprint()
  const seen = await look(validator, world)
  const fault = judgePushed(validator, seen)
  const branch = wantedBranch(validator, seen)
  const data = {
    url: withoutSecret(validator.url),
    branch,
    head: seen.head,
    tip: seen.tip.kind === 'commit' ? seen.tip.id : null,
    fingerprint: aboutOf(before, await world.fingerprint()),
  }
  if (fault !== null) return fail(fault, data)
  return pass(world.grade, `Commit ${seen.head} is on ${plainName(branch ?? '')} of ${data.url}.`, data)
}

async function look(validator: GitPushed, { root, environment, signal }: ValidatorWorld): Promise<Pushed> {
  const git = gitOf(root, environment, signal)
  const head = line(await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']))
  // In full: git's short name of a branch depends on which tags there are.
  const branch = /^refs\/heads\/(.+)/.exec((await git(['symbolic-ref', '--quiet', 'HEAD'])) ?? '')?.[1] ?? null
  const key = `^remote\\.${validator.remote.replaceAll('.', '\\.')}\\.(url|pushurl)$`
  const urls = (await git(['config', '--local', '--null', '--get-regexp', key]))?.split('\0') ?? []
  const wanted = wantedBranch(validator, { branch })
  return {
    head,
    branch,
    urls: urls.flatMap((one) => one.split('\n')[1] ?? []),
    uncommitted: head === null ? [] : await uncommittedIn(git, root),
    tip:
      head === null || wanted === null
        ? { kind: 'absent' }
        : await withEmptyRepository(environment, signal, (own) => tipOf(own, validator.url, wanted, head)),
  }
}

const line = (text: string | null): string | null => text?.trim() || null

async function tipOf(git: Git, url: string, branch: string, head: string): Promise<Pushed['tip']> {
  const ref = `refs/heads/${branch}`
  const listed = await git(['ls-remote', '--', url, ref])
  if (listed === null) return { kind: 'unreachable' }
  const id = listed
    .split('\n')
    .find((one) => one.endsWith(`\t${ref}`))
    ?.split('\t')[0]
  if (id === undefined) return { kind: 'absent' }
  return { kind: 'commit', id, hasHead: id === head || (await isBefore(git, url, ref, head)) }
}

/** True if the remote branch contains `head`. Fetches its history: the agent may have rewritten the project's own. */
async function isBefore(git: Git, url: string, ref: string, head: string): Promise<boolean> {
  const fetched = await git(['fetch', '--quiet', '--no-tags', '--', url, `+${ref}:refs/bailiff/tip`])
  if (fetched === null) return false
  return (await git(['merge-base', '--is-ancestor', head, 'refs/bailiff/tip'])) !== null
}
