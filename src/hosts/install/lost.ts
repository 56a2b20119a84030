import { existsSync } from 'node:fs'
import { readTextIfThere } from '../../ledger/stores/files/disk.ts'
import { type Backup, listBackups } from './backup.ts'
import { mentionsOurs } from './command.ts'

/** A settings file that had our hooks and has none now, although nobody uninstalled them. */
export type LostHooks = Pick<Backup, 'host' | 'scope' | 'project' | 'path'>

/** The settings files that have lost our hooks. A project that is gone has lost nothing. */
export const lostHooks = (home: string): LostHooks[] =>
  listBackups(home).filter(
    ({ part, scope, project, host, path }) =>
      part === 'hooks' && (scope === 'user' || existsSync(project)) && !hasOurs(path, host),
  )

function hasOurs(path: string, host: string): boolean {
  try {
    return mentionsOurs(readTextIfThere(path) ?? '', host)
  } catch {
    // Unreadable for us; the host may still read it.
    return true
  }
}
