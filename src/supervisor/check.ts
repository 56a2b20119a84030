import { MESSAGES } from '../dispatch/messages.ts'
import type { Protection } from '../dispatch/place.ts'
import { type Attempt, aimsOf, attemptOf, judge, NOTHING, namedIn, withScripts } from '../dispatch/protection.ts'
import { scriptsNamed } from '../dispatch/scripts.ts'
import { knownFolder } from '../shell/paths.ts'
import type { Dispatch, HostEvent } from './event.ts'
import type { Fact } from './fact.ts'
import type { Guard } from './guard.ts'

/** What the check of a tool call gave: what it would do, and, where it is denied, what to record and to say. */
export type Checked = { attempt: Attempt; facts: Fact[]; reason: string | null }

/**
 * Holds a tool call against what is protected. Where the check itself fails, only a call that names a protected place
 * literally is denied: ordinary work goes on.
 */
export function check(guard: Guard, event: HostEvent, dispatch: Dispatch): Checked {
  let attempt = NOTHING
  try {
    const protection = guard.protection(event)
    attempt = attemptOf(guard.actOf(dispatch))
    const needs = scriptsNamed(attempt.runs)
    const whole = needs.length === 0 ? attempt : withScripts(attempt, guard.scripts(needs, protection))
    const aims = aimsOf(whole, protection)
    const named = aims.map(({ path }) => path.text ?? knownFolder(path))
    const found = judge(whole, aims, protection, guard.realPaths([...new Set(named)]))
    if (found === null) return { attempt, facts: [], reason: null }
    return { attempt, facts: [denied(dispatch, found.code, found.what)], reason: MESSAGES[found.code] }
  } catch (error) {
    const failed = fact('check.failed', { ...callOf(dispatch), code: 'INTERNAL', detail: detailOf(error) })
    const literal = literalFinding(guard, event, dispatch)
    if (literal === null) return { attempt, facts: [failed], reason: null }
    return { attempt, facts: [failed, denied(dispatch, 'CHECK_FAILED', literal)], reason: MESSAGES.CHECK_FAILED }
  }
}

/** The protected place that stands in a call as it is written, or null. */
function literalFinding(guard: Guard, event: HostEvent, dispatch: Dispatch): string | null {
  let protection: Protection
  try {
    protection = guard.protection(event)
  } catch {
    return null
  }
  const text = dispatch.command ?? JSON.stringify(dispatch.input)
  return namedIn([text], protection)?.what ?? null
}

const detailOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 200)

const callOf = ({ call }: Dispatch): { call?: string } => (call === null ? {} : { call })

const denied = (dispatch: Dispatch, code: string, what: string): Fact =>
  fact('dispatch.denied', { ...callOf(dispatch), tool: dispatch.tool, code, what: what.slice(0, 1_000) })

const fact = (kind: string, body: Fact['body']): Fact => ({ kind, actor: 'harness', body })
