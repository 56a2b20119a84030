import { isObject, type JsonObject } from '../../ledger/kinds.ts'
import { listIn, wordIn } from './body.ts'

/** The hook settings as they were last seen: hashes by path. */
export type SeenSettings = ReadonlyMap<string, string>

/** The settings that an entry says were seen. */
export const settingsIn = (body: JsonObject): SeenSettings =>
  new Map(
    listIn(body, 'files').flatMap((file) => {
      const path = isObject(file) ? wordIn(file as JsonObject, 'path') : null
      return path === null ? [] : [[path, wordIn(file as JsonObject, 'sha256') ?? ''] as const]
    }),
  )

/** The files that are not what they were: changed, removed, or new. */
export function changedBetween(before: SeenSettings, now: SeenSettings): string[] {
  const paths = new Set([...before.keys(), ...now.keys()])
  return [...paths].filter((path) => before.get(path) !== now.get(path))
}
