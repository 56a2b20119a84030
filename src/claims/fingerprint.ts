import { isNamed } from '../policy/glob.ts'

/** The content of the files in scope: a hash of each by its path, and one of all of them. */
export type Fingerprint = { sha256: string; table: ReadonlyMap<string, string> }

/** The paths whose content is not the same, apart from those that checks may write; sorted. */
export function changedOutside(before: Fingerprint, after: Fingerprint, outputs: readonly string[]): string[] {
  if (before.sha256 === after.sha256) return []
  const paths = new Set([...before.table.keys(), ...after.table.keys()])
  return [...paths].filter((path) => before.table.get(path) !== after.table.get(path) && !isNamed(path, outputs)).sort()
}
