import type { Draft, Json, JsonObject } from '../../ledger/kinds.ts'
import type { EffectOutcome } from '../outcome.ts'

/** One effect to carry out. */
export type EffectRequest = {
  effect_ref: string
  target_state: JsonObject
  /** The same for every attempt at this effect of this plan, and for no other. */
  idempotency_key: string
  /** The driver's settings from the bundle, with the parts of the ref filled in. */
  settings: JsonObject
  surroundings: Surroundings
}

export type Surroundings = {
  /** Relative paths start here. */
  cwd: string
  /** The variables that commands get, and that settings may name. */
  env: NodeJS.ProcessEnv
}

/** The result of an attempt. `why` explains every outcome but `done`. */
export type Applied = {
  outcome: EffectOutcome
  why: string | null
  /** Evidence: exit code, HTTP status, hash … Small; long texts belong in `output`. */
  response: JsonObject
  /** Text that the target gave back, by name: stdout, stderr, body. */
  output: { [name: string]: string }
}

/** The state of a target before and after an effect, for people who decide about it. */
export type Preview = { before: Json; after: Json }

/**
 * An effect in the terms of dispatch checks. Drivers use paths as `path.resolve(cwd, path)` returns them, and URLs as
 * `new URL(url)` reads them, without following redirects: only these were checked.
 */
export type EffectCall =
  | { kind: 'write'; path: string; content: string }
  | { kind: 'read'; path: string }
  | { kind: 'remove'; path: string }
  | { kind: 'command'; command: string }
  | { kind: 'request'; method: string; url: string }
  /** An effect of a driver of somebody's own: only the ref is known. */
  | { kind: 'other'; ref: string }

/** Checks the calls of an effect or a sensor before it runs. `denied` is the reason, or null; `facts` are recorded with the controller. */
export type CheckEffect = (
  calls: readonly EffectCall[],
  cwd: string,
) => Promise<{ denied: string | null; facts: readonly Draft[] }>

/**
 * Carries out effects of one kind. `drivers/driver-cases.ts` tests the promises:
 * - `apply` is called at most once per attempt and tells the truth: `done` only if the target is in its state, `not-done`
 *   only if nothing changed. Thrown errors and time-outs count as `unknown`, and then `probe` decides.
 * - `probe` changes nothing. It answers `unknown` rather than guess: after `not-done` the effect is carried out again.
 * - `preview` and `callsOf` change nothing; `faultOf` needs neither disk nor network.
 */
export type EffectDriver = {
  /** Returns what is wrong with the settings and the target state, or null. */
  faultOf(request: EffectRequest): string | null
  /** Every call that `apply` will make, for dispatch checks. */
  callsOf(request: EffectRequest): EffectCall[]
  preview(request: EffectRequest, signal: AbortSignal): Promise<Preview>
  apply(request: EffectRequest, signal: AbortSignal): Promise<Applied>
  probe(request: EffectRequest, signal: AbortSignal): Promise<EffectOutcome>
}

/** Reads a part of the environment. The same state gives the same value: no times, no random parts. */
export type Sensor = {
  /** Returns what is wrong with the settings, or null. */
  faultOf(settings: JsonObject): string | null
  /** Every call that `read` will make, for dispatch checks. A sensor without it is the program's own code. */
  callsOf?(settings: JsonObject): EffectCall[]
  read(settings: JsonObject, surroundings: Surroundings, signal: AbortSignal): Promise<Json>
}

export type Drivers = { readonly [kind: string]: EffectDriver }
export type Sensors = { readonly [kind: string]: Sensor }
