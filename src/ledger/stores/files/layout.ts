import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

/** `$BAILIFF_HOME`, or `bailiff` in the XDG state directory. */
export function defaultHome(env: NodeJS.ProcessEnv): string {
  if (env['BAILIFF_HOME']) return resolve(env['BAILIFF_HOME'])
  const state = env['XDG_STATE_HOME']
  // The XDG specification says to ignore relative paths.
  return join(state && isAbsolute(state) ? state : join(homedir(), '.local', 'state'), 'bailiff')
}

/** Directories under `$BAILIFF_HOME`. Stream names are safe file names, so they are used as paths unchanged. */
export const DIRS = ['ledger', 'heads', 'artifacts', 'keys', 'spool', 'locks'] as const

export const REGISTER = 'admin/streams'
export const KEY_STREAM = 'admin/keys'

// Plain concatenation: these run on every append, and nothing in them needs normalising.
export const keysDir = (home: string): string => `${home}/keys`
export const keyPath = (home: string, id: string): string => `${home}/keys/${id}.key`
/** The key that signs checkpoints. */
export const signerPath = (home: string): string => `${home}/keys/checkpoint.pem`
/** The secret that unwraps the keys. */
export const wrappingPath = (home: string): string => `${home}/keys/wrapping`
export const currentKeyPath = (home: string): string => `${home}/keys/current`
export const ticketsDir = (home: string): string => `${home}/locks/tickets`
export const headPath = (home: string, stream: string): string => `${home}/heads/${stream}.head`
export const lockPath = (home: string, stream: string): string => `${home}/locks/${stream}.lock`
export const spoolDir = (home: string, stream: string): string => `${home}/spool/${stream}`
export const artifactPath = (home: string, sha256: string): string =>
  `${home}/artifacts/${sha256.slice(0, 2)}/${sha256}`
export const artifactTempDir = (home: string): string => `${home}/artifacts/tmp`

/** The files of a stream: `<id>.jsonl`, then `<id>~2.jsonl`, … (`~` cannot occur in an id). */
export const segmentPath = (home: string, stream: string, segment: number): string =>
  segment === 1 ? `${home}/ledger/${stream}.jsonl` : `${home}/ledger/${stream}~${segment}.jsonl`
