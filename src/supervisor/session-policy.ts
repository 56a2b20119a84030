import type { ActivePolicy } from '../policy/choose-policy.ts'
import type { Ruled } from '../session/facts.ts'
import type { HostEvent } from './event.ts'
import type { GuardedWorld } from './guard.ts'
import { ruledBy } from './stop/departure.ts'

/** The policy that judges an event; `began` is the one now active in the folder where the session began. */
export type PolicyFound =
  /** `nowhere`: no folder is known. */
  { kind: 'nowhere' } | { kind: 'unreadable' } | { kind: 'found'; active: ActivePolicy; began: ActivePolicy }

/**
 * Finds the policy of the folder where the session began, because an agent may change folders. Only if no person decided on
 * one there does the current folder's apply. A policy that is unreadable or was tampered with counts as a decision.
 */
export function findPolicy(world: GuardedWorld, event: HostEvent): PolicyFound {
  let began: ActivePolicy | null = null
  for (const folder of foldersOf(world, event)) {
    const active = world.activePolicy(folder)
    if (active === null) return { kind: 'unreadable' }
    began ??= active
    if (active.source !== null || active.finding !== null) return { kind: 'found', active, began }
  }
  return began === null ? { kind: 'nowhere' } : { kind: 'found', active: began, began }
}

/** The policy to record for comparison at later stops; empty if no person decided on one where the session began. */
export function ruledWhereBegun(found: PolicyFound): { ruling?: Ruled } {
  if (found.kind !== 'found' || found.began.source === null) return {}
  return { ruling: ruledBy({ ...found.began, source: found.began.source }) }
}

function foldersOf({ recorder }: GuardedWorld, event: HostEvent): Iterable<string> {
  // A subagent begins wherever its lead is at that moment.
  const streams = new Set([event.lead, event.stream])
  const folders = [...streams].map((stream) => {
    const [first] = recorder.oldest(stream)
    return first?.body['cwd']
  })
  return new Set([...folders, event.cwd].filter((one) => typeof one === 'string'))
}
