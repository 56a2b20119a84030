import { gitTouches } from './git.ts'
import { pathsOf } from './paths.ts'
import { PECULIAR } from './peculiar.ts'
import { programNamed } from './programs.ts'
import type { Invocation, Redirected, Run } from './run.ts'
import { mentions, type Touch, touchesBy } from './touch.ts'
import { textOf } from './value.ts'

/** The files that an invocation reads and writes. Arguments of unknown programs count as mentioned. */
export function touchesOf(run: Run): Touch[] {
  return [...run.redirections.flatMap(redirectedTouches), ...programTouches(run)]
}

function redirectedTouches({ operator, target }: Redirected): Touch[] {
  if (operator === '<&' || (operator === '>&' && /^\d*-?$/.test(textOf(target) ?? 'x'))) return []
  const written: Touch = { kind: 'write', path: target }
  if (operator === '<') return [{ kind: 'read', path: target }]
  return operator === '<>' ? [{ kind: 'read', path: target }, written] : [written]
}

function programTouches(run: Run): Touch[] {
  const { program, name, args, input } = run
  if (program === null) return []
  if (name === null) return args.flatMap(mentions)
  if (name === 'git') return gitTouches(run)
  const peculiar = PECULIAR.get(name)
  if (peculiar !== undefined) return peculiar(args)
  const listed = programNamed(name)
  return listed === null ? args.flatMap(mentions) : touchesBy(listed, args, input)
}

/** The known paths that these commands write, resolved against the folder they start in. */
export const writtenBy = (runs: readonly Invocation[], start: string): string[] =>
  named(runs, start, ({ kind }) => kind === 'write')

/** The same for all paths that they name. */
export const reachedBy = (runs: readonly Invocation[], start: string): string[] => named(runs, start, () => true)

function named(runs: readonly Invocation[], start: string, isMeant: (touch: Touch) => boolean): string[] {
  const world = { home: null, start, variables: {} }
  return runs.flatMap((run) =>
    run.touches
      .flatMap((touch) => (touch.kind !== 'inline-code' && isMeant(touch) ? pathsOf(touch.path, run.cwds, world) : []))
      .flatMap(({ text }) => text ?? []),
  )
}
