import { splitArguments } from '../shell/options.ts'
import type { Run } from '../shell/run.ts'
import type { Value } from '../shell/value.ts'
import type { Below, How } from './act.ts'

/** What `find` asks of what it finds, as far as names say: patterns it must match, and ones it must not. */
export type FindTests = { names: string[]; paths: string[]; not: string[]; isNarrow: boolean }

/** What a run does to a path that its words name. `tests`: only to what `find` finds there. */
export type Reach = { how: How; path: Value; below: Below; tests: FindTests | null }

export const reach = (how: How, path: Value, below: Below = 'nothing'): Reach[] => [{ how, path, below, tests: null }]

export const RECURSIVE: readonly string[] = ['-r', '-R', '--recursive', '-a', '--archive']

/** Whether one of these options is there, alone or among letters: `-rf`. */
export function hasAny({ args }: Run, names: readonly string[]): boolean {
  const { options } = splitArguments(args, { valued: new Set(), end: 'dashes' })
  return options.some(({ name }) => names.includes(name))
}
