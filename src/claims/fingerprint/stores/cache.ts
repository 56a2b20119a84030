import type { Key } from '../../../ledger/digest.ts'
import { LedgerError } from '../../../ledger/errors.ts'
import { ensureDir, readIfThere, writeDurably } from '../../../ledger/stores/files/disk.ts'
import { projectId } from '../../../policy/project.ts'
import type { Cost } from '../fingerprint.ts'
import { openCache, sealCache } from '../sealed-cache.ts'
import { type Packed, StatCache } from '../stat-cache.ts'

/** A state directory and its sealing key. */
export type Sealing = { dir: string; key: Key }

/** Under `$BAILIFF_HOME`, one file per workspace. */
const cacheDir = (home: string): string => `${home}/cache`
const cachePath = (home: string, root: string): string => `${cacheDir(home)}/${projectId(root)}.stat`

/** Loads a workspace's cache. Ignores a cache that is damaged or not sealed with our key. */
export async function loadCache(home: Sealing, root: string): Promise<{ cache: StatCache; state: Cost['cache'] }> {
  const bytes = readCache(home.dir, root)
  if (bytes === null) return { cache: new StatCache(), state: 'none' }
  const packed = openCache(bytes, root, home.key)
  return packed === null
    ? { cache: new StatCache(), state: 'refused' }
    : { cache: new StatCache(packed), state: 'used' }
}

/** Writes the cache atomically. If that fails, the next fingerprint just takes longer. */
export function saveCache(home: Sealing, root: string, packed: Packed): void {
  try {
    ensureDir(cacheDir(home.dir))
    writeDurably(cachePath(home.dir, root), sealCache(packed, root, home.key), 0o600)
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
  }
}

/** Returns null if there is no readable file. */
function readCache(home: string, root: string): Buffer | null {
  try {
    return readIfThere(cachePath(home, root))
  } catch {
    return null
  }
}
