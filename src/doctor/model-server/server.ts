/**
 * A fake model, for the doctor and for tests: a real one would need a key, a network and luck. The agent programs are real
 * and speak their real protocols to it; it answers from a script. So the agent's calls are known exactly,
 * and the ledger can be compared with them.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import { type Ask, type Body, type ModelReply, sendJson, type ToolCall } from './protocol.ts'
import { responses } from './responses.ts'
import type { Script, ScriptedReply } from './script.ts'
import { LAST_WORD, standIn, toolFor } from './tools.ts'

const PROTOCOLS = [anthropic, responses, gemini]

/** A call that the scripted model made, and in which conversation. */
export type Made = ToolCall & { lane: string }

export type ModelServer = {
  url: string
  /** Starts another script, and forgets what was made and heard. */
  play(script: Script): void
  /** Every call by the model, in order. */
  readonly made: Made[]
  /** Every request body that the program sent. */
  readonly heard: string[]
  /** Differences from the script: unused answers, and requests without an answer. Empty after a good run. */
  complaints(): string[]
  close(): Promise<void>
}

/** Starts a server on loopback that plays the script until `close`. */
export async function startModelServer(script: Script): Promise<ModelServer> {
  let play = new Play(script)
  const server = createServer((request, response) => {
    answer(play, request, response).catch((error: unknown) => {
      play.complain(`${request.method} ${request.url}: ${error}`)
      sendJson(response, { error: { message: String(error) } }, 400)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    play(next) {
      play = new Play(next)
    },
    get made() {
      return play.made
    },
    get heard() {
      return play.heard
    },
    complaints: () => play.complaints(),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function answer(play: Play, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://loopback').pathname
  const raw = await text(request)
  if (request.method === 'HEAD') response.writeHead(200).end()
  else if (path.endsWith('/count_tokens')) sendJson(response, { input_tokens: 100 })
  else if (path.endsWith(':countTokens')) sendJson(response, { totalTokens: 100 })
  else {
    const protocol = request.method === 'POST' && PROTOCOLS.find((one) => one.speaks(path))
    if (!protocol) return sendJson(response, { error: { message: 'not found' } }, 404)
    const body = JSON.parse(raw) as Body
    const ask = protocol.parse(body, path)
    const next = play.next(ask, String(body['model'] ?? 'model'), raw)
    if (next.error === undefined) protocol.render(next, ask, response)
    else sendJson(response, { type: 'error', error: { type: 'scripted', message: 'a scripted error' } }, next.error)
  }
}

/** A script, and the position in each of its lanes. */
class Play {
  readonly made: Made[] = []
  readonly heard: string[] = []
  readonly #script: Script
  readonly #played = new Map<string, number>()
  readonly #complaints: string[] = []
  #count = 0

  constructor(script: Script) {
    this.#script = script
  }

  next(ask: Ask, model: string, raw: string): ModelReply {
    const id = String(++this.#count)
    this.heard.push(raw)
    // Requests outside the conversation (titles, summaries, classifiers) offer no tools.
    if (ask.tools.length === 0 || ask.form !== undefined)
      return { id, model, text: ask.form === undefined ? 'scripted' : JSON.stringify(standIn(ask.form)), calls: [] }
    const lane = Object.keys(this.#script).find((name) => name !== 'main' && ask.prompt.includes(name)) ?? 'main'
    const step = this.#step(lane)
    const calls = this.#calls(step, ask, raw).map((call, i) => ({ id: `call_${id}_${i}`, ...call }))
    this.made.push(...calls.map((call) => ({ ...call, lane })))
    return { id, model, text: step.text, calls, error: step.error }
  }

  #calls({ text: said, calls }: ScriptedReply, ask: Ask, raw: string): Omit<ToolCall, 'id'>[] {
    if (calls === undefined && ask.tools.some(({ name }) => name === LAST_WORD))
      return [{ name: LAST_WORD, input: { result: { response: said } } }]
    return (calls ?? []).flatMap((call) => {
      const found = toolFor(call, ask, raw)
      if (found !== null) return [found]
      this.complain(`no tool for ${JSON.stringify(call)} among ${ask.tools.map(({ name }) => name)}`)
      return []
    })
  }

  #step(lane: string): ScriptedReply {
    const at = this.#played.get(lane) ?? 0
    this.#played.set(lane, at + 1)
    const step = this.#script[lane]?.[at]
    if (step === undefined) this.complain(`the script for "${lane}" has ended, but the agent continues`)
    return step ?? { text: 'The script has ended.' }
  }

  complain(what: string): void {
    this.#complaints.push(what)
  }

  complaints(): string[] {
    const unplayed = Object.entries(this.#script).flatMap(([lane, steps]) => {
      const left = steps.length - (this.#played.get(lane) ?? 0)
      return left > 0 ? [`${left} of ${steps.length} answers for "${lane}" were never requested`] : []
    })
    return [...this.#complaints, ...unplayed]
  }
}
