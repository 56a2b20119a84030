import { sha256 } from '../ledger/digest.ts'
import { isObject, type JsonObject } from '../ledger/kinds.ts'
import { readTextIfThere } from '../ledger/stores/files/disk.ts'
import { checkingIn } from '../session/judgement.ts'
import type { Checking } from '../session/state.ts'
import { isInterrupted } from './check-life.ts'

/** The file that names the checks a session's stop is waiting for. It exists only while they run. */
export const stopChecksPath = (dir: string, stream: string): string =>
  `${dir}/locks/checks/${sha256(stream).slice(0, 32)}.stop.json`

/**
 * The checks that a session's stop is waiting for now; null if none run. `since` is the time of the stop: checks of an earlier
 * stop may continue in the background.
 */
export function checksAtStop(dir: string, stream: string, since: string): Checking | null {
  const checking = parse(readQuietly(stopChecksPath(dir, stream)))
  return checking === null || checking.since < since || isInterrupted(checking, new Date()) ? null : checking
}

function parse(text: string): Checking | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? checkingIn(value as JsonObject) : null
  } catch {
    return null
  }
}

function readQuietly(path: string): string {
  try {
    return readTextIfThere(path) ?? ''
  } catch {
    return ''
  }
}
