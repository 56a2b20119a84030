import type { CycleEnd } from '../controller/facts.ts'
import { addEntry, type ControllerState, initialState, interrupted, unknownEffects } from '../controller/state.ts'
import { controllerName, isControllerStream } from '../controller/stream.ts'
import { LedgerError } from '../ledger/errors.ts'
import { listStreams } from '../ledger/stores/files/list.ts'
import { readChain } from '../ledger/stores/files/read.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import { lifeOf } from '../ledger/stores/lock.ts'

/** The streams of all controllers, sorted. */
export const controllerStreams = (dir: string): string[] => listStreams(dir).filter(isControllerStream)

/** The process that runs a controller. `elsewhere`: on another machine or in another container, so it cannot be checked. */
export type Runner = { pid: number; host: string; life: 'alive' | 'elsewhere' }

/** A controller in one line. */
export type ControllerSummary = {
  controller: string
  stream: string
  /** The number of the last cycle. */
  cycles: number
  /** How the last cycle that was not a dry run ended; null if it has not. */
  end: CycleEnd | null
  /** The time of the last entry. */
  at: string
  /** Effects whose outcome is unknown. */
  unresolved: number
  /** True if the last cycle was interrupted between its effects. The next run finishes it. */
  isInterrupted: boolean
  running: Runner | null
  /** Why the stream cannot be read to its end; null if it can. */
  broken: string | null
}

/** All controllers, the most recently active last. */
export const readControllers = (home: Readable): ControllerSummary[] =>
  controllerStreams(home.dir)
    .map((stream) => summaryOf(home, stream))
    .sort((a, b) => (a.at < b.at ? -1 : 1))

function summaryOf(home: Readable, stream: string): ControllerSummary {
  const state = initialState(stream)
  let at = ''
  let broken: string | null = null
  try {
    for (const entry of readChain(home, stream)) {
      addEntry(state, entry)
      at = entry.at
    }
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    broken = error.message
  }
  const last = state.cycles.at(-1)
  // A dry run says nothing about the state of things.
  const ended = state.cycles.findLast(({ dryRun }) => !dryRun) ?? last
  const running = runnerOf(state)
  return {
    controller: controllerName(stream),
    stream,
    cycles: last?.cycle ?? 0,
    end: ended?.end ?? null,
    at,
    unresolved: unknownEffects(state).length,
    isInterrupted: interrupted(state) !== null && running === null,
    running,
    broken,
  }
}

/** The process that holds a controller; null if nobody does, or the process is dead. */
export function runnerOf({ holder }: ControllerState): Runner | null {
  if (holder === null) return null
  const life = lifeOf(holder.owner)
  return life === 'dead' ? null : { pid: holder.owner.pid, host: holder.owner.place.split(' ')[0] ?? '', life }
}
