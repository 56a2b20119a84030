import { type SightingAt, sightingIn } from '../../session/sighting.ts'
import type { Call } from '../../session/state.ts'
import type { OutcomeRule, SeenSession } from './outcome.ts'
import { isOutside } from './outside.ts'

/**
 * Finds calls whose changes a person undid: every file that the call changed is back at its content before the call, or the
 * branch that it moved is back, and this happened while no call of the agent could have done it.
 */
export const rollbacks: OutcomeRule = (turn, seen) => {
  const sights = seen.entries.flatMap((entry) => sightingIn(entry) ?? [])
  return turn.calls.flatMap((call) => {
    const why = undoneIn(call, seen, sights)
    return why === null ? [] : [{ call, why }]
  })
}

function undoneIn(call: Call, seen: SeenSession, sights: readonly SightingAt[]): string | null {
  const before = sights.find(({ seq }) => seq === call.seq)
  const after = sights.find(({ seq }) => seq === call.end?.seq)
  if (call.denied !== null || before === undefined || after === undefined) return null
  const later = sights.filter(({ seq }) => seq > after.seq)
  const isByHand = (from: SightingAt, to: SightingAt): boolean => isOutside(seen, from, to)
  const changed = [...before.files].filter(
    ([path, sha256]) => after.files.has(path) && after.files.get(path) !== sha256,
  )
  if (changed.length > 0 && changed.every(([path, sha256]) => isRestored(path, sha256, [after, ...later], isByHand)))
    return 'A person restored the files that the call had changed.'
  return isMovedBack(before, after, later, isByHand) ? 'A person undid the commit that the call had made.' : null
}

type IsByHand = (from: SightingAt, to: SightingAt) => boolean

/** True if a file went back to this content between two sightings, on the same branch, and no call can have done it. */
function isRestored(path: string, sha256: string | null, sights: readonly SightingAt[], isByHand: IsByHand): boolean {
  const seen = sights.filter(({ files }) => files.has(path))
  return seen.some((to, i) => {
    const from = seen[i - 1]
    if (from === undefined || to.files.get(path) !== sha256 || from.files.get(path) === sha256) return false
    return from.head?.branch === to.head?.branch && isByHand(from, to)
  })
}

/** True if the branch went back to the commit before the call, or if the call's commit was reverted. */
function isMovedBack(before: SightingAt, after: SightingAt, later: readonly SightingAt[], isByHand: IsByHand): boolean {
  const [old, made] = [before.head, after.head]
  if (old === null || made === null || old.branch !== made.branch || old.commit === made.commit) return false
  const heads = [after, ...later].filter(({ head }) => head !== null)
  return heads.some((to, i) => {
    const from = heads[i - 1]
    if (from?.head?.commit !== made.commit || to.head?.branch !== made.branch) return false
    return (to.head.commit === old.commit || to.head.reverts === made.commit) && isByHand(from, to)
  })
}
