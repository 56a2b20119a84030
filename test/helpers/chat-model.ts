import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A request for a chat completion, as far as scripted models read it. */
export type Chat = {
  messages: { role: string; content: string | null; tool_calls?: unknown[] }[]
  tools?: { function: { name: string } }[]
}

/** The answer of a scripted model: text, or tool calls. */
export type Reply = { text: string } | { calls: { name: string; input: object }[] }

/** Starts a server that speaks chat completions over a real socket. `reply` stands in for the model. */
export async function startChatModel(
  reply: (chat: Chat) => Reply,
  status = 200,
): Promise<{ url: string; asked: Chat[] }> {
  const asked: Chat[] = []
  const server = createServer(async (request, response) => {
    const chat = (await json(request)) as Chat
    try {
      const completion = completionOf(reply(chat), asked.push(chat))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(completion))
    } catch (error) {
      response.writeHead(400).end(String(error))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked }
}

function completionOf(reply: Reply, request: number) {
  const message = messageOf(reply, request)
  const choice = { index: 0, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop', message }
  return { id: 'x', object: 'chat.completion', created: 0, model: 'scripted', choices: [choice] }
}

function messageOf(reply: Reply, request: number) {
  if ('text' in reply) return { role: 'assistant', content: reply.text }
  const tool_calls = reply.calls.map(({ name, input }, i) => ({
    id: `call_${request}_${i}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  return { role: 'assistant', content: null, tool_calls }
}
