import type { ActivePolicy } from '../policy/choose-policy.ts'
import type { Ruled } from '../session/facts.ts'
import type { HostEvent } from './event.ts'
import type { GuardedWorld } from './guard.ts'
import { ruledBy } from './stop/departure.ts'

/** The policy that judges an event; `began` is the one now active in the folder where the session began. */
export type RulingFound =
  /** No folder is known. */
  { kind: 'nowhere' } | { kind: 'unreadable' } | { kind: 'ruled'; ruling: ActivePolicy; began: ActivePolicy }

/**
 * Finds the policy of the folder where the session began, because an agent may change its folder. The current folder counts
 * only if no person decided on a policy there. A policy that is unreadable or was tampered with counts as a decision.
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

/** The part to record, so that later stops can compare it; empty if no person decided on a policy where the session began. */
export function ruledWhereBegun(found: RulingFound): { ruling?: Ruled } {
  if (found.kind !== 'ruled' || found.began.source === null) return {}
  return { ruling: ruledBy({ ...found.began, source: found.began.source }) }
}

function foldersOf({ recorder }: GuardedWorld, event: HostEvent): Iterable<string> {
  // A subagent begins wherever its lead is at that moment.
  const streams = new Set([event.lead, event.stream])
  const folders = [...streams].map((stream) => firstOf(recorder.oldest(stream))?.body['cwd'])
  return new Set([...folders, event.cwd].filter((one) => typeof one === 'string'))
}

function firstOf<T>(all: Iterable<T>): T | null {
  for (const one of all) return one
  return null
}
