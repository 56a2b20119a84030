import type { JsonObject } from '../../ledger/kinds.ts'
import { type AgentSpec, type Bundle, type Role, stepFor } from '../bundle.ts'
import { type CycleOptions, type CycleResult, runCycle } from '../cycle.ts'
import { ControllerError } from '../errors.ts'
import { parseBundle } from '../parse.ts'
import { streamOf } from '../stream.ts'
import { builtInAct } from './act.ts'
import type { ActAgent, Agents, DecideAgent, ObserveAgent } from './agents.ts'
import { DRIVERS, SENSORS } from './built-in.ts'
import { builtInDecide } from './decide.ts'
import { type ComparedPlans, decideAgain } from './deciding-again.ts'
import type { CheckEffect, Drivers, Sensors } from './driver.ts'
import { CLOSED, release, take } from './hold.ts'
import { builtInObserve } from './observe.ts'
import { ControllerRecord, type Ledger } from './record.ts'
import type { Approve, CycleWorld, Progress } from './world.ts'

export type ControllerOptions = {
  /** The name of the controller; default: the bundle's `bundle_id`. */
  name?: string
  /** Agents of your own, by agent id. */
  agents?: Agents
  /** Drivers and sensors besides the built-in ones. */
  drivers?: Drivers
  sensors?: Sensors
  /** Decides about plans with `resource:` effects that the bundle's policy does not approve; default: nobody does. */
  approve?: Approve
  /** Dispatch checks for each effect. */
  check?: CheckEffect
  /** Relative paths start here; default: the current folder. */
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Takes the controller from a process that cannot be checked from here. */
  takeOver?: boolean
  watch?: (progress: Progress) => void
}

/** A controller that this process runs. No other process can run it meanwhile. */
export class Controller {
  readonly stream: string
  readonly bundle: Bundle
  readonly #world: CycleWorld
  #running: Promise<CycleResult> | null = null
  #isClosed = false

  private constructor(world: CycleWorld) {
    this.stream = world.record.stream
    this.bundle = world.bundle
    this.#world = world
  }

  /** Opens a controller for this process. `yaml` is the bundle. */
  static async open(ledger: Ledger, yaml: Uint8Array | string, options: ControllerOptions = {}): Promise<Controller> {
    const drivers = { ...DRIVERS, ...options.drivers }
    const parsed = parseBundle(typeof yaml === 'string' ? Buffer.from(yaml) : yaml, Object.keys(drivers))
    if (!parsed.ok) {
      const [first] = parsed.findings
      throw new ControllerError('BUNDLE_INVALID', `line ${first?.line}: ${first?.message} [${first?.code}]`)
    }
    const { bundle, source } = parsed
    const record = new ControllerRecord(ledger, streamOf(options.name ?? bundle.bundle_id))
    const world: Omit<CycleWorld, 'hold'> = {
      record,
      bundle,
      source: source as JsonObject,
      observe: agentFor(bundle, 'observe', options.agents, builtInObserve),
      decide: agentFor(bundle, 'decide', options.agents, builtInDecide),
      act: agentFor(bundle, 'act', options.agents, builtInAct),
      drivers,
      sensors: { ...SENSORS, ...options.sensors },
      surroundings: { cwd: options.cwd ?? process.cwd(), env: options.env ?? process.env },
      check: options.check ?? null,
      approve: options.approve ?? (async () => ({ kind: 'later' })),
      watch: options.watch ?? (() => {}),
    }
    return new Controller({ ...world, hold: await take(record, { force: options.takeOver === true }) })
  }

  /** Runs the next cycle, or finishes the one that a crash interrupted. There is one at a time: a second one is refused. */
  async cycle(options: CycleOptions = {}): Promise<CycleResult> {
    if (this.#isClosed) throw new ControllerError('CONTROLLER_BUSY', CLOSED)
    if (this.#running !== null)
      throw new ControllerError('CYCLE_RUNNING', 'A cycle of this controller is still running. Nothing was started.')
    this.#running = runCycle(this.#world, options)
    try {
      return await this.#running
    } finally {
      this.#running = null
    }
  }

  /** Decides again on a snapshot of the past, beside the plan that was made then. Changes nothing. */
  decideAgain(snapshot_id: string, signal?: AbortSignal): Promise<ComparedPlans> {
    return decideAgain(this.#world, snapshot_id, signal)
  }

  /** Lets other processes run the controller, once the cycle in hand has ended. No other cycle starts meanwhile. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running?.catch(() => {})
    await release(this.#world.record, this.#world.hold)
  }
}

/** Opens a controller for this process. */
export const openController = Controller.open

type AnyAgent = ObserveAgent | DecideAgent | ActAgent

const METHODS: { readonly [role in Role]: string } = { observe: 'observe', decide: 'decide', act: 'driverFor' }

/** The agent for a role: the program's own, else the built-in one. */
function agentFor<Agent extends AnyAgent>(bundle: Bundle, role: Role, own: Agents = {}, builtIn: Agent): Agent {
  const { agent } = stepFor(bundle, role)
  const given = Object.hasOwn(own, agent.agent_id) ? own[agent.agent_id] : undefined
  if (given === undefined) {
    if (isBuiltIn(agent)) return builtIn
    throw new ControllerError(
      'AGENT_UNKNOWN',
      `${agent.agent_id} is not built in, and no program gives it. Name its runtime, or pass it in agents.`,
    )
  }
  if (typeof (given as { [name: string]: unknown })[METHODS[role]] === 'function') return given as Agent
  throw new ControllerError('AGENT_UNKNOWN', `${agent.agent_id} must have the method ${METHODS[role]}().`)
}

const isBuiltIn = ({ runtime }: AgentSpec): boolean => runtime.kind.startsWith('builtin.')
