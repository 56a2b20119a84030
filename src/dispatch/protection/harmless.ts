import { pathsOf } from '../../shell/paths.ts'
import { known } from '../../shell/value.ts'
import type { FileAct } from '../act.ts'
import type { Attempt } from '../attempt.ts'
import { resultsOf } from '../edits.ts'
import { atHome } from '../words.ts'
import type { Protection } from './place.ts'
import { keepsHooks } from './settings.ts'

/** The content of a file: null if it is unreadable, `text` null if it does not exist. */
export type FileText = { text: string | null } | null

/** Drops changes to settings files that leave our hooks intact. */
export function withoutHarmless(attempt: Attempt, protection: Protection, read: (path: string) => FileText): Attempt {
  return { ...attempt, files: attempt.files.filter((file) => !isHarmless(file, protection, read)) }
}

function isHarmless(
  { path, change }: FileAct,
  { world, hosts }: Protection,
  read: (path: string) => FileText,
): boolean {
  const [only, more] = pathsOf(atHome(known(path)), [[{ kind: 'start' }]], world)
  if (change === null || only?.text == null || more !== undefined) return false
  const before = read(only.text)
  const results = before === null ? null : resultsOf(before.text, change)
  return results?.every((after) => keepsHooks(only.text ?? '', before?.text ?? null, after, hosts)) ?? false
}
