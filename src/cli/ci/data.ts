import type { CiResult } from '../../ci/result.ts'
import { EXIT } from '../command.ts'
import { exitOf, nextSteps } from './words.ts'

/** The result for programs. */
export function ciData(result: CiResult): object {
  const { verdict, held, pullRequest, policy, checksSha256, claims, findings, notes, checks, weakened } = result
  const { base, head, mergeBase, commits, changes } = pullRequest
  return {
    ok: exitOf(result) === EXIT.fine,
    verdict,
    held,
    base,
    mergeBase,
    head,
    commits: commits.map(({ id }) => id),
    changed: changes.map(({ path }) => path),
    policy,
    checksSha256,
    claims,
    findings,
    notes,
    checks,
    weakened,
    accepted: result.accepted,
    untracked: result.untracked,
    next: nextSteps(result),
    stream: result.stream,
    home: result.home,
  }
}
