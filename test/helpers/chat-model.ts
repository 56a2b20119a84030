import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A request for a chat completion, as far as scripted models read it. */
export type Chat = {
  messages: { role: string; content: string | null; tool_calls?: unknown[] }[]
  tools?: { function: { name: string } }[]
}

/** The answer of a scripted model: text, tool calls, an HTTP error, or none at all. */
export type Reply =
  | { text: string }
  | { calls: { name: string; input: object }[] }
  | { status: number }
  | { kind: 'no answer' }

/** Starts a server that speaks chat completions over a real socket. `reply` stands in for the model. */
export async function startChatModel(
  reply: (chat: Chat) => Reply,
): Promise<{ url: string; asked: Chat[]; keys: (string | undefined)[]; close(): void }> {
  const asked: Chat[] = []
  const keys: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    const chat = (await json(request)) as Chat
    const number = asked.push(chat)
    keys.push(request.headers.authorization)
    try {
      const answer = reply(chat)
      if ('kind' in answer) return
      if ('status' in answer) response.writeHead(answer.status).end('{}')
      else
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(completionOf(answer, number)))
    } catch (error) {
      response.writeHead(400).end(String(error))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(close)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked, keys, close }
}

/** The part of an answer that a model gave. */
type Said = Exclude<Reply, { status: number } | { kind: string }>

function completionOf(reply: Said, request: number) {
  const message = messageOf(reply, request)
  const choice = { index: 0, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop', message }
  return { id: 'x', object: 'chat.completion', created: 0, model: 'scripted', choices: [choice] }
}

function messageOf(reply: Said, request: number) {
  if ('text' in reply) return { role: 'assistant', content: reply.text }
  const tool_calls = reply.calls.map(({ name, input }, i) => ({
    id: `call_${request}_${i}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  return { role: 'assistant', content: null, tool_calls }
}
