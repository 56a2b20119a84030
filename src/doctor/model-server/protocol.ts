import type { ServerResponse } from 'node:http'

/** The part of JSON Schema that programs use for their tools. */
export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  enum?: unknown[]
  anyOf?: Schema[]
}

/** A tool that the program offers the model. With `takesText` it takes plain text instead of arguments. */
export type Tool = { name: string; namespace?: string; schema: Schema; takesText?: boolean }

/** A request to the model, in any protocol. */
export type Ask = {
  tools: readonly Tool[]
  /** The model's instructions; they identify the conversation. */
  prompt: string
  /** The schema of the answer, if the program requires JSON. */
  form?: Schema | undefined
  isStream: boolean
}

/** One call to one of the program's tools. */
export type ToolCall = {
  id: string
  name: string
  namespace?: string | undefined
  input: Record<string, unknown> | string
}

export type ModelReply = {
  id: string
  model: string
  text?: string | undefined
  calls: readonly ToolCall[]
  error?: number | undefined
}

/** One model API: reads requests and writes answers. */
export type Protocol = {
  speaks(path: string): boolean
  parse(body: Body, path: string): Ask
  render(answer: ModelReply, ask: Ask, response: ServerResponse): void
}

export type Body = Record<string, unknown>

export const listOf = (value: unknown): Body[] => (Array.isArray(value) ? value : [])

/** The text of a message's content, which is a string or a list of parts. */
export const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map((part) => part['text'] ?? '')
        .join('\n')

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** Sends server-sent events; an event's type becomes its name. */
export function sendEvents(response: ServerResponse, events: readonly Body[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const event of events) {
    const name = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : ''
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`)
  }
  response.end()
}
