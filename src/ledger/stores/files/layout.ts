import { join } from 'node:path'

/** Where things are under `$BAILIFF_HOME`. Stream names are safe file names, so they are paths as they stand. */
export const DIRS = ['ledger', 'heads', 'artifacts', 'keys', 'spool', 'locks'] as const

export const REGISTER = 'admin/streams'
export const KEY_STREAM = 'admin/keys'

export const keysDir = (home: string): string => join(home, 'keys')
export const keyPath = (home: string, id: string): string => join(home, 'keys', `${id}.key`)
export const currentKeyPath = (home: string): string => join(home, 'keys', 'current')
export const ticketsDir = (home: string): string => join(home, 'locks', 'tickets')
export const headPath = (home: string, stream: string): string => join(home, 'heads', `${stream}.head`)
export const lockPath = (home: string, stream: string): string => join(home, 'locks', `${stream}.lock`)
export const spoolDir = (home: string, stream: string): string => join(home, 'spool', stream)
export const artifactPath = (home: string, sha256: string): string =>
  join(home, 'artifacts', sha256.slice(0, 2), sha256)
export const artifactTempDir = (home: string): string => join(home, 'artifacts', 'tmp')

/** A stream's files in order: `<id>.jsonl`, then `<id>~2.jsonl`, … (`~` cannot occur in an id). */
export const segmentPath = (home: string, stream: string, segment: number): string =>
  join(home, 'ledger', segment === 1 ? `${stream}.jsonl` : `${stream}~${segment}.jsonl`)
