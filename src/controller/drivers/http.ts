import { z } from 'zod'
import type { Json } from '../../ledger/kinds.ts'
import { contains, narrow } from '../contains.ts'
import type { EffectOutcome } from '../outcome.ts'
import { byProbe, done, notBegun, notDone, unknown } from './applied.ts'
import type { Applied, EffectDriver, EffectRequest } from './driver.ts'
import { faultIn } from './fault.ts'
import { type Sent, send } from './http-request.ts'
import { HEADERS, headersFrom, URL_TEXT } from './http-settings.ts'

const SETTINGS = z.strictObject({
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE'], 'must be POST, PUT, PATCH or DELETE'),
  url: URL_TEXT,
  headers: HEADERS.default({}),
  probe: z.strictObject({ url: URL_TEXT, headers: HEADERS.default({}) }).optional(),
  body: z.enum(['json', 'none'], 'must be json or none').default('json'),
})

const MAX_BODY_BYTES = 64 << 10
/** A probe needs all of the JSON. */
const MAX_PROBE_BYTES = 1 << 20

/**
 * Sends the target state to an HTTP server, with the effect's key as `Idempotency-Key`. The status decides: 2xx is done,
 * 3xx and 4xx are not done. After 408, 409, 425, 5xx or a lost connection only a probe can tell. It is a GET request: the
 * effect is done if the JSON it returns contains the target state (for DELETE: if it answers 404 or 410).
 *
 * A server may finish a request that a probe does not show yet. Give a probe only if the server honours Idempotency-Key or
 * shows changes at once.
 */
export const httpDriver: EffectDriver = {
  faultOf: ({ settings, target_state, surroundings: { env } }) => {
    const fault = faultIn(SETTINGS, settings, 'settings')
    if (fault !== null) return fault
    const { method, headers, probe } = SETTINGS.parse(settings)
    for (const [name, given] of [['headers', headers] as const, ['probe.headers', probe?.headers ?? {}] as const]) {
      const filled = headersFrom(given, env)
      if (!filled.ok) return `settings.${name}: ${filled.fault}`
    }
    if (probe !== undefined && method !== 'DELETE' && Object.keys(target_state).length === 0)
      return 'target_state: must not be empty, because the probe compares it with what it finds'
    return null
  },

  callsOf: ({ settings }) => {
    const { method, url, probe } = SETTINGS.parse(settings)
    const request = { kind: 'request', method, url } as const
    return probe === undefined ? [request] : [request, { kind: 'request', method: 'GET', url: probe.url }]
  },

  preview: async (request, signal) => {
    const { method, probe } = SETTINGS.parse(request.settings)
    const after = method === 'DELETE' ? null : request.target_state
    if (probe === undefined) return { before: null, after }
    const found = await look(request, signal)
    if (found.kind === 'unclear') throw new Error(`Cannot read ${probe.url}: ${found.why}.`)
    if (found.kind === 'missing') return { before: null, after }
    return { before: after === null ? found.json : narrow(found.json, after), after }
  },

  apply: async (request, signal) => {
    if (signal.aborted) return notBegun()
    const sent = await send(requestOf(request), signal)
    const seen = seenIn(sent)
    const { verdict, why } = judge(sent)
    if (verdict === 'done') return done(seen)
    if (verdict === 'not-done') return notDone(why, seen)
    // The caller probes later: a request made now would be stopped at once.
    if (signal.aborted || SETTINGS.parse(request.settings).probe === undefined) return unknown(why, seen)
    return byProbe(await httpDriver.probe(request, signal), why, seen)
  },

  probe: async (request, signal) => {
    const { method, probe } = SETTINGS.parse(request.settings)
    if (probe === undefined) return 'unknown'
    const found = await look(request, signal)
    if (found.kind === 'unclear') return 'unknown'
    if (method === 'DELETE') return found.kind === 'missing' ? 'done' : 'not-done'
    return found.kind === 'json' && contains(found.json, request.target_state) ? 'done' : 'not-done'
  },
}

function requestOf({ settings, target_state, idempotency_key, surroundings: { env } }: EffectRequest) {
  const { method, url, headers, body } = SETTINGS.parse(settings)
  const text = body === 'json' ? JSON.stringify(target_state) : null
  return {
    method,
    url,
    headers: {
      ...(text === null ? {} : { 'content-type': 'application/json' }),
      ...filledFrom(headers, env),
      'idempotency-key': idempotency_key,
    },
    body: text,
    maxBytes: MAX_BODY_BYTES,
  }
}

function filledFrom(headers: Parameters<typeof headersFrom>[0], env: NodeJS.ProcessEnv): { [name: string]: string } {
  const filled = headersFrom(headers, env)
  if (!filled.ok) throw new Error(`Cannot send the request: ${filled.fault}.`)
  return filled.headers
}

function judge(sent: Sent): { verdict: EffectOutcome; why: string } {
  if (sent.kind === 'not-sent') return { verdict: 'not-done', why: `The server could not be reached: ${sent.why}.` }
  if (sent.kind === 'lost') return { verdict: 'unknown', why: `The connection was lost: ${sent.why}.` }
  return { verdict: meaningOf(sent.status), why: `The server answered with status ${sent.status}.` }
}

/** The request may have taken effect, or may still take effect: timeout, conflict with an earlier attempt, too early. */
const UNCLEAR = [408, 409, 425]

function meaningOf(status: number): EffectOutcome {
  if (status >= 200 && status < 300) return 'done'
  return status >= 300 && status < 500 && !UNCLEAR.includes(status) ? 'not-done' : 'unknown'
}

function seenIn(sent: Sent): Pick<Applied, 'response' | 'output'> {
  if (sent.kind === 'not-sent') return { response: {}, output: {} }
  if (sent.kind === 'lost') return { response: sent.status === null ? {} : { status: sent.status }, output: {} }
  const { status, body, droppedBytes } = sent
  return {
    response: { status, ...(droppedBytes > 0 ? { dropped_bytes: droppedBytes } : {}) },
    output: { body: body.toString('utf8') },
  }
}

type Found = { kind: 'json'; json: Json } | { kind: 'missing' } | { kind: 'unclear'; why: string }

/** Asks the probe's URL for the present state. */
async function look({ settings, surroundings: { env } }: EffectRequest, signal: AbortSignal): Promise<Found> {
  const { url = '', headers = {} } = SETTINGS.parse(settings).probe ?? {}
  const request = { method: 'GET', url, headers: filledFrom(headers, env), body: null, maxBytes: MAX_PROBE_BYTES }
  const sent = await send(request, signal)
  if (sent.kind !== 'answered') return { kind: 'unclear', why: sent.why }
  if (sent.status === 404 || sent.status === 410) return { kind: 'missing' }
  if (sent.status !== 200) return { kind: 'unclear', why: `status ${sent.status}` }
  if (sent.droppedBytes > 0) return { kind: 'unclear', why: `more than ${MAX_PROBE_BYTES >> 20} MiB` }
  try {
    return { kind: 'json', json: JSON.parse(sent.body.toString('utf8')) }
  } catch {
    return { kind: 'unclear', why: 'the response is not JSON' }
  }
}
