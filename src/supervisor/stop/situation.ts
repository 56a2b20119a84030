import type { Entry } from '../../ledger/kinds.ts'
import { builtInPolicy } from '../../policy/built-in.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'
import { sessionOf } from '../../session/fold.ts'
import { EntriesMissing, openingOf, sinceLastPrompt } from '../../session/recent.ts'
import type { HostEvent } from '../event.ts'
import type { GuardedWorld } from '../guard.ts'
import { Departed, GateError } from './gate-error.ts'
import type { Situation } from './judging.ts'
import { turnOf } from './turn.ts'

/** The turn according to its entries, and the policy that judges it. */
export function situationOf(
  { guard }: GuardedWorld,
  { cwd, host }: HostEvent,
  active: ActivePolicy | null,
  entries: readonly Entry[],
): Situation {
  const session = sessionOf(entries)
  const root = active?.project ?? cwd ?? '/'
  const turn = turnOf({ ...session, cwd: session.cwd ?? cwd }, { root, tools: guard.tools(host), endOf: () => '' })
  return { session, turn, root, policy: active?.policy ?? builtInPolicy(), source: active?.source ?? null }
}

/** The first entries of the session; for a subagent, those of its lead. */
export function openingEntries({ recorder }: GuardedWorld, { lead }: HostEvent): Entry[] {
  const opening = openingOf(recorder.oldest(lead))
  if (opening.some(({ seq }, i) => seq !== i + 1))
    throw new Departed('LEDGER_BROKEN', 'Entries are missing at the start of the session.')
  return opening
}

export function turnEntries({ recorder }: GuardedWorld, { stream }: HostEvent): Entry[] {
  try {
    return sinceLastPrompt(recorder.recent(stream))
  } catch (error) {
    throw error instanceof EntriesMissing ? new GateError('LEDGER_BROKEN', error.message) : error
  }
}
