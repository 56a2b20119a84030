import type { ActivePolicy } from '../policy/ruling.ts'
import type { Ruled } from '../session/facts.ts'
import type { HostEvent } from './event.ts'
import type { GuardedWorld } from './guard.ts'
import { ruledBy } from './stop/departure.ts'

/** By which policy an event is judged: `began` is what is so now of the folder that the session began in. */
export type RulingFound =
  /** Nobody knows of any folder. */
  { kind: 'nowhere' } | { kind: 'unreadable' } | { kind: 'ruled'; ruling: ActivePolicy; began: ActivePolicy }

/**
 * Where the session began, and only where nobody has decided anything there, where it is now: an agent may change its
 * folder. A policy that cannot be read, or was tampered with, is a decision too.
 */
export function rulingFor(world: GuardedWorld, event: HostEvent): RulingFound {
  let began: ActivePolicy | null = null
  for (const folder of foldersOf(world, event)) {
    const ruling = world.ruling(folder)
    if (ruling === null) return { kind: 'unreadable' }
    began ??= ruling
    if (ruling.source !== null || ruling.finding !== null) return { kind: 'ruled', ruling, began }
  }
  return began === null ? { kind: 'nowhere' } : { kind: 'ruled', ruling: began, began }
}

/** What is recorded of it, so that the session can be held to it: what somebody decided for where it began. */
export function ruledWhereBegun(found: RulingFound): { ruling?: Ruled } {
  if (found.kind !== 'ruled' || found.began.source === null) return {}
  return { ruling: ruledBy({ ...found.began, source: found.began.source }) }
}

function foldersOf({ recorder }: GuardedWorld, event: HostEvent): Iterable<string> {
  // A subagent begins wherever its lead happens to be.
  const streams = new Set([event.lead, event.stream])
  const folders = [...streams].map((stream) => firstOf(recorder.oldest(stream))?.body['cwd'])
  return new Set([...folders, event.cwd].filter((one) => typeof one === 'string'))
}

function firstOf<T>(all: Iterable<T>): T | null {
  for (const one of all) return one
  return null
}
