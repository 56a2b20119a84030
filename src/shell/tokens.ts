import { refusing } from './limits.ts'
import { parseShell } from './parse.ts'
import { readRun, substitutedIn } from './start.ts'
import { onlyCommand } from './status.ts'
import type { Simple } from './syntax.ts'
import { textOf } from './value.ts'
import { Walk } from './walk.ts'

/**
 * Returns the words of a single simple command if all of them are known, so that two commands can be compared token by
 * token. Returns null for lists, pipes, redirections, assignments, and words that depend on the environment.
 */
export function tokensOf(text: string): string[] | null {
  const command = onlySimple(text)
  if (command === null || command.words.some(({ parts }) => !substitutedIn(parts).next().done)) return null
  const run = refusing(() => readRun(new Walk(text), command))
  if ('kind' in run || run.program === null) return null
  const tokens = [run.program, ...run.args].map(textOf)
  return tokens.every((token) => token !== null) ? tokens : null
}

function onlySimple(text: string): Simple | null {
  const parsed = parseShell(text)
  const [andOr] = parsed.kind === 'parsed' && parsed.list.length === 1 ? parsed.list : []
  const command = andOr === undefined || andOr.background ? null : onlyCommand(andOr)
  if (command?.kind !== 'simple' || command.assignments.length + command.redirections.length > 0) return null
  return command
}
