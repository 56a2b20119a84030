import { parseShell } from './parse.ts'
import { readShell } from './read.ts'
import { textOf } from './value.ts'

/**
 * The words of a text that is exactly one simple command whose every word is known, so that two texts can be compared
 * token by token. Null for all others: lists, pipes, redirections, assignments, and words that depend on the world.
 */
export function tokensOf(text: string): string[] | null {
  const reading = readShell(text)
  if (reading.kind !== 'read' || !isOneSimple(text)) return null
  const [run] = reading.runs
  if (run === undefined || run.program === null) return null
  const tokens = [run.program, ...run.args].map(textOf)
  return tokens.every((token) => token !== null) ? tokens : null
}

function isOneSimple(text: string): boolean {
  const parsed = parseShell(text)
  if (parsed.kind !== 'parsed' || parsed.list.length !== 1) return false
  const [andOr] = parsed.list
  const [pipeline] = andOr?.pipelines ?? []
  const [command] = pipeline?.commands ?? []
  if (andOr?.background || andOr?.pipelines.length !== 1 || pipeline?.negated || pipeline?.commands.length !== 1)
    return false
  return command?.kind === 'simple' && command.assignments.length + command.redirections.length === 0
}
