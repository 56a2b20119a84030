import { isObject, type JsonObject } from '../ledger/kinds.ts'
import { Lines } from './lines.ts'
import { CODES, fail, type Id, type Message, messagesIn, type Response, RpcError, succeed } from './rpc.ts'

/** An MCP server with tools only, over newline-delimited JSON. */

export type Tool = {
  name: string
  title: string
  description: string
  inputSchema: object
  annotations: object
  /** Default: calls run one after the other, because checks that run in parallel would see each other's files. */
  order?: 'beside others'
  /** Never rejects on bad arguments: the reply's text says what is wrong. */
  call(given: JsonObject, signal: AbortSignal): Promise<ToolReply>
}

/** The reply for the model; `isError` if nothing was done. */
export type ToolReply = { text: string; isError: boolean }

export type Server = { version: string; instructions: string; tools: readonly Tool[] }

/** The input and output of the server. `write` resolves when there is room for more. */
export type Streams = { input: AsyncIterable<Uint8Array>; write(text: string): Promise<void> }

/** Supported protocol versions, the newest first. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

/** The maximum length of a line from the client. */
const MAX_LINE_BYTES = 1 << 20
/** The maximum number of calls that wait for the current one. */
const MAX_WAITING = 32

/** Serves until the input ends, then cancels running calls. Never throws on bad input. */
export async function serve(server: Server, { input, write }: Streams): Promise<void> {
  const connection = new Connection(server, write)
  const lines = new Lines(MAX_LINE_BYTES)
  try {
    for await (const chunk of input) for (const line of lines.hear(chunk)) await connection.hear(line)
    for (const line of lines.end()) await connection.hear(line)
  } finally {
    await connection.end()
  }
}

class Connection {
  readonly #server: Server
  readonly #write: (text: string) => Promise<void>
  readonly #running = new Map<Id, AbortController>()
  /** The last call that others wait for. */
  #last: Promise<unknown> = Promise.resolve()
  readonly #answering = new Set<Promise<void>>()

  constructor(server: Server, write: (text: string) => Promise<void>) {
    this.#server = server
    this.#write = write
  }

  /** Handles a line. Waits until immediate answers are written, so that a client that does not read cannot fill our memory. */
  async hear(line: string | null): Promise<void> {
    try {
      if (line === null)
        throw new RpcError(CODES.parse, `Parse error: a line must have at most ${MAX_LINE_BYTES} bytes.`)
      const { isBatch, messages } = messagesIn(line)
      const answers = messages.map((message) => this.#answer(message))
      if (isBatch || answers.some((one) => one instanceof Promise)) this.#later(Promise.all(answers), isBatch)
      else for (const answer of answers) await this.#send(answer as Response | null)
    } catch (error) {
      const { code, message } = error instanceof RpcError ? error : INTERNAL
      await this.#send(fail(null, code, message))
    }
  }

  /** Called when the client is gone. */
  async end(): Promise<void> {
    for (const running of this.#running.values()) running.abort()
    await Promise.all(this.#answering)
  }

  #later(answers: Promise<(Response | null)[]>, isBatch: boolean): void {
    const answering = answers
      .then((all) => {
        const said = all.filter((one) => one !== null)
        return said.length === 0 ? undefined : this.#send(isBatch ? said : (said[0] ?? null))
      })
      .finally(() => this.#answering.delete(answering))
    this.#answering.add(answering)
  }

  #send(answer: Response | Response[] | null): Promise<void> {
    return answer === null ? Promise.resolve() : this.#write(`${JSON.stringify(answer)}\n`)
  }

  /** Null if there is nothing to answer. */
  #answer(message: Message): Response | null | Promise<Response | null> {
    switch (message.kind) {
      case 'answer':
        return null
      case 'invalid':
        return fail(message.id, CODES.invalidRequest, `Invalid request: ${message.why}.`)
      case 'notification':
        if (message.method === 'notifications/cancelled') this.#cancel(message.params['requestId'])
        return null
      case 'request':
        return this.#request(message)
    }
  }

  #cancel(id: unknown): void {
    this.#running.get(id as Id)?.abort()
  }

  #request({ id, method, params }: Extract<Message, { kind: 'request' }>): Response | Promise<Response | null> {
    try {
      if (method === 'tools/call') return this.#call(id, params)
      return succeed(id, this.#result(method, params))
    } catch (error) {
      const { code, message } = error instanceof RpcError ? error : INTERNAL
      return fail(id, code, message)
    }
  }

  #result(method: string, params: JsonObject): object {
    const { version, instructions, tools } = this.#server
    switch (method) {
      case 'initialize':
        return {
          protocolVersion: versionFor(params['protocolVersion']),
          capabilities: { tools: {} },
          serverInfo: { name: 'bailiff', title: 'Bailiff', version },
          instructions,
        }
      case 'ping':
        return {}
      case 'tools/list':
        return { tools: tools.map(({ call: _, order: __, ...tool }) => tool) }
      default:
        throw new RpcError(CODES.unknownMethod, 'Method not found.')
    }
  }

  /** A cancelled call gets no answer. */
  #call(id: Id, { name, arguments: given = {} }: JsonObject): Promise<Response | null> {
    const tool = this.#server.tools.find((one) => one.name === name)
    if (tool === undefined) throw new RpcError(CODES.invalidParams, 'Unknown tool.')
    if (!isObject(given)) throw new RpcError(CODES.invalidParams, 'Invalid params: arguments must be an object.')
    if (this.#running.has(id)) throw new RpcError(CODES.invalidRequest, 'Invalid request: the id is in use.')
    if (this.#running.size >= MAX_WAITING) throw new RpcError(CODES.internal, 'Too many calls are waiting.')
    const cancelling = new AbortController()
    const { signal } = cancelling
    this.#running.set(id, cancelling)
    const isBeside = tool.order === 'beside others'
    const before = isBeside ? Promise.resolve() : this.#last
    const called = before.then(() => (signal.aborted ? null : tool.call(given as JsonObject, signal)))
    if (!isBeside) this.#last = called.catch(() => {})
    return called
      .then((told) => (told === null || signal.aborted ? null : succeed(id, contentOf(told))))
      .catch(() => (signal.aborted ? null : fail(id, INTERNAL.code, INTERNAL.message)))
      .finally(() => this.#running.delete(id))
  }
}

const INTERNAL = { code: CODES.internal, message: 'Internal error.' }

const contentOf = ({ text, isError }: ToolReply): object => ({ content: [{ type: 'text', text }], isError })

/** The requested version if it is known; otherwise our newest, and the client decides. */
function versionFor(asked: unknown): string {
  if (typeof asked !== 'string') throw new RpcError(CODES.invalidParams, 'Invalid params: protocolVersion is missing.')
  return VERSIONS.find((version) => version === asked) ?? VERSIONS[0]
}
