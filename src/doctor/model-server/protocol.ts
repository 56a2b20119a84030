import type { ServerResponse } from 'node:http'

/** As much of JSON Schema as programs use for their tools. */
export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  enum?: unknown[]
  anyOf?: Schema[]
}

/** A tool that the program offers the model. One that `takesText` has no arguments, only a text. */
export type Tool = { name: string; namespace?: string; schema: Schema; takesText?: boolean }

/** What a program asks of the model, whatever protocol it speaks. */
export type Ask = {
  tools: readonly Tool[]
  /** What the model was told by people and programs; conversations are told apart by it. */
  prompt: string
  /** The form the answer must have, where the program asks for JSON. */
  form?: Schema | undefined
  isStream: boolean
}

/** One tool call, as the program's own tool. */
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

/** One model API: how to read a request, and how to write the answer to it. */
export type Protocol = {
  speaks(path: string): boolean
  parse(body: Body, path: string): Ask
  render(answer: ModelReply, ask: Ask, response: ServerResponse): void
}

export type Body = Record<string, unknown>

export const listOf = (value: unknown): Body[] => (Array.isArray(value) ? value : [])

/** The texts of a message's content, which is a text or a list of parts. */
export const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map((part) => part['text'] ?? '')
        .join('\n')

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** Events as a stream; with names where they have a type. */
export function sendEvents(response: ServerResponse, events: readonly Body[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const event of events) {
    const name = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : ''
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`)
  }
  response.end()
}
