import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../ledger/kinds.ts'
import { Lines } from './lines.ts'
import { type Server, serve, type Tool } from './server.ts'

const TOOL: Tool = {
  name: 'echo',
  title: 'Echo',
  description: 'Says it again.',
  inputSchema: { type: 'object' },
  annotations: {},
  call: async (given) => ({ text: JSON.stringify(given), isError: false }),
}

const serverOf = (...tools: Tool[]): Server => ({ version: '1.2.3', instructions: 'How.', tools })

type Sent = string | Uint8Array | ((answers: JsonObject[]) => Promise<unknown>)

/** The answers of a server to these chunks, in order; a function among them waits for a condition. */
async function answers(server: Server, sent: readonly Sent[]): Promise<JsonObject[]> {
  const said: JsonObject[] = []
  async function* input(): AsyncGenerator<Uint8Array> {
    for (const one of sent) {
      if (typeof one === 'function') await one(said)
      else yield typeof one === 'string' ? Buffer.from(one) : one
    }
  }
  const write = async (text: string): Promise<void> => {
    expect(text).toMatch(/^[^\n]+\n$/)
    said.push(JSON.parse(text))
  }
  await serve(server, { input: input(), write })
  return said
}

const line = (message: unknown): string => `${JSON.stringify(message)}\n`
const request = (id: unknown, method: string, params?: unknown): string =>
  line({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) })
const until = (count: number) => async (said: JsonObject[]) => {
  while (said.length < count) await sleep(1)
}

describe('an MCP server', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2024-11-05'],
    ['2099-01-01', '2025-11-25'],
    ['', '2025-11-25'],
  ])('asked for protocol %j answers with %s', async (asked, given) => {
    const [answer] = await answers(serverOf(), [request(1, 'initialize', { protocolVersion: asked, capabilities: {} })])
    expect(answer).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        protocolVersion: given,
        capabilities: { tools: {} },
        serverInfo: { name: 'bailiff', title: 'Bailiff', version: '1.2.3' },
        instructions: 'How.',
      },
    })
  })

  it('answers ping, lists its tools and calls them', async () => {
    const { call: _, ...listed } = TOOL
    expect(
      await answers(serverOf(TOOL), [
        request('a', 'ping'),
        request(2, 'tools/list'),
        request(3, 'tools/call', { name: 'echo', arguments: { x: 'ü\n' } }),
        until(3),
      ]),
    ).toEqual([
      { jsonrpc: '2.0', id: 'a', result: {} },
      { jsonrpc: '2.0', id: 2, result: { tools: [listed] } },
      { jsonrpc: '2.0', id: 3, result: { content: [{ type: 'text', text: '{"x":"ü\\n"}' }], isError: false } },
    ])
  })

  it.each([
    ['{', null, -32_700],
    ['[1,', null, -32_700],
    ['"text"', null, -32_600],
    ['null', null, -32_600],
    ['[]', null, -32_600],
    [line({ jsonrpc: '1.0', id: 1, method: 'ping' }), 1, -32_600],
    [line({ jsonrpc: '2.0', id: 1 }), 1, -32_600],
    [line({ jsonrpc: '2.0', id: null, method: 'ping' }), null, -32_600],
    [line({ jsonrpc: '2.0', id: {}, method: 'ping' }), null, -32_600],
    [line({ jsonrpc: '2.0', id: 1, method: 7 }), 1, -32_600],
    [line({ jsonrpc: '2.0', id: 1, method: 'ping', params: [1] }), 1, -32_600],
    [request(1, 'resources/list'), 1, -32_601],
    [request(1, '__proto__'), 1, -32_601],
    [request(1, 'initialize', {}), 1, -32_602],
    [request(1, 'tools/call', {}), 1, -32_602],
    [request(1, 'tools/call', { name: 'nobody' }), 1, -32_602],
    [request(1, 'tools/call', { name: 'echo', arguments: [1] }), 1, -32_602],
  ])('answers %j with an error for %j: %i', async (sent, id, code) => {
    const said = await answers(serverOf(TOOL), [`${sent.trimEnd()}\n`, request('after', 'ping')])
    expect(said).toMatchObject([{ jsonrpc: '2.0', id, error: { code, message: expect.any(String) } }, { id: 'after' }])
  })

  it('does not answer notifications, answers or empty lines', async () => {
    const said = await answers(serverOf(), [
      line({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      line({ jsonrpc: '2.0', method: 'notifications/nobody', params: {} }),
      line({ jsonrpc: '2.0', id: 7, result: {} }),
      line({ jsonrpc: '2.0', id: 7, error: { code: 1, message: 'x' } }),
      '\n \r\n',
    ])
    expect(said).toEqual([])
  })

  it('answers a batch with a batch, and does not answer a batch of notifications', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'echo' } }
    expect(await answers(serverOf(TOOL), [line([ping, note, 1, call]), line([note]), until(1)])).toMatchObject([
      [
        { id: 1, result: {} },
        { id: null, error: { code: -32_600 } },
        { id: 2, result: { isError: false } },
      ],
    ])
    expect(await answers(serverOf(), [line(Array(101).fill(ping))])).toMatchObject([{ error: { code: -32_600 } }])
  })

  it('reads lines split into any chunks, even the last one without a newline', async () => {
    const bytes = Buffer.from(`${request(1, 'ping')}\r\n${request('ü', 'ping').trimEnd()}`)
    const pieces = [...bytes].map((byte) => Uint8Array.of(byte))
    expect(await answers(serverOf(), pieces)).toMatchObject([{ id: 1 }, { id: 'ü' }])
  })

  it('answers a line that is too long with an error, keeps none of it, and continues', async () => {
    const lines = new Lines(100)
    const chunk = Buffer.alloc(64, 'x')
    for (let i = 0; i < 1_000; i++) expect([...lines.hear(chunk)]).toEqual([])
    expect([...lines.hear(Buffer.from('\nok\n'))]).toEqual([null, 'ok'])
    const huge = `{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(2 << 20)}"}\n`
    expect(await answers(serverOf(), [huge, request(2, 'ping')])).toMatchObject([
      { id: null, error: { code: -32_700 } },
      { id: 2 },
    ])
  })

  it('continues after a tool that throws, and after endless nesting', async () => {
    const broken: Tool = { ...TOOL, name: 'broken', call: () => Promise.reject(new Error('secret detail')) }
    const said = await answers(serverOf(broken), [
      request(1, 'tools/call', { name: 'broken' }),
      `${'['.repeat(500_000)}\n`,
      request(2, 'ping'),
      until(3),
    ])
    expect(said).toHaveLength(3)
    expect(said.find(({ id }) => id === 1)).toMatchObject({ error: { code: -32_603 } })
    expect(JSON.stringify(said)).not.toContain('secret')
  })

  /** A tool that runs until it is cancelled. */
  const waiting = (ran: string[]): Tool => ({
    ...TOOL,
    name: 'wait',
    call: (given, signal) =>
      new Promise((resolve) => {
        ran.push(`${given['as']} begun`)
        signal.addEventListener('abort', () => {
          ran.push(`${given['as']} stopped`)
          resolve({ text: 'too late', isError: false })
        })
      }),
  })

  it('stops a cancelled call, running or waiting, without an answer; other calls continue', async () => {
    const ran: string[] = []
    const cancel = (requestId: unknown): string =>
      line({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: 'x' } })
    const said = await answers(serverOf(waiting(ran), TOOL), [
      request(1, 'tools/call', { name: 'wait', arguments: { as: 'first' } }),
      request(2, 'tools/call', { name: 'wait', arguments: { as: 'second' } }),
      request(3, 'tools/call', { name: 'echo' }),
      request(4, 'ping'),
      until(1),
      cancel('nobody'),
      cancel({}),
      cancel(2),
      cancel(1),
      until(2),
    ])
    expect(said.map(({ id }) => id)).toEqual([4, 3])
    expect(ran).toEqual(['first begun', 'first stopped'])
  })

  it('does not let a call wait for one that runs beside others', async () => {
    const ran: string[] = []
    const said = await answers(serverOf({ ...waiting(ran), order: 'beside others' }, TOOL), [
      request(1, 'tools/call', { name: 'wait', arguments: { as: 'it' } }),
      request(2, 'tools/call', { name: 'echo' }),
      request(3, 'tools/list'),
      until(2),
    ])
    expect(said.map(({ id }) => id)).toEqual([3, 2])
    expect(JSON.stringify(said)).not.toContain('beside')
    expect(ran).toEqual(['it begun', 'it stopped'])
  })

  it('stops running calls when the input ends, and ends', async () => {
    const ran: string[] = []
    const said = await answers(serverOf(waiting(ran)), [
      request(1, 'tools/call', { name: 'wait', arguments: { as: 'it' } }),
      () => sleep(5),
    ])
    expect({ said, ran }).toEqual({ said: [], ran: ['it begun', 'it stopped'] })
  })

  it('refuses an id that is in use, and calls beyond the limit of waiting ones', async () => {
    const calls = Array.from({ length: 40 }, (_, i) => request(i, 'tools/call', { name: 'wait' }))
    const said = await answers(serverOf(waiting([])), [...calls, request(0, 'tools/call', { name: 'wait' })])
    expect(said.map(({ id }) => id)).toEqual([32, 33, 34, 35, 36, 37, 38, 39, 0])
    expect(said.at(-1)).toMatchObject({ error: { code: -32_600 } })
  })

  it('never fails, whatever comes in', async () => {
    const messages = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({ jsonrpc: fc.constant('2.0'), id: fc.jsonValue(), method: fc.string(), params: fc.jsonValue() })
        .map(line),
      fc.uint8Array(),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(messages), async (sent) => {
        for (const answer of await answers(serverOf(TOOL), [...sent, '\n', request('end', 'ping')].flat()))
          for (const one of [answer].flat()) expect(one).toMatchObject({ jsonrpc: '2.0' })
      }),
      { seed: 16, numRuns: 300 },
    )
  })
})
