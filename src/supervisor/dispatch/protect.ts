import { type Attempt, attemptOf, NOTHING, withScripts } from '../../dispatch/attempt.ts'
import { messageOf } from '../../dispatch/messages.ts'
import { aimsOf } from '../../dispatch/protection/aims.ts'
import { definitionFinding } from '../../dispatch/protection/definitions.ts'
import { withoutHarmless } from '../../dispatch/protection/harmless.ts'
import type { Aim } from '../../dispatch/protection/judge.ts'
import { namedIn } from '../../dispatch/protection/named.ts'
import { isSettings, type Protection, type ProtectionFinding } from '../../dispatch/protection/place.ts'
import { findingTooLarge, judge } from '../../dispatch/protection/protection.ts'
import { type Fact, fact } from '../../session/facts.ts'
import { Refusal } from '../../shell/limits.ts'
import type { PathWorld } from '../../shell/paths.ts'
import type { Dispatch, HostEvent } from '../event.ts'
import type { Guard } from '../guard.ts'

/** A checked call: what it would do, and the reason if it is denied. `seen` is null if it is denied or the check failed. */
export type Checked = { attempt: Attempt; facts: Fact[]; reason: string | null; seen: ReadCall | null }

/** A call that touches no protected place, with its scripts, its paths and their real paths. */
export type ReadCall = { attempt: Attempt; aims: readonly Aim[]; real: ReadonlyMap<string, string>; world: PathWorld }

/**
 * Checks a tool call against the protected places. If the check itself fails, only a call that names a protected place
 * literally is denied: ordinary work continues.
 */
export function check(guard: Guard, event: HostEvent, dispatch: Dispatch): Checked {
  let attempt = NOTHING
  if (!event.isWhole) return denial(attempt, dispatch, cutOff(event, dispatch))
  try {
    const protection = guard.protection(event)
    attempt = attemptOf(guard.tools(event.host).actOf(dispatch))
    const whole = withScripts(attempt, (needs) => guard.scripts(needs, protection))
    const { found, aims, real } = lookAt(guard, whole, protection)
    if (found !== null) return denial(attempt, dispatch, found)
    return { attempt, facts: [], reason: null, seen: { attempt: whole, aims, real, world: protection.world } }
  } catch (error) {
    if (error instanceof Refusal)
      return denial(attempt, dispatch, findingTooLarge(textOf(dispatch), guard.protection(event)))
    const failed = fact('check.failed', { ...callOf(dispatch), code: 'INTERNAL', detail: detailOf(error) })
    const literal = literalFinding(guard, event, dispatch)
    if (literal === null) return { attempt, facts: [failed], reason: null, seen: null }
    const { what, said } = literal
    return {
      attempt,
      facts: [failed, denied(dispatch, 'CHECK_FAILED', what)],
      reason: messageOf('CHECK_FAILED', said),
      seen: null,
    }
  }
}

const cutOff = ({ raw }: HostEvent, { tool }: Dispatch): ProtectionFinding => ({
  code: 'CALL_TOO_LARGE',
  what: `an event of more than ${raw.length} bytes`,
  said: tool,
})

const denial = (attempt: Attempt, dispatch: Dispatch, { code, what, said }: ProtectionFinding): Checked => ({
  attempt,
  facts: [denied(dispatch, code, what)],
  reason: messageOf(code, said),
  seen: null,
})

type Looked = Pick<ReadCall, 'aims' | 'real'> & { found: ProtectionFinding | null }

/** Finds access to protected places. Ignores settings changes that keep our hooks; checks for these only if needed. */
function lookAt(guard: Guard, attempt: Attempt, protection: Protection): Looked {
  const looked = judged(guard, attempt, protection)
  if (looked.found?.code !== 'PROTECTED_SETTINGS' || attempt.files.length === 0) return looked
  const { found } = judged(guard, withoutHarmless(attempt, protection, guard.textOf), protection)
  return { ...looked, found }
}

function judged(guard: Guard, attempt: Attempt, protection: Protection): Looked {
  const aims = aimsOf(attempt, protection)
  const named = aims.map(({ path }) => path.folder)
  const real = guard.realPaths([...new Set(named)])
  if (real === null) throw new Refusal('too-many', 0)
  const cleaned = aims.filter(({ below }) => below === 'cleaned')
  const others = cleaned.length === 0 ? aims : aims.filter((one) => !cleaned.includes(one))
  const found =
    judge(attempt, others, protection, real) ??
    (cleaned.length === 0 ? null : judge(NOTHING, cleaned, cleanable(guard, protection), real)) ??
    definitionFinding(attempt, protection, guard.textOf)
  return { found, aims, real }
}

/** Git removes settings with our hooks only if it does not track them. */
const cleanable = (guard: Guard, protection: Protection): Protection => ({
  ...protection,
  places: protection.places.filter((place) => !isSettings(place) || guard.holdsUntracked(place.path)),
})

/** The protected place that a call names literally, or null. */
function literalFinding(guard: Guard, event: HostEvent, dispatch: Dispatch): ProtectionFinding | null {
  let protection: Protection
  try {
    protection = guard.protection(event)
  } catch {
    return null
  }
  return namedIn([textOf(dispatch)], protection)
}

const textOf = ({ command, input }: Dispatch): string => command ?? JSON.stringify(input)

export const detailOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 200)

export const callOf = ({ call }: Dispatch): { call?: string } => (call === null ? {} : { call })

export const denied = (dispatch: Dispatch, code: string, what: string): Fact =>
  fact('dispatch.denied', { ...callOf(dispatch), tool: dispatch.tool, code, what: what.slice(0, 1_000) })
