import { readTextIfThere, writeDurably } from '../../../ledger/stores/files/disk.ts'
import { keysDir } from '../../../ledger/stores/files/layout.ts'

/** The place of an administrator's key file, unless the person chooses another. No tool call may read it. */
export const adminKeyPath = (home: string, id: string): string => `${keysDir(home)}/admin-${id}.json`

const placesPath = (home: string): string => `${keysDir(home)}/admin-places`

/** Key files that a person keeps outside of the state directory. The guard protects them too. */
export function keyPlaces(home: string): string[] {
  try {
    return (readTextIfThere(placesPath(home)) ?? '').split('\n').filter((path) => path.startsWith('/'))
  } catch {
    // The guard must go on with the places that it knows.
    return []
  }
}

/** Adds a key file to the places that the guard protects. */
export function rememberPlace(home: string, path: string): void {
  const places = [...new Set([...keyPlaces(home), path])]
  writeDurably(placesPath(home), places.map((place) => `${place}\n`).join(''), 0o600)
}
