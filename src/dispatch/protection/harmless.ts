import { pathsOf } from '../../shell/paths.ts'
import { known } from '../../shell/value.ts'
import type { FileAct } from '../act.ts'
import type { Attempt } from '../attempt.ts'
import { resultsOf } from '../edits.ts'
import { atHome } from '../words.ts'
import type { Protection } from './place.ts'
import { keepsHooks } from './settings.ts'

/** What a file holds: null where it cannot be read, `text` null where there is none. */
export type FileText = { text: string | null } | null

/** A call without those changes of settings that leave our hooks as they are. */
export function withoutHarmless(attempt: Attempt, protection: Protection, read: (path: string) => FileText): Attempt {
  return { ...attempt, files: attempt.files.filter((file) => !isHarmless(file, protection, read)) }
}

function isHarmless({ path, change }: FileAct, { world }: Protection, read: (path: string) => FileText): boolean {
  const [only, more] = pathsOf(atHome(known(path)), [[{ kind: 'start' }]], world)
  if (change === null || only?.text == null || more !== undefined) return false
  const before = read(only.text)
  const results = before === null ? null : resultsOf(before.text, change)
  return results?.every((after) => keepsHooks(only.text ?? '', before?.text ?? null, after)) ?? false
}
