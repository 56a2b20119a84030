/** More files than any patch that people look at. */
const MAX_FILES = 500

const OWN = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/
const UNIFIED = /^(?:\+\+\+|---|rename (?:from|to)) (\S[^\t\n]*)/

/**
 * The files that a patch changes: in the form of `apply_patch`, or a unified diff, whose names may have a folder before
 * them that is not meant (`a/`, `b/`), so each is given with and without it.
 */
export function patchedIn(text: string): string[] {
  const found = new Set<string>()
  for (const line of text.split('\n')) {
    const own = OWN.exec(line)?.[1]?.trim()
    const unified = UNIFIED.exec(line)?.[1]?.trim()
    if (own !== undefined) found.add(own)
    if (unified !== undefined && unified !== '/dev/null') {
      found.add(unified)
      if (!unified.startsWith('/') && unified.includes('/')) found.add(unified.slice(unified.indexOf('/') + 1))
    }
    if (found.size > MAX_FILES) break
  }
  return [...found]
}
