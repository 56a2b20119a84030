import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { validating } from '../../../test/helpers/validating.ts'

/** A separate server on its own port. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const policy = (fields: string): string => `version: 1
validators:
  up: { kind: http_2xx, timeout_seconds: 2, ${fields} }
bindings:
  shipped: up
`

const says =
  (status: number, headers: { [name: string]: string } = {}, body = ''): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body)

describe('http_2xx', () => {
  it.each([
    [200, 0, 'PASSED'],
    [204, 0, 'PASSED'],
    [404, 2, 'NOT_2XX'],
    [500, 2, 'NOT_2XX'],
    [302, 2, 'NOT_2XX'],
  ])('answered with %i exits with %i', async (status, exit, code) => {
    const { validate, last } = await validating(policy(`url: '${await serve(says(status, {}, 'hello'))}/health?key=x'`))
    expect(await validate('shipped', 'up')).toMatchObject({ exit, code, data: { status } })
    expect(JSON.stringify(last())).not.toContain('key=x')
  })

  it("asks only hosts that the policy names: the agent's own server on another port does not count", async () => {
    const [named, own] = [await serve(says(200)), await serve(says(200))]
    const { validate } = await validating(policy(`hosts: ['${named.slice('http://'.length)}']`))
    expect(await validate('shipped', 'up', { url: `${named}/a` })).toMatchObject({ exit: 0 })
    for (const url of [own, 'http://127.0.0.1/', 'http://localhost/', `${named.replace('127.0.0.1', 'localhost')}/`])
      expect(await validate('shipped', 'up', { url })).toMatchObject({ exit: 3, code: 'ARGUMENT_REFUSED' })
    for (const url of ['file:///etc/passwd', 'nothing', 3, `${named.replace('http://', 'http://a:b@')}/`])
      expect(await validate('shipped', 'up', { url })).toMatchObject({ exit: 3, code: 'ARGUMENT_REFUSED' })
  })

  it('takes no address if the policy sets one', async () => {
    const { validate } = await validating(policy(`url: '${await serve(says(404))}'`))
    const other = await serve(says(200))
    expect(await validate('shipped', 'up', { url: other })).toMatchObject({ exit: 3, code: 'ARGUMENT_REFUSED' })
  })

  it('follows a few redirects on the same host, and none to another', async () => {
    const other = await serve(says(200))
    const server = await serve((request, response) => {
      const to = { '/': '/ok', '/away': `${other}/`, '/round': '/round' }[request.url ?? '']
      if (to === undefined) response.writeHead(200).end()
      else response.writeHead(302, { location: to }).end()
    })
    const { validate } = await validating(policy(`hosts: ['${server.slice('http://'.length)}']`))
    expect(await validate('shipped', 'up', { url: `${server}/` })).toMatchObject({ exit: 0 })
    for (const path of ['away', 'round'])
      expect(await validate('shipped', 'up', { url: `${server}/${path}` })).toMatchObject({ exit: 2, code: 'NOT_2XX' })
  })

  it('reads no more of an endless answer than it needs, and does not wait for a silent server', async () => {
    const endless = await serve((_, response) => {
      response.writeHead(200)
      let isOpen = true
      response.once('close', () => {
        isOpen = false
      })
      // In a separate tick: some versions of Node call back at once when the reader is gone.
      const more = (): void => void (isOpen && response.write('x'.repeat(65536), () => setImmediate(more)))
      more()
    })
    const one = await validating(policy(`url: '${endless}'`))
    expect(await one.validate('shipped', 'up')).toMatchObject({ exit: 0 })
    expect(one.last()?.artifacts).toMatchObject([{ name: 'body', bytes: 65536 }])
    const silent = await validating(policy(`url: '${await serve(() => {})}'`))
    expect(await silent.validate('shipped', 'up')).toMatchObject({
      exit: 2,
      code: 'NO_ANSWER',
      said: expect.stringMatching(/ did not answer within \d+ s\.$/),
    })
    const nobody = await validating(policy("url: 'http://127.0.0.1:1/'"))
    expect(await nobody.validate('shipped', 'up')).toMatchObject({
      exit: 2,
      code: 'NO_ANSWER',
      said: 'http://127.0.0.1:1/ refused the connection.',
    })
  })
})
