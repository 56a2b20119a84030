import { splitArguments } from '../shell/options.ts'
import type { Invocation } from '../shell/run.ts'
import type { Value } from '../shell/value.ts'
import type { Below, FindTests, How } from './act.ts'

/** What a run does to a path that its words name. `tests`: only to what is found there. */
export type Reach = { how: How; path: Value; below: Below; tests: FindTests | null }

export const reach = (how: How, path: Value, below: Below = 'nothing'): Reach[] => [{ how, path, below, tests: null }]

export const RECURSIVE: readonly string[] = ['-r', '-R', '--recursive', '-a', '--archive']

/** Whether a copy makes second names instead of second files. */
export const isLinking = (run: Invocation): boolean =>
  run.name === 'cp' && hasAny(run, ['-l', '-s', '--link', '--symbolic-link'])

/** Whether one of these options is there, alone or among letters: `-rf`. */
export function hasAny({ args }: Invocation, names: readonly string[]): boolean {
  const { options } = splitArguments(args, { valued: new Set(), end: 'dashes' })
  return options.some(({ name }) => names.includes(name))
}
