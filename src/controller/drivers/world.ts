import type { JsonObject } from '../../ledger/kinds.ts'
import type { Decision, EnvSnapshot, PolicyDecision, ProposedChangePlan } from '../artifacts.ts'
import type { Bundle } from '../bundle.ts'
import type { ActAgent, DecideAgent, ObserveAgent } from './agents.ts'
import type { CheckEffect, Drivers, Preview, Sensors, Surroundings } from './driver.ts'
import type { ControllerRecord } from './record.ts'

/** Everything that a cycle needs: its record, its agents, and the world they act on. */
export type CycleWorld = {
  record: ControllerRecord
  /** The seq of the entry with which this process took the controller. */
  hold: number
  bundle: Bundle
  /** The bundle as it was written. */
  source: JsonObject
  observe: ObserveAgent
  decide: DecideAgent
  act: ActAgent
  drivers: Drivers
  sensors: Sensors
  surroundings: Surroundings
  /** Dispatch checks for each effect; null if the program that runs the controller does without. */
  check: CheckEffect | null
  approve: Approve
  watch: (progress: Progress) => void
}

/** One change of a plan, as a person sees it before deciding. */
export type PreviewedChange = {
  decision: Decision
  verdict: PolicyDecision
  by: 'guard' | 'check'
  /** True if the outcome of an earlier effect on this target is unknown. */
  unresolved: boolean
  /** Null if the effect is denied, or its target could not be read. */
  preview: Preview | null
}

/** A plan and the state as it is now. */
export type PlanView = {
  plan: ProposedChangePlan
  snapshot: EnvSnapshot
  changes: PreviewedChange[]
  /** True if an earlier cycle proposed the same plan, to be carried out with the same drivers, settings and folder. */
  wasShown: boolean
}

/** `by` names who decided. */
export type Approval = { kind: 'approve' | 'reject'; by: string } | { kind: 'later' }

/** Decides about a plan with `resource:` effects that the policy does not approve. */
export type Approve = (view: PlanView) => Promise<Approval>

/** The progress of a cycle, for a screen. */
export type Progress =
  | { kind: 'observing' | 'deciding' | 'reporting'; cycle: number }
  | { kind: 'resuming'; cycle: number; plan_id: string }
  | { kind: 'effect'; cycle: number; effect_ref: string; done: number; of: number }
