import type { PromptMessage } from '../../claims/model/prompt.ts'
import type { TurnRecord } from '../../claims/turn.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'
import type { ClaimType, ModelReader } from '../../policy/policy.ts'
import type { Fact } from '../../session/facts.ts'
import type { HostEvent } from '../event.ts'
import type { CountingWorld } from '../guard.ts'
import { record } from '../record/record.ts'
import type { AskedChanges, Changed } from './changed.ts'
import type { Gathered } from './gathered.ts'
import type { Situation } from './judging.ts'

export type GateWorld = CountingWorld & {
  /** Fingerprints the workspace and runs the validators that have no pass on it. Throws a `GateError` if that fails. */
  gather(asked: AskedEvidence): Promise<Gathered>
  /** Compares the workspace with the content that the turn started with; null if that cannot be done. */
  changes(asked: AskedChanges): Promise<Changed | null>
  /** Asks the model that the policy names. Never throws. */
  askModel(asked: AskedModel): Promise<ModelReply>
}

/** The question to a model, and its time limit. */
type AskedModel = { model: ModelReader; prompt: readonly PromptMessage[] }

/** The text of a model's reply, or the reason why there is none. */
export type ModelReply = { kind: 'replied'; text: string } | { kind: 'failed'; why: string }

/**
 * The claims that need evidence, and the time limit. `active` is the policy that judges them, `root` the folder to check: the
 * project's, or that of one of its worktrees.
 */
export type AskedEvidence = {
  stream: string
  claims: ClaimType[]
  seconds: number
  active: ActivePolicy
  root: string
  turn: TurnRecord
  /** Records evidence that was found. Called once, before any validator runs. */
  record(found: readonly Fact[]): void
}

/** Hosts start a hook with a time limit; the answer must come well within it. */
const HOST_SECONDS = 170

/** Gathers evidence. `facts` are recorded first, together with the evidence that is reused. */
export function gatherFor(
  world: GateWorld,
  event: HostEvent,
  claims: ClaimType[],
  active: ActivePolicy,
  root: string,
  { turn }: Situation,
  facts: readonly Fact[],
): Promise<Gathered> {
  const { onStopSeconds, claims: read } = active.policy
  const seconds = Math.min(onStopSeconds, HOST_SECONDS - (read?.model.seconds ?? 0))
  const asked = { stream: event.stream, claims, seconds, active, root, turn }
  return world.gather({ ...asked, record: (found) => recordAny(world, event, [...facts, ...found]) })
}

function recordAny(world: GateWorld, event: HostEvent, facts: Fact[]): void {
  if (facts.length > 0) record(world, event, facts)
}
