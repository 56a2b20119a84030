import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Refused, refuse } from '../outcome.ts'
import { plainName } from '../render.ts'

/** Refuses paths that do not exist or are outside the project. `root` is a real path. */
export function refuseTargets(root: string, cwd: string, targets: readonly string[]): Refused | null {
  for (const target of targets) {
    const real = realPath(join(root, cwd, target))
    if (real === null) return refuse('TARGET_MISSING', `"${plainName(target)}" does not exist.`)
    if (real !== root && !real.startsWith(`${root}/`))
      return refuse('ARGUMENT_REFUSED', `"${plainName(target)}" is outside the project.`)
  }
  return null
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
