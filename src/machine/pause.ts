import { canonical } from '../ledger/canonical.ts'
import { sha256 } from '../ledger/digest.ts'
import { isObject, isTime } from '../ledger/kinds.ts'
import { fileSize, readTextIfThere, writeDurably } from '../ledger/stores/files/disk.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import { believedKey } from '../ledger/stores/files/rotations.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import type { Pause } from '../session/pause.ts'

/** A home's pause, as one sealed line: no one can forge a person's pause without a key. */

const pathOf = (home: Readable): string => `${home.dir}/paused`

const render = (pause: Pause, key: { id: string; mac(digest: string): string }): string =>
  `${JSON.stringify({ pause, key: key.id, mac: key.mac(sha256(canonical(pause))) })}\n`

export const writePause = (home: Home, pause: Pause): void =>
  writeDurably(pathOf(home), render(pause, home.keyring.current()), 0o600)

/** Returns the last pause, over or not; null if there is none, or if none of this home's keys sealed it. */
export function readPause(home: Readable): Pause | null {
  try {
    // Checking the size first is far cheaper than a failed read, and there is hardly ever a pause.
    if (fileSize(pathOf(home)) === null) return null
    const text = readTextIfThere(pathOf(home))
    return text === null ? null : openPause(home, text)
  } catch {
    // An unreadable file must not stop recording.
    return null
  }
}

function openPause(home: Readable, text: string): Pause | null {
  const { pause, key: id } = parse(text)
  if (!isPause(pause) || typeof id !== 'string') return null
  const key = believedKey(home, id)
  return key !== null && render(pause, key) === text ? pause : null
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const isPause = (value: unknown): value is Pause =>
  isObject(value) && isTime(value['since']) && (value['until'] === null || isTime(value['until']))
