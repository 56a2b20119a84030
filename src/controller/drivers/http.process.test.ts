import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { JsonObject } from '../../ledger/kinds.ts'
import type { EffectRequest } from './driver.ts'
import { httpDriver } from './http.ts'

const never = new AbortController().signal
const TARGET = { title: 'Fix it', labels: ['bug'], meta: { by: 'bot' } }

const asked = (settings: JsonObject, more: Partial<EffectRequest> = {}): EffectRequest => ({
  effect_ref: 'resource:issue:7',
  target_state: TARGET,
  idempotency_key: 'the-key',
  settings,
  surroundings: { cwd: '/', env: { TOKEN: 'secret', EMPTY: '', BROKEN: 'a\nb' } },
  ...more,
})

type Heard = { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers']; body: string }

/** A server on loopback that remembers what it was asked. */
async function serve(answer: RequestListener): Promise<{ url: string; heard: Heard[] }> {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const { method, url, headers } = request
    heard.push({ method, url, headers, body: Buffer.concat(parts).toString() })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

/** A server that does anything to the connection. */
async function serveRaw(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Answers every change with a status, and every GET with another answer. */
const answering =
  (status: number, found: { status: number; body: string } = { status: 500, body: '' }): RequestListener =>
  (request, response) => {
    if (request.method === 'GET') response.writeHead(found.status).end(found.body)
    else response.writeHead(status).end('answer')
  }

describe('a request', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s carries the target state, the key and the headers',
    async (method) => {
      const { url, heard } = await serve(answering(201))
      const headers = { authorization: { env: 'TOKEN', prefix: 'Bearer ' }, 'X-Plain': 'text' }
      const applied = await httpDriver.apply(asked({ method, url: `${url}/issues/7?a=b`, headers }), never)
      expect(applied).toEqual({ outcome: 'done', why: null, response: { status: 201 }, output: { body: 'answer' } })
      expect(heard).toMatchObject([{ method, url: '/issues/7?a=b', body: JSON.stringify(TARGET) }])
      expect(heard[0]?.headers).toMatchObject({
        'idempotency-key': 'the-key',
        'content-type': 'application/json',
        authorization: 'Bearer secret',
        'x-plain': 'text',
      })
      expect(JSON.stringify(applied)).not.toContain('secret')
    },
  )

  it('may have no body', async () => {
    const { url, heard } = await serve(answering(204))
    expect(await httpDriver.apply(asked({ method: 'DELETE', url, body: 'none' }), never)).toMatchObject({
      outcome: 'done',
    })
    expect(heard).toMatchObject([{ body: '', headers: { 'idempotency-key': 'the-key' } }])
    expect(heard[0]?.headers['content-type']).toBeUndefined()
  })

  it('may name its own content type', async () => {
    const { url, heard } = await serve(answering(200))
    const headers = { 'Content-Type': 'application/merge-patch+json' }
    await httpDriver.apply(asked({ method: 'PATCH', url, headers }), never)
    expect(heard[0]?.headers['content-type']).toBe('application/merge-patch+json')
  })

  it('keeps 64 KB of the response, and reads it to its end', async () => {
    const { url } = await serve((_, response) => response.end('x'.repeat(5_000_000)))
    const { outcome, response, output } = await httpDriver.apply(asked({ method: 'POST', url }), never)
    expect([outcome, output['body']?.length]).toEqual(['done', 64 << 10])
    expect(response).toEqual({ status: 200, dropped_bytes: 5_000_000 - (64 << 10) })
  })

  it('is sent once, whatever happens', async () => {
    let count = 0
    const url = await serveRaw((socket) => {
      count++
      socket.once('data', () => socket.destroy())
    })
    expect(await httpDriver.apply(asked({ method: 'PUT', url }), never)).toMatchObject({ outcome: 'unknown' })
    expect(count).toBe(1)
  })

  it('is not sent to the place that a redirect names', async () => {
    const other = await serve(answering(200))
    const { url, heard } = await serve((_, response) => response.writeHead(307, { location: other.url }).end())
    const headers = { authorization: { env: 'TOKEN' } }
    const applied = await httpDriver.apply(asked({ method: 'POST', url, headers }), never)
    expect(applied).toMatchObject({
      outcome: 'not-done',
      why: 'The server answered with status 307.',
      response: { status: 307 },
    })
    expect([heard.length, other.heard.length]).toEqual([1, 0])
  })
})

describe('a status', () => {
  it.each([
    [200, 'done'],
    [202, 'done'],
    [299, 'done'],
    [301, 'not-done'],
    [304, 'not-done'],
    [400, 'not-done'],
    [401, 'not-done'],
    [404, 'not-done'],
    [408, 'unknown'],
    [409, 'unknown'],
    [422, 'not-done'],
    [425, 'unknown'],
    [429, 'not-done'],
    [499, 'not-done'],
    [500, 'unknown'],
    [503, 'unknown'],
    [599, 'unknown'],
    [700, 'unknown'],
  ])('of %i means %s', async (status, outcome) => {
    const { url, heard } = await serve(answering(status))
    const applied = await httpDriver.apply(asked({ method: 'POST', url }), never)
    expect(applied).toMatchObject({ outcome, response: { status } })
    expect(heard).toHaveLength(1)
  })

  it.each([
    [503, { status: 200, body: JSON.stringify({ ...TARGET, id: 7 }) }, 'done', null],
    [409, { status: 200, body: JSON.stringify(TARGET) }, 'done', null],
    [503, { status: 404, body: '' }, 'not-done', 'The server answered with status 503.'],
    [503, { status: 500, body: '' }, 'unknown', 'The server answered with status 503. The probe could not tell more.'],
  ])('of %i is judged by the probe %j as %s', async (status, found, outcome, why) => {
    const { url, heard } = await serve(answering(status, found))
    const request = asked({
      method: 'POST',
      url: `${url}/issues`,
      probe: { url: `${url}/issues/7`, headers: { a: 'b' } },
    })
    expect(await httpDriver.apply(request, never)).toMatchObject({ outcome, why, response: { status, probe: outcome } })
    expect(heard).toMatchObject([
      { method: 'POST' },
      { method: 'GET', url: '/issues/7', headers: { a: 'b' }, body: '' },
    ])
    expect(heard[1]?.headers['idempotency-key']).toBeUndefined()
  })

  it('of 2xx or 4xx needs no probe', async () => {
    for (const status of [200, 400]) {
      const { url, heard } = await serve(answering(status))
      await httpDriver.apply(asked({ method: 'POST', url, probe: { url } }), never)
      expect(heard).toHaveLength(1)
    }
  })
})

describe('a connection', () => {
  it('that is refused means not done', async () => {
    const server = createTcpServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    expect(await httpDriver.apply(asked({ method: 'POST', url: `http://127.0.0.1:${port}` }), never)).toEqual({
      outcome: 'not-done',
      why: 'The server could not be reached: ECONNREFUSED in connect.',
      response: {},
      output: {},
    })
  })

  it('that every address of a host refuses means not done, with a reason', async () => {
    const applied = await httpDriver.apply(asked({ method: 'POST', url: 'http://localhost:1/' }), never)
    expect(applied).toMatchObject({ outcome: 'not-done', why: expect.stringMatching(/reached: ECONNREFUSED/) })
  })

  it('to a name that does not exist means not done', async () => {
    const applied = await httpDriver.apply(asked({ method: 'POST', url: 'http://no-such-host.invalid/' }), never)
    expect(applied).toMatchObject({ outcome: 'not-done', why: expect.stringContaining('could not be reached') })
  })

  it('to a server that does not speak TLS means not done: nothing was sent', async () => {
    const heard: string[] = []
    const url = await serveRaw((socket) =>
      socket.once('data', (data) => {
        heard.push(data.toString('latin1'))
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
      }),
    )
    const applied = await httpDriver.apply(asked({ method: 'POST', url: url.replace('http:', 'https:') }), never)
    expect(applied).toMatchObject({ outcome: 'not-done' })
    expect(heard.join('')).not.toContain('the-key')
  })

  it.each([
    ['before the response', ''],
    ['in the headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
    ['in a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel'],
    ['with something that is not HTTP', 'SSH-2.0-OpenSSH\r\n'],
    ['to another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ])('that breaks off %s means unknown', async (_, answer) => {
    const url = await serveRaw((socket) => socket.once('data', () => socket.end(answer)))
    const applied = await httpDriver.apply(asked({ method: 'POST', url }), never)
    expect(applied).toMatchObject({ outcome: 'unknown', why: expect.stringContaining('The connection was lost') })
  })

  it('that is reset means unknown', async () => {
    const url = await serveRaw((socket) => socket.once('data', () => socket.resetAndDestroy()))
    expect(await httpDriver.apply(asked({ method: 'POST', url }), never)).toMatchObject({ outcome: 'unknown' })
  })

  it('that breaks off is judged by a probe, if there is one', async () => {
    const { url } = await serve((request, response) => {
      if (request.method === 'GET') response.end(JSON.stringify(TARGET))
      else response.destroy()
    })
    expect(await httpDriver.apply(asked({ method: 'POST', url, probe: { url } }), never)).toMatchObject({
      outcome: 'done',
      response: { probe: 'done' },
    })
  })

  it.each([
    ['before', ''],
    ['in the middle of', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
  ])('that is stopped %s the response means unknown', async (_, answer) => {
    const stop = new AbortController()
    const url = await serveRaw((socket) =>
      socket.once('data', () => {
        if (answer === '') stop.abort()
        else socket.write(answer, () => setImmediate(() => stop.abort()))
      }),
    )
    const request = asked({ method: 'POST', url, probe: { url } })
    expect(await httpDriver.apply(request, stop.signal)).toMatchObject({ outcome: 'unknown' })
  })

  it('that is stopped before it is made means not done', async () => {
    const { url, heard } = await serve(answering(200))
    expect(await httpDriver.apply(asked({ method: 'POST', url }), AbortSignal.abort())).toMatchObject({
      outcome: 'not-done',
    })
    const stop = new AbortController()
    const applied = httpDriver.apply(asked({ method: 'POST', url }), stop.signal)
    stop.abort()
    expect(await applied).toMatchObject({ outcome: 'not-done', why: 'The server could not be reached: stopped.' })
    expect(heard).toEqual([])
  })
})

describe('a probe', () => {
  const probeOf = async (status: number, body: string, settings: JsonObject = {}): Promise<string> => {
    const { url } = await serve((_, response) => response.writeHead(status).end(body))
    return httpDriver.probe(asked({ method: 'POST', url, probe: { url }, ...settings }), never)
  }

  it.each([
    [200, JSON.stringify(TARGET), 'done'],
    [200, JSON.stringify({ id: 7, ...TARGET, meta: { by: 'bot', at: 1 } }), 'done'],
    [200, JSON.stringify({ ...TARGET, title: 'Fix' }), 'not-done'],
    [200, JSON.stringify({ ...TARGET, labels: ['bug', 'more'] }), 'not-done'],
    [200, '[]', 'not-done'],
    [200, 'null', 'not-done'],
    [200, '', 'unknown'],
    [200, '<html>Please log in</html>', 'unknown'],
    [201, JSON.stringify(TARGET), 'unknown'],
    [302, '', 'unknown'],
    [401, '', 'unknown'],
    [403, '', 'unknown'],
    [404, '', 'not-done'],
    [410, '', 'not-done'],
    [429, '', 'unknown'],
    [500, '', 'unknown'],
  ])('that finds %i %s says %s', async (status, body, outcome) => expect(await probeOf(status, body)).toBe(outcome))

  it.each([
    [200, '{}', 'not-done'],
    [404, '', 'done'],
    [410, '', 'done'],
    [403, '', 'unknown'],
  ])('of a DELETE that finds %i %s says %s', async (status, body, outcome) =>
    expect(await probeOf(status, body, { method: 'DELETE' })).toBe(outcome),
  )

  it('that finds too much, half of it or nobody is unknown', async () => {
    expect(await probeOf(200, JSON.stringify({ ...TARGET, more: 'x'.repeat(1 << 20) }))).toBe('unknown')
    const url = await serveRaw((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}')),
    )
    expect(await httpDriver.probe(asked({ method: 'POST', url, probe: { url } }), never)).toBe('unknown')
    expect(await httpDriver.probe(asked({ method: 'POST', url, probe: { url } }), AbortSignal.abort())).toBe('unknown')
    const gone = { method: 'POST', url, probe: { url: 'http://no-such-host.invalid' } }
    expect(await httpDriver.probe(asked(gone), never)).toBe('unknown')
  })

  it('that is not given says unknown, and asks nobody', async () => {
    const { url, heard } = await serve(answering(200))
    expect(await httpDriver.probe(asked({ method: 'POST', url }), never)).toBe('unknown')
    expect(heard).toEqual([])
  })

  it('does not pass the token of the request on', async () => {
    const { url, heard } = await serve(answering(200, { status: 404, body: '' }))
    const headers = { authorization: { env: 'TOKEN' } }
    await httpDriver.probe(asked({ method: 'POST', url, headers, probe: { url } }), never)
    expect(heard).toMatchObject([{ method: 'GET' }])
    expect(heard[0]?.headers.authorization).toBeUndefined()
  })
})

describe('the preview', () => {
  const previewOf = async (status: number, body: string, settings: JsonObject = {}) => {
    const { url } = await serve((_, response) => response.writeHead(status).end(body))
    return httpDriver.preview(asked({ method: 'PUT', url, probe: { url }, ...settings }), never)
  }

  it('shows the fields that would change, as the probe finds them', async () => {
    const found = JSON.stringify({ id: 7, title: 'Old', labels: [], meta: { by: 'ann', at: 1 } })
    const before = { title: 'Old', labels: [], meta: { by: 'ann' } }
    expect(await previewOf(200, found)).toEqual({ before, after: TARGET })
    expect(await previewOf(404, '')).toEqual({ before: null, after: TARGET })
    expect(await previewOf(200, '{"id":7}', { method: 'DELETE' })).toEqual({ before: { id: 7 }, after: null })
  })

  it('knows nothing without a probe, and fails if the probe does', async () => {
    const request = asked({ method: 'PUT', url: 'http://127.0.0.1:1' })
    expect(await httpDriver.preview(request, never)).toEqual({ before: null, after: TARGET })
    await expect(previewOf(500, '')).rejects.toThrow(/^Cannot read http.*: status 500\.$/)
  })
})

it('names every request it may make', () => {
  const url = 'https://example.org/a?b=c'
  expect(httpDriver.callsOf(asked({ method: 'PUT', url }))).toEqual([{ kind: 'request', method: 'PUT', url }])
  expect(httpDriver.callsOf(asked({ method: 'PUT', url, probe: { url: `${url}&d` } }))).toEqual([
    { kind: 'request', method: 'PUT', url },
    { kind: 'request', method: 'GET', url: `${url}&d` },
  ])
})

describe('faults', () => {
  const good = { method: 'POST', url: 'http://localhost/' }

  it.each<[JsonObject, string]>([
    [{ url: good.url }, 'settings.method: must be POST, PUT, PATCH or DELETE'],
    [{ ...good, method: 'GET' }, 'settings.method: must be POST, PUT, PATCH or DELETE'],
    [{ ...good, url: 7 }, 'settings.url: must be text'],
    [{ ...good, url: '/issues' }, 'settings.url: must be a full URL with http:// or https://'],
    [{ ...good, url: 'file:///etc/passwd' }, 'settings.url: must be a full URL with http:// or https://'],
    [{ ...good, url: 'http://me:pass@localhost/' }, 'settings.url: must not contain a user name or password'],
    [{ ...good, probe: { url: 'ftp://localhost' } }, 'settings.probe.url: must be a full URL'],
    [{ ...good, probe: 'http://localhost' }, 'settings.probe: '],
    [{ ...good, body: 'xml' }, 'settings.body: must be json or none'],
    [{ ...good, redirect: 'follow' }, 'settings: Unrecognized key: "redirect"'],
    [{ ...good, headers: { a: 1 } }, 'settings.headers.a: must be text, or {env: NAME}'],
    [{ ...good, headers: { a: 'b\r\nc: d' } }, 'settings.headers.a: '],
    [{ ...good, headers: { 'a b': 'c' } }, 'settings.headers.a b: '],
    [{ ...good, headers: { 'Idempotency-Key': 'mine' } }, 'settings.headers.Idempotency-Key: '],
    [{ ...good, headers: { HOST: 'other' } }, 'settings.headers.HOST: '],
    [
      { ...good, headers: { a: { env: 'NO_SUCH' } } },
      'settings.headers: the environment variable NO_SUCH for the header a is not set',
    ],
    [
      { ...good, headers: { a: { env: 'EMPTY' } } },
      'settings.headers: the environment variable EMPTY for the header a is not set',
    ],
    [
      { ...good, headers: { a: { env: 'BROKEN' } } },
      'settings.headers: the environment variable BROKEN contains characters',
    ],
    [
      { ...good, probe: { url: good.url, headers: { a: { env: 'NO_SUCH' } } } },
      'settings.probe.headers: the environment variable NO_SUCH',
    ],
  ])('of %j', (settings, fault) => expect(httpDriver.faultOf(asked(settings))).toContain(fault))

  it('include an empty target state that every probe would find', () => {
    const request = asked({ ...good, probe: { url: good.url } }, { target_state: {} })
    expect(httpDriver.faultOf(request)).toContain('target_state: must not be empty')
    expect(httpDriver.faultOf(asked(good, { target_state: {} }))).toBeNull()
  })

  it('stop the request if nobody asked for them: it is never sent without its token', async () => {
    const { url, heard } = await serve(answering(200))
    const request = asked({ method: 'POST', url, headers: { a: { env: 'NO_SUCH' } } })
    await expect(httpDriver.apply(request, never)).rejects.toThrow('NO_SUCH')
    expect(heard).toEqual([])
  })

  it('are none in good settings, and never show a secret', () => {
    const headers = { a: { env: 'TOKEN', prefix: 'Bearer ' }, b: 'c' }
    expect(httpDriver.faultOf(asked({ ...good, headers, probe: { url: good.url, headers }, body: 'none' }))).toBeNull()
    expect(httpDriver.faultOf(asked({ ...good, headers: { a: { env: 'BROKEN' } } }))).not.toContain('a\nb')
  })
})
