import type { Entry } from '../ledger/kinds.ts'
import { Pairing } from './pairing.ts'
import type { Settings } from './parts.ts'
import type { Call, Session, Step } from './state.ts'

/** A session being folded: its state so far, and the calls that later entries may mention. */
export type Folding = {
  session: Session
  calls: Pairing<Call>
  agents: Map<string, AgentStep>
  settings: Settings | null
}

export type AgentStep = Extract<Step, { kind: 'agent' }>

export const emptyFolding = (): Folding => ({
  session: {
    host: null,
    session: null,
    agent: null,
    parent: null,
    cwd: null,
    environment: null,
    model: null,
    source: null,
    startedAt: null,
    lastAt: null,
    ended: null,
    before: [],
    turns: [],
    blindSpots: [],
    compared: { times: 0, unreadable: 0, unseen: 0, malformed: 0, skippedBytes: 0 },
  },
  calls: new Pairing(),
  agents: new Map(),
  settings: null,
})

/** Adds a step to the open turn. */
export function add(state: Folding, added: Step): Folding {
  const { before, turns } = state.session
  ;(turns.at(-1)?.steps ?? before).push(added)
  return state
}

/** The last step of a kind in the open turn. */
export function lastStep<Kind extends Step['kind']>(
  { session }: Folding,
  kind: Kind,
): Extract<Step, { kind: Kind }> | null {
  const steps = session.turns.at(-1)?.steps ?? session.before
  return (steps.findLast((one) => one.kind === kind) as Extract<Step, { kind: Kind }> | undefined) ?? null
}

/** The fields common to all steps. */
export const step = <Kind extends string>(kind: Kind, { seq, at }: Entry) => ({ kind, seq, at })
