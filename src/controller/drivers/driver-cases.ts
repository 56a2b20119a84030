import { canonical } from '../../ledger/canonical.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { type EffectOutcome, OUTCOMES } from '../outcome.ts'
import type { Applied, EffectDriver, EffectRequest } from './driver.ts'

/** A target of its own for one case, in which the effect of `request` has not taken place. */
export type DriverWorld = {
  driver: EffectDriver
  request: EffectRequest
  /** Target states that the driver must refuse; none if it accepts all. */
  badTargets: readonly JsonObject[]
  /** True if the target is in the state that the request asks for. */
  isDone(): Promise<boolean>
  /** How often the effect has taken place. Waits for work that is still under way. */
  count(): Promise<number>
  /** Makes the target one that cannot reach its state. Without it, that case is left out. */
  breakTarget?(): Promise<void>
  /** Resolves when an attempt has begun and has not ended. Without it, no attempt is stopped half-way. */
  whenUnderWay?(): Promise<void>
  /** True for a driver that cannot look at its target. Its probes say `unknown`. */
  isBlind?: true
  close(): Promise<void>
}

/** One promise of a driver. `run` rejects with an error that says how the driver breaks it. */
export type DriverCase = { name: string; run(): Promise<void> }

/**
 * The promises of `EffectDriver` as cases for any test framework:
 * `for (const { name, run } of driverCases({ make })) it(name, run)`.
 */
export function driverCases({ make }: { make(): Promise<DriverWorld> }): DriverCase[] {
  return Object.entries(CASES).map(([name, check]) => ({
    name,
    run: async () => {
      const world = await make()
      try {
        await check(world)
      } finally {
        await world.close()
      }
    },
  }))
}

type Check = (world: DriverWorld) => Promise<void>

const CASES: { [name: string]: Check } = {
  'apply brings the target into its state, once': async (world) => {
    const applied = await attempt(world, never())
    must(applied?.outcome === 'done', `apply reported ${told(applied)} on a sound target`)
    must(await world.isDone(), 'apply reported done, but the target is not in its state')
    await mustCount(world, 1, 'after one attempt')
  },

  'probe says done after the effect': async (world) => {
    await attempt(world, never())
    const outcome = await probe(world)
    const isRight = outcome === 'done' || (world.isBlind === true && outcome === 'unknown')
    must(isRight, `probe said ${outcome} after the effect took place`)
    await mustCount(world, 1, 'after a probe')
  },

  'probe does not say done before the effect, and changes nothing': async (world) => {
    const outcome = await probe(world)
    must(outcome !== 'done', 'probe said done before the effect took place')
    await mustBeUntouched(world, 'probe')
  },

  'two probes agree': async (world) => {
    const before = [await probe(world), await probe(world)]
    must(before[0] === before[1], `before the effect, two probes said ${before.join(' and ')}`)
    await attempt(world, never())
    const after = [await probe(world), await probe(world)]
    must(after[0] === after[1], `after the effect, two probes said ${after.join(' and ')}`)
  },

  'preview and callsOf change nothing, and callsOf names every effect': async (world) => {
    must(world.driver.callsOf(world.request).length > 0, 'callsOf names no call, so nothing would check the effect')
    await mustBeUntouched(world, 'callsOf')
    const { before, after } = await world.driver.preview(world.request, never())
    mustBeJson([before, after], 'the preview')
    await mustBeUntouched(world, 'preview')
  },

  'apply tells the truth about a target that cannot reach its state': async (world) => {
    if (world.breakTarget === undefined) return
    await world.breakTarget()
    await mustBeTrue(world, await attempt(world, never()), 'on a broken target')
  },

  'an attempt that is stopped before it begins changes nothing': async (world) => {
    const applied = await attempt(world, AbortSignal.abort())
    must(applied?.outcome !== 'done', 'apply reported done, although it was stopped before it began')
    await mustBeUntouched(world, 'apply')
  },

  'an attempt that is stopped at once tells the truth': async (world) => {
    const stop = new AbortController()
    const attempted = attempt(world, stop.signal)
    stop.abort()
    await mustBeTrue(world, await attempted, 'when it was stopped at once')
  },

  'an attempt that is stopped half-way tells the truth': async (world) => {
    if (world.whenUnderWay === undefined) return
    const stop = new AbortController()
    const attempted = attempt(world, stop.signal)
    await Promise.race([world.whenUnderWay(), attempted])
    stop.abort()
    const applied = await attempted
    await mustBeTrue(world, applied, 'when it was stopped half-way')
    const outcome = await probe(world)
    const count = await world.count()
    must(outcome !== 'not-done' || count === 0, 'probe said not-done, but the stopped effect took place')
    must(outcome !== 'done' || count === 1, 'probe said done, but the stopped effect did not take place')
  },

  'results can be recorded, and every outcome but done has a reason': async (world) => {
    for (const signal of [AbortSignal.abort(), never()]) {
      const applied = await attempt(world, signal)
      if (applied === null) continue
      must(OUTCOMES.includes(applied.outcome), `apply reported the outcome ${applied.outcome}`)
      const hasReason = typeof applied.why === 'string' && applied.why !== ''
      must(
        hasReason === (applied.outcome !== 'done'),
        `apply reported ${applied.outcome} with the reason ${applied.why}`,
      )
      mustBeJson(applied.response, 'the response')
      must(
        Object.values(applied.output).every((text) => typeof text === 'string'),
        'output is not text',
      )
    }
  },

  'faultOf accepts the request, finds bad target states, and changes nothing': async (world) => {
    const { driver, request, badTargets } = world
    must(driver.faultOf(request) === null, `faultOf refused the request: ${driver.faultOf(request)}`)
    for (const target_state of badTargets) {
      const fault = driver.faultOf({ ...request, target_state })
      must(typeof fault === 'string' && fault !== '', `faultOf accepted ${JSON.stringify(target_state).slice(0, 200)}`)
    }
    await mustBeUntouched(world, 'faultOf')
  },
}

/** Applies the effect; null if the driver throws, which counts as unknown. */
async function attempt({ driver, request }: DriverWorld, signal: AbortSignal): Promise<Applied | null> {
  try {
    return await driver.apply(request, signal)
  } catch {
    return null
  }
}

async function probe({ driver, request }: DriverWorld): Promise<EffectOutcome> {
  const outcome = await driver.probe(request, never())
  must(OUTCOMES.includes(outcome), `probe said ${outcome}`)
  return outcome
}

const never = (): AbortSignal => new AbortController().signal

const told = (applied: Applied | null): string =>
  applied === null ? 'an error' : `${applied.outcome} (${applied.why ?? 'no reason'})`

async function mustBeTrue(world: DriverWorld, applied: Applied | null, when: string): Promise<void> {
  const count = await world.count()
  if (applied?.outcome === 'done')
    must(count > 0 && (await world.isDone()), `apply reported done ${when}, but the effect did not take place`)
  if (applied?.outcome === 'not-done') must(count === 0, `apply reported not-done ${when}, but the effect took place`)
  must(count <= 1, `the effect took place ${count} times ${when}`)
}

async function mustCount(world: DriverWorld, wanted: number, when: string): Promise<void> {
  const count = await world.count()
  must(count === wanted, `the effect took place ${count} times ${when}, not ${wanted}`)
}

async function mustBeUntouched(world: DriverWorld, by: string): Promise<void> {
  must((await world.count()) === 0 && !(await world.isDone()), `${by} changed the target`)
}

function mustBeJson(value: JsonObject | JsonObject[string], name: string): void {
  try {
    canonical(value)
  } catch (error) {
    throw new Error(`${name} cannot be recorded: ${(error as Error).message}`)
  }
}

function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
