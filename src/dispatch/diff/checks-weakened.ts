import { type DispatchFinding, finding } from '../call.ts'
import { type Changed, countOf } from './changed.ts'

const CHECKING =
  /(?:^|\/)(?:package\.json|Makefile|justfile|Taskfile\.ya?ml|tox\.ini|noxfile\.py|\.pre-commit-config\.yaml|\.gitlab-ci\.yml|Jenkinsfile|azure-pipelines\.yml)$|\.github\/(?:workflows|actions)\/|\.circleci\/|\.husky\//
const WEAK =
  /\|\|\s*(?:true|:|exit 0|echo\b)|--passWithNoTests|--pass-with-no-tests|continue-on-error:\s*true|allow_failure:\s*true|--no-verify|\bset \+e\b|--exit-zero|fail-fast:\s*false/g

/** Finds changes that make a project's check scripts ignore failures. */
export function checksWeakened({ path, said, after, before }: Changed): DispatchFinding[] {
  if (after === null || !CHECKING.test(path ?? said)) return []
  const now = countOf(after, WEAK)
  return now > 0 && now > countOf(before(), WEAK) ? [finding('CHECKS_BYPASSED', said)] : []
}
