import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Code that was kept beside a program for an event. */
export const compiledIn = (dir: string, event: string): string =>
  join(dir, readdirSync(dir).find((name) => name.endsWith(`-${event}.compiled`)) ?? '')

/** Makes it time to keep more of it, or not for long; all else stays as it is. */
export function dueAt(path: string, at: number): Buffer {
  const kept = readFileSync(path)
  const from = kept.indexOf('\n')
  const pause = kept.toString('latin1', 0, from).split(' ')[1]
  const changed = Buffer.concat([Buffer.from(`${at} ${pause}`), kept.subarray(from)])
  // It may be a link to what all tests share.
  rmSync(path)
  writeFileSync(path, changed, { mode: 0o600 })
  return changed
}
