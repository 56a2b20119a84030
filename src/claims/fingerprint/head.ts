/** Parses the files in which most repositories store the checked-out commit. */

/** A branch, by its ref name, or a commit. */
export type Head = { kind: 'branch'; ref: string } | { kind: 'commit'; commit: string }

const BRANCH = /^ref: (refs\/[\w./+@-]+)\n$/
const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})\n$/

const NO_NAME = /\/[./]|\.\.|\/$|\.lock$/

/** Parses the file `HEAD`; null if it has another format. */
export function parseHead(text: string): Head | null {
  const [, ref] = BRANCH.exec(text) ?? []
  // If refs are stored in tables (reftable), git writes a name here that no branch can have.
  if (ref !== undefined) return NO_NAME.test(ref) ? null : { kind: 'branch', ref }
  const commit = parseCommit(text)
  return commit === null ? null : { kind: 'commit', commit }
}

/** Parses a ref file; null if it points to another ref. */
export const parseCommit = (text: string): string | null => COMMIT.exec(text)?.[1] ?? null

/** Finds a ref in `packed-refs`. `commit` is null if the ref is absent; the result is null if it is duplicated or malformed. */
export function findPacked(text: string, ref: string): { commit: string | null } | null {
  const [before = '', behind, ...more] = text.split(` ${ref}\n`)
  if (behind === undefined) return text.includes(ref) ? null : { commit: null }
  const commit = parseCommit(`${before.slice(before.lastIndexOf('\n') + 1)}\n`)
  return commit === null || more.length > 0 ? null : { commit }
}
