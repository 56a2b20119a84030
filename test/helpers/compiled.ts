import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The path of the compiled code cached beside a program for an event. */
export const compiledIn = (dir: string, event: string): string =>
  join(dir, readdirSync(dir).find((name) => name.endsWith(`-${event}.compiled`)) ?? '')

/** Sets the time of the next cache update; changes nothing else. */
export function dueAt(path: string, at: number): Buffer {
  const kept = readFileSync(path)
  const from = kept.indexOf('\n')
  const pause = kept.toString('latin1', 0, from).split(' ')[1]
  const changed = Buffer.concat([Buffer.from(`${at} ${pause}`), kept.subarray(from)])
  // It may be a symlink to a file that all tests share.
  rmSync(path)
  writeFileSync(path, changed, { mode: 0o600 })
  return changed
}
