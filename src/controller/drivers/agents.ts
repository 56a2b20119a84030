import type { Json, JsonObject } from '../../ledger/kinds.ts'
import type { EnvSnapshot } from '../artifacts.ts'
import type { Effect } from '../bundle.ts'
import type { Proposed } from '../plan.ts'
import type { Drivers, EffectDriver, Sensors, Surroundings } from './driver.ts'

/** The agents of a cycle. Each may be a few lines of a program, or built in. */

/** The input of every agent. */
export type AgentContext = {
  surroundings: Surroundings
  /** Aborts when the step's time is up or a person stops the cycle. */
  signal: AbortSignal
  /** The `config` of the agent in its bundle. */
  config: JsonObject
  /** Adds structured evidence to the ledger when the step ends. Payloads longer than 16 KiB are cut. */
  addEvidence(kind: string, payload: Json): void
}

/** An observation by an agent. The same state must give the same value: no times, no random parts. */
export type Observed = { environment: JsonObject; constraints?: JsonObject[] }

export type ObserveAgent = { observe(context: ObserveContext): Promise<Observed> }
export type ObserveContext = AgentContext & { sensors: Sensors }

export type DecideAgent = {
  decide(snapshot: EnvSnapshot, context: DecideContext): Promise<Proposed>
  /** The inputs of decisions besides the snapshot and the bundle. If it changes, the agent is asked again. */
  identity?: Json
}
export type DecideContext = AgentContext & {
  intent_id: string
  /** The effects that a plan may have. */
  effects: readonly Effect[]
  /** Returns what is wrong with a proposal, or null: for agents that can try again. */
  faultOf(proposed: unknown): string | null
  /** Records a call to a model. Returns the hash of the prompt as it is stored. */
  recordCall(call: ModelCall): Promise<string>
}

/** One call to a model. `why` says why the reply was of no use. */
export type ModelCall = { model: string; prompt: string; reply: string; why: string | null }

/** Carries out effects: a driver for all refs of the act agent's contract. */
export type ActAgent = { driverFor(effect: Effect, context: { drivers: Drivers }): EffectDriver }

/** Agents that a program brings along, by agent id. */
export type Agents = { readonly [agent_id: string]: ObserveAgent | DecideAgent | ActAgent }
