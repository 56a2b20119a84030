import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { reasonOf } from './reason.ts'

export type Request = {
  method: string
  url: string
  headers: { [name: string]: string }
  body: string | null
  /** Longer bodies of responses are cut. */
  maxBytes: number
}

/** The fate of a request. Only `not-sent` is certain to have changed nothing. */
export type Sent =
  | { kind: 'answered'; status: number; type: string; body: Buffer; droppedBytes: number }
  | { kind: 'not-sent'; why: string }
  /** The connection was lost before the response was complete. */
  | { kind: 'lost'; why: string; status: number | null }

/**
 * Sends one request, once, over its own connection. Follows no redirect, uses no proxy and repeats nothing, so its fate is
 * known as exactly as possible.
 */
export function send({ method, url, headers, body, maxBytes }: Request, signal: AbortSignal): Promise<Sent> {
  const isSecure = url.startsWith('https:')
  return new Promise((resolve) => {
    const sent = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      // Node does not add the length to every method.
      headers: { 'user-agent': 'bailiff', ...headers, ...lengthOf(body) },
      agent: false,
      // Not for the environment to decide.
      rejectUnauthorized: true,
      signal,
    })
    // Until then nothing of the request has left this machine.
    let isConnected = false
    sent.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true
      }),
    )
    const fail = (why: string): void =>
      resolve(isConnected ? { kind: 'lost', why, status: null } : { kind: 'not-sent', why })
    sent.on('error', (error) => fail(signal.aborted ? 'stopped' : reasonOf(error)))
    let isAnswered = false
    sent.once('response', (response) => {
      isAnswered = true
      collect(response, maxBytes, resolve)
    })
    // A server that switches to another protocol gives no response.
    sent.once('upgrade', (_, socket) => socket.destroy())
    sent.once('close', () => isAnswered || fail('it closed without a response'))
    sent.end(body ?? undefined)
  })
}

const lengthOf = (body: string | null): { [name: string]: string } =>
  body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }

/** Reads a response to its end: a server may still be at work while it answers. Keeps the beginning. */
function collect(response: IncomingMessage, maxBytes: number, resolve: (sent: Sent) => void): void {
  const status = response.statusCode ?? 0
  const parts: Buffer[] = []
  let left = maxBytes
  let droppedBytes = 0
  response.on('data', (chunk: Buffer) => {
    const kept = chunk.subarray(0, left)
    left -= kept.length
    droppedBytes += chunk.length - kept.length
    if (kept.length > 0) parts.push(kept)
  })
  response.on('error', () => {})
  response.once('close', () => {
    if (!response.complete) return resolve({ kind: 'lost', why: 'the response was cut off', status })
    const type = response.headers['content-type'] ?? ''
    resolve({ kind: 'answered', status, type, body: Buffer.concat(parts), droppedBytes })
  })
}
