import { isObject, type JsonObject } from '../ledger/kinds.ts'

/** JSON-RPC 2.0 for a server that sends no requests of its own. */

export type Id = string | number

/** An incoming message. `answer` is ignored: this server sends no requests. */
export type Message =
  | { kind: 'request'; id: Id; method: string; params: JsonObject }
  | { kind: 'notification'; method: string; params: JsonObject }
  | { kind: 'answer' }
  | { kind: 'invalid'; id: Id | null; why: string }

export const CODES = {
  parse: -32_700,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
} as const

/** An error with which a request is answered. */
export class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export type Response = { jsonrpc: '2.0'; id: Id | null } & (
  | { result: object }
  | { error: { code: number; message: string } }
)

export const succeed = (id: Id, result: object): Response => ({ jsonrpc: '2.0', id, result })

export const fail = (id: Id | null, code: number, message: string): Response => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

/** The maximum number of messages in a batch. Only older versions of the protocol have batches. */
const MAX_BATCH = 100

/** Returns the messages in a line; several if it is a batch. Throws `RpcError` if the line is invalid. */
export function messagesIn(line: string): { isBatch: boolean; messages: Message[] } {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new RpcError(CODES.parse, 'Parse error: the line is not JSON.')
  }
  if (!Array.isArray(value)) return { isBatch: false, messages: [messageOf(value)] }
  if (value.length === 0 || value.length > MAX_BATCH)
    throw new RpcError(CODES.invalidRequest, `Invalid request: a batch must have 1 to ${MAX_BATCH} messages.`)
  return { isBatch: true, messages: value.map(messageOf) }
}

function messageOf(value: unknown): Message {
  if (!isObject(value)) return { kind: 'invalid', id: null, why: 'a message must be an object' }
  const { jsonrpc, id, method, params = {} } = value
  const known = isId(id) ? id : null
  const invalid = (why: string): Message => ({ kind: 'invalid', id: known, why })
  if (jsonrpc !== '2.0') return invalid('jsonrpc must be "2.0"')
  if (method === undefined && ('result' in value || 'error' in value)) return { kind: 'answer' }
  if (typeof method !== 'string') return invalid('method must be a string')
  if (!isObject(params)) return invalid('params must be an object')
  if (!('id' in value)) return { kind: 'notification', method, params: params as JsonObject }
  if (known === null) return invalid('id must be a string or a number')
  return { kind: 'request', id: known, method, params: params as JsonObject }
}

const isId = (value: unknown): value is Id => typeof value === 'string' || Number.isFinite(value)
