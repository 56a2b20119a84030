import { z } from 'zod'
import { canonical } from '../../ledger/canonical.ts'
import { isArtifactName, type JsonObject } from '../../ledger/kinds.ts'
import { type EffectOutcome, OUTCOMES } from '../outcome.ts'
import type { EffectDriver, EffectRequest } from './driver.ts'
import { limited } from './limit.ts'
import { messageOf } from './reason.ts'

/** How one attempt at an effect ended, and how we know. */
export type Attempt = {
  outcome: EffectOutcome
  how: 'applied' | 'probed'
  why: string | null
  response: JsonObject
  output: { [name: string]: string }
}

const MAX_OUTPUT_CHARS = 256 << 10

/** Drivers may be anybody's code, so their answers are checked like any other input. */
const appliedSchema = z.object({
  outcome: z.enum(OUTCOMES),
  why: z.string().max(10_000).nullable(),
  response: z.record(z.string(), z.json()),
  output: z.record(z.string(), z.string().max(MAX_OUTPUT_CHARS)),
})

/** The input of an attempt. `isRepeatable` if the effect is declared idempotent: repeating it does no harm. */
export type Means = { driver: EffectDriver; request: EffectRequest; timeoutMs: number; isRepeatable: boolean }

/**
 * Carries out an effect once. The driver's word is held against its probe, and a probe that is certain decides. Only one case
 * stays unknown: the driver reports success, the probe finds nothing, and repeating the effect could do harm. A driver that
 * is still running after its time limit may yet do it, whatever a probe finds now.
 */
export async function attempt({ driver, request, timeoutMs, isRepeatable }: Means): Promise<Attempt> {
  const { isLeft, ...reported } = await applied(driver, request, timeoutMs)
  const found = await probe(driver, request, timeoutMs)
  if (isLeft && found !== 'done') return reported
  if (reported.outcome === found || found === 'unknown') return reported
  if (found === 'done') return { ...reported, outcome: 'done', how: 'probed', why: null }
  if (reported.outcome === 'unknown') return { ...reported, outcome: 'not-done', how: 'probed' }
  return { ...reported, outcome: isRepeatable ? 'not-done' : 'unknown', how: 'probed', why: CONTRADICTED }
}

async function applied(
  driver: EffectDriver,
  request: EffectRequest,
  timeoutMs: number,
): Promise<Attempt & { isLeft: boolean }> {
  const result = await limited(timeoutMs, (signal) => driver.apply(request, signal))
  if (!result.ok) return { ...unknown(result.why), isLeft: result.isLeft }
  const parsed = appliedSchema.safeParse(result.value)
  if (!parsed.success) return { ...unknown('The driver gave an invalid answer.'), isLeft: false }
  const { outcome, why, response, output } = parsed.data
  return {
    outcome,
    how: 'applied',
    why: outcome === 'done' ? null : messageOf(why),
    response: recordable(response as JsonObject),
    output: wellFormed(output),
    isLeft: false,
  }
}

const MAX_RESPONSE_CHARS = 64 << 10

/** Evidence must not keep an outcome from being recorded: what an entry cannot hold is left out. */
function recordable(response: JsonObject): JsonObject {
  try {
    if (canonical(response).length <= MAX_RESPONSE_CHARS) return response
  } catch {
    // It has no JSON form.
  }
  return { left_out: 'the response is too large or not JSON data' }
}

const wellFormed = (output: { [name: string]: string }): { [name: string]: string } =>
  Object.fromEntries(
    Object.entries(output).flatMap(([name, text]) => (isArtifactName(name) ? [[name, text.toWellFormed()]] : [])),
  )

const CONTRADICTED = 'The driver reported success, but its probe finds the target in another state.'

const unknown = (why: string): Attempt => ({ outcome: 'unknown', how: 'applied', why, response: {}, output: {} })

/** Asks the driver whether an effect is in place. Anything but a clear answer is `unknown`. */
export async function probe(driver: EffectDriver, request: EffectRequest, timeoutMs: number): Promise<EffectOutcome> {
  const result = await limited(timeoutMs, (signal) => driver.probe(request, signal))
  return result.ok && OUTCOMES.includes(result.value) ? result.value : 'unknown'
}
