import { join, relative } from 'node:path'
import { renderPin } from '../../../policy/paths.ts'
import { digestsOf } from '../../../policy/stores/pins.ts'
import type { Environment } from '../../../process/environment.ts'
import type { RunValidator } from '../judge-attempt.ts'
import { type Refused, refuse } from '../outcome.ts'
import { shown } from '../render.ts'
import { writtenRunners } from '../runner-written.ts'
import type { ValidatorWorld } from '../world.ts'
import { runnerFiles } from './runner-files.ts'

/** Refuses a check whose definition has changed since approval. */
export function refuseChanged(
  validator: RunValidator,
  { root, pinned, environment }: Pick<ValidatorWorld, 'root' | 'pinned'> & { environment?: Environment },
): Refused | null {
  if (pinned === null) return null
  const now = digestsOf(root, validator.pins, environment)
  const changed = validator.pins.map(renderPin).filter((pin) => (pinned[pin] ?? null) !== now[pin])
  if (changed.length === 0) return null
  const sentence = `Its definition has changed since it was approved (${shown(changed)}), and only a person can approve it.`
  return refuse('CHECK_CHANGED', sentence, { pinned: now })
}

/** Refuses a check whose runner a call of the session changed, other than by installing it. */
export function refuseRunner(validator: RunValidator, { root, calls, environment }: ValidatorWorld): Refused | null {
  const all = calls()
  if (all.every(({ writer }) => writer === null)) return null
  const written = writtenRunners(runnerFiles(validator, join(root, validator.cwd), environment), all)
  if (written.length === 0) return null
  const files = written.map((path) => relative(root, path))
  const sentence = `A call of this session changed the runner of this check (${shown(files)}), and no package manager installed it.`
  return refuse('CHECK_CHANGED', sentence, { runner: files.slice(0, MAX_FILES) })
}

/** Limit on the files in a result. */
const MAX_FILES = 20
