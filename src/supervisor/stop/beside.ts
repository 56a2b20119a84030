import { sha256 } from '../../ledger/digest.ts'
import { type Entry, isObject, type Json } from '../../ledger/kinds.ts'
import { lastJudged } from '../../session/recent.ts'
import type { HostEvent, Stop } from '../event.ts'

/**
 * The background tasks that run when an agent stops, by name. A turn may wait for a `fresh` one; `waitedFor` are those for
 * which an earlier stop has waited: a server that runs on and on is waited for once.
 */
export type Beside = {
  fresh: readonly string[]
  waitedFor: readonly string[]
  /** True if a subagent is among them: it may still change files. */
  hasAgent?: true
}

export const NOTHING: Beside = { fresh: [], waitedFor: [] }

/** The tasks beside a stop, not counting the subagent that is stopping. `recent` is read only if any task runs. */
export function besideStop({ agent }: HostEvent, { background }: Stop, recent: () => Iterable<Entry>): Beside {
  const tasks = background.filter((task) => idIn(task) !== agent?.id)
  const running = tasks.map(nameOf)
  if (running.length === 0) return NOTHING
  const before = new Set(waitedIn(recent()))
  return {
    fresh: running.filter((name) => !before.has(name)),
    waitedFor: running.filter((name) => before.has(name)),
    ...(tasks.some(isAgent) && { hasAgent: true as const }),
  }
}

const isAgent = (task: Json): boolean => isObject(task) && task['type'] === 'subagent'

const idIn = (task: Json): Json => (isObject(task) ? (task['id'] ?? null) : null)

/** A task without an id is known by its content. */
function nameOf(task: Json): string {
  const id = idIn(task)
  return typeof id === 'string' && id !== '' ? id.slice(0, MAX_NAME) : sha256(JSON.stringify(task))
}

const MAX_NAME = 200

/** Every judgement repeats the names of tasks that still run, so the last one is enough. */
const waitedIn = (recent: Iterable<Entry>): readonly string[] => lastJudged(recent)?.waitedFor ?? []
