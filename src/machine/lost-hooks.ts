import { lostHooks } from '../hosts/install/lost.ts'

/** The settings files that have lost our hooks; none if that cannot be told. The doctor reports damaged backups. */
export function lostIn(home: string): string[] {
  try {
    return lostHooks(home).map(({ path }) => path)
  } catch {
    return []
  }
}
