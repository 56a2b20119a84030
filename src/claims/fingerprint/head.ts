/** How a repository says which commit is checked out, in the form that most keep it in. */

/** A branch, by the name of its ref, or a commit. */
export type Head = { kind: 'branch'; ref: string } | { kind: 'commit'; commit: string }

const BRANCH = /^ref: (refs\/[\w./+@-]+)\n$/
const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})\n$/

const NO_NAME = /\/[./]|\.\.|\/$|\.lock$/

/** What the file `HEAD` says; null where it says it in another way. */
export function parseHead(text: string): Head | null {
  const [, ref] = BRANCH.exec(text) ?? []
  // Where refs are kept in tables, git writes a name that no branch can have.
  if (ref !== undefined) return NO_NAME.test(ref) ? null : { kind: 'branch', ref }
  const commit = parseCommit(text)
  return commit === null ? null : { kind: 'commit', commit }
}

/** What the file of a ref says, unless that is another ref. */
export const parseCommit = (text: string): string | null => COMMIT.exec(text)?.[1] ?? null

/** What `packed-refs` says about a ref, null for nothing; null instead where it says it twice, or in another way. */
export function findPacked(text: string, ref: string): { commit: string | null } | null {
  const [before = '', behind, ...more] = text.split(` ${ref}\n`)
  if (behind === undefined) return text.includes(ref) ? null : { commit: null }
  const commit = parseCommit(`${before.slice(before.lastIndexOf('\n') + 1)}\n`)
  return commit === null || more.length > 0 ? null : { commit }
}
