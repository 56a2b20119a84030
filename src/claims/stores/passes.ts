import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../ledger/digest.ts'
import { type Entry, isObject, isStreamName, type JsonObject, PASS_KIND } from '../../ledger/kinds.ts'
import { ensureDir, readTextIfThere, removeIfThere, writeDurably } from '../../ledger/stores/files/disk.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { recentEntries } from '../../ledger/stores/files/recent.ts'

/** Identifies a pass: project, policy, validator, and the content it checked. */
export type PassKey = { project: string; policy: string; validator: string; fingerprint: string }

/** Older passes are not reused: things outside the fingerprint, such as installed packages, may have changed since. */
const MAX_AGE_MS = 24 * 3600_000
const MAX_PASSES = 500

const folderOf = (home: string, { project }: PassKey): string => join(home, 'passes', sha256(project).slice(0, 16))

const pathOf = (home: string, key: PassKey): string =>
  join(folderOf(home, key), `${sha256([key.policy, key.validator, key.fingerprint].join('\n')).slice(0, 32)}.json`)

/** Remembers which stream holds a pass. The proof is the sealed entry in that stream, not this file. */
export function keepPass(home: string, key: PassKey, stream: string): void {
  const folder = folderOf(home, key)
  ensureDir(folder)
  writeDurably(pathOf(home, key), `${JSON.stringify({ stream })}\n`, 0o600)
  forgetOldest(folder)
}

function forgetOldest(folder: string): void {
  const names = readdirSync(folder)
  if (names.length <= MAX_PASSES) return
  const age = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const byAge = names.map((name) => ({ name, at: age(name) })).sort((a, b) => a.at - b.at)
  for (const { name } of byAge.slice(0, names.length - MAX_PASSES)) removeIfThere(join(folder, name))
}

/** Returns the newest pass entry for this validator and content that `counts` accepts, or null. */
export function findPass(home: Home, key: PassKey, counts: (pass: Entry) => boolean): Entry | null {
  const stream = streamIn(readTextIfThere(pathOf(home.dir, key)) ?? '')
  if (stream === null) return null
  const now = home.now().getTime()
  for (const entry of recentEntries(home, stream)) {
    if (now - Date.parse(entry.at) > MAX_AGE_MS) return null
    if (isPassOf(entry, key) && counts(entry)) return entry
  }
  return null
}

function streamIn(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text)
    const stream = isObject(value) ? value['stream'] : null
    return typeof stream === 'string' && isStreamName(stream) ? stream : null
  } catch {
    return null
  }
}

function isPassOf({ kind, actor, body }: Entry, { policy, validator, fingerprint }: PassKey): boolean {
  if (kind !== PASS_KIND || actor !== 'validator') return false
  const isFirst = body['grade'] === 'executed' && body['reused'] === undefined
  return isFirst && body['validator'] === validator && body['policy'] === policy && afterOf(body) === fingerprint
}

const afterOf = ({ fingerprint }: JsonObject): unknown => (isObject(fingerprint) ? fingerprint['after'] : null)
