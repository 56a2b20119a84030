import { WorkspaceUnknown } from '../claims/validators/world.ts'
import { toolsOf } from '../hosts/calls.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import { recentEntries } from '../ledger/stores/files/recent.ts'
import { recorderOf } from '../ledger/stores/files/recorder.ts'
import { readTextPart } from '../ledger/stores/files/text-part.ts'
import { self } from '../ledger/stores/lock.ts'
import { type ValidationTarget, worldOf } from '../machine/validation-world.ts'
import { type PendingStop, pendingStops } from '../session/checking.ts'
import { sessionOf } from '../session/fold.ts'
import type { Text } from '../session/state.ts'
import { settled } from '../supervisor/stop/settle.ts'
import { interrupted, superseded } from '../supervisor/stop/settled-facts.ts'

/** Records the verdict on every stop that waits for the checks of this process. */
export async function settleStops(
  home: Home,
  target: ValidationTarget,
  how: 'ended' | 'killed' | 'superseded',
): Promise<void> {
  const entries = [...recentEntries(home, target.stream)].reverse()
  const own = pendingStops(entries).filter(isOurs)
  if (own.length === 0) return
  const world = worldOf(home, target, { env: process.env, signal: new AbortController().signal })
  const now = world.kind === 'refused' ? null : await world.fingerprint().catch(unknown)
  const session = sessionOf(entries)
  const facts = own.map((pending) => {
    if (how === 'superseded') return superseded(pending)
    if (how === 'killed' || world.kind === 'refused') return interrupted(pending, now)
    const { root, policy, source } = world
    const reader = { root, tools: toolsOf(session.host), endOf: () => '' }
    return settled(pending, { session, policy, source, reader, now, messageOf: (text) => wholeOf(home.dir, text) })
  })
  recorderOf(home).append(target.stream, facts)
}

const isOurs = ({ judgement }: PendingStop): boolean => {
  const { pid, start } = judgement.checking?.process ?? {}
  return pid === self().pid && start === self().start
}

const unknown = (error: unknown): null => {
  if (error instanceof WorkspaceUnknown) return null
  throw error
}

const wholeOf = (dir: string, text: Text): string =>
  typeof text === 'string' ? text : (readTextPart(dir, text.sha256, 0, text.bytes) ?? '')
