import { splitArguments } from '../shell/options.ts'
import type { Invocation } from '../shell/run.ts'
import type { Value } from '../shell/value.ts'
import type { Below, FindTests, How } from './act.ts'

/** A command's effect on a path that its words name. `tests` restricts it to the results of a search there. */
export type Reach = { how: How; path: Value; below: Below; tests: FindTests | null }

export const reach = (how: How, path: Value, below: Below = 'nothing'): Reach[] => [{ how, path, below, tests: null }]

export const RECURSIVE: readonly string[] = ['-r', '-R', '--recursive', '-a', '--archive']

/** True if a copy makes links instead of new files. */
export const isLinking = (run: Invocation): boolean =>
  run.name === 'cp' && hasAny(run, ['-l', '-s', '--link', '--symbolic-link'])

/** True if one of these options is present, alone or combined with others: `-rf`. */
export function hasAny({ args }: Invocation, names: readonly string[]): boolean {
  const { options } = splitArguments(args, { valued: new Set(), end: 'dashes' })
  return options.some(({ name }) => names.includes(name))
}
