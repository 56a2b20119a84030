import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempDir } from '../../../test/helpers/temp.ts'
import { isRoot } from '../../../test/helpers/user.ts'
import { sha256 } from '../../ledger/digest.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { DRIVERS, SENSORS } from './built-in.ts'
import type { Sensor, Surroundings } from './driver.ts'
import { commandSensor, fileSensor, httpSensor } from './sensors.ts'

const never = new AbortController().signal
const read = (sensor: Sensor, settings: JsonObject, more: Partial<Surroundings> = {}) =>
  sensor.read(settings, { cwd: tempDir(), env: process.env, ...more }, never)

it('there is a sensor for each kind of driver', () => {
  expect(Object.keys(SENSORS)).toEqual(Object.keys(DRIVERS))
  expect(Object.keys(SENSORS)).toEqual(['file', 'command', 'http'])
})

describe('the file sensor', () => {
  it('shows content that compares with a target state of the file driver', async () => {
    const cwd = tempDir()
    const content = '\ufeffü NUL \0\r\n'
    const request = {
      effect_ref: 'resource:config:a',
      target_state: { content },
      idempotency_key: 'k',
      settings: { path: 'a' },
      surroundings: { cwd, env: {} },
    }
    expect(await read(fileSensor, { path: 'a' }, { cwd })).toEqual({ exists: false })
    await DRIVERS['file']?.apply(request, never)
    expect(await read(fileSensor, { path: 'a' }, { cwd })).toEqual({ exists: true, ...request.target_state })
  })

  it('shows a binary file by its hash, a symlink by its target, and what else is there', async () => {
    const cwd = tempDir()
    const bytes = Buffer.alloc(2 << 20, 0xff)
    writeFileSync(join(cwd, 'binary'), bytes)
    symlinkSync('/no/such', join(cwd, 'link'))
    mkdirSync(join(cwd, 'folder'))
    expect(await read(fileSensor, { path: 'binary' }, { cwd })).toEqual({
      exists: true,
      sha256: sha256(bytes),
      bytes: 2 << 20,
    })
    expect(await read(fileSensor, { path: 'link' }, { cwd })).toEqual({ exists: true, symlink: '/no/such' })
    expect(await read(fileSensor, { path: 'folder' }, { cwd })).toEqual({ exists: true, kind: 'folder' })
    expect(await read(fileSensor, { path: '/dev/null' }, { cwd })).toEqual({ exists: true, kind: 'special' })
    expect(await read(fileSensor, { path: 'binary/x' }, { cwd })).toEqual({ exists: false })
  })

  it.skipIf(process.platform !== 'linux')('reads system files, which have no size', async () => {
    expect(await read(fileSensor, { path: '/proc/sys/kernel/ostype' })).toEqual({ exists: true, content: 'Linux\n' })
  })

  it('shows the files of a folder by name, sorted, without the leftovers of killed attempts', async () => {
    const cwd = tempDir()
    mkdirSync(join(cwd, 'd/sub'), { recursive: true })
    for (const name of ['b', 'a', 'Z', '.hidden', '__proto__', `.bailiff-${'0'.repeat(32)}.tmp`])
      writeFileSync(join(cwd, 'd', name), name)
    symlinkSync('a', join(cwd, 'd/link'))
    const state = await read(fileSensor, { folder: 'd' }, { cwd })
    expect(Object.entries(state as JsonObject)).toEqual([
      ['.hidden', { exists: true, content: '.hidden' }],
      ['Z', { exists: true, content: 'Z' }],
      ['__proto__', { exists: true, content: '__proto__' }],
      ['a', { exists: true, content: 'a' }],
      ['b', { exists: true, content: 'b' }],
      ['link', { exists: true, symlink: 'a' }],
    ])
    expect(await read(fileSensor, { folder: 'd/sub' }, { cwd })).toEqual({})
    expect(await read(fileSensor, { folder: 'none' }, { cwd })).toEqual({})
  })

  it('refuses more than 1000 files, more than 1 MiB of text, and what it cannot show', async () => {
    const cwd = tempDir()
    const at = (name: string): string => join(cwd, name)
    for (const name of ['many', 'large', 'names']) mkdirSync(at(name))
    for (let n = 0; n < 1000; n++) writeFileSync(at(`many/${n}`), '')
    expect(Object.keys((await read(fileSensor, { folder: 'many' }, { cwd })) as JsonObject)).toHaveLength(1000)
    writeFileSync(at('many/one-more'), '')
    await expect(read(fileSensor, { folder: 'many' }, { cwd })).rejects.toThrow(
      `Cannot observe ${at('many')}: it has more than 1000 files.`,
    )
    for (const name of ['a', 'b']) writeFileSync(at(`large/${name}`), 'x'.repeat(1 << 19))
    expect(Object.keys((await read(fileSensor, { folder: 'large' }, { cwd })) as JsonObject)).toHaveLength(2)
    writeFileSync(at('large/c'), 'x')
    await expect(read(fileSensor, { folder: 'large' }, { cwd })).rejects.toThrow('exceeds the limit of 1 MiB')
    writeFileSync(at('big'), 'x'.repeat((1 << 20) + 1))
    await expect(read(fileSensor, { path: 'big' }, { cwd })).rejects.toThrow('exceeds the limit of 1 MiB')
    truncateSync(at('big'), (64 << 20) + 1)
    await expect(read(fileSensor, { path: 'big' }, { cwd })).rejects.toThrow('it is larger than 64 MiB')
    await expect(read(fileSensor, { folder: 'big' }, { cwd })).rejects.toThrow(`Cannot observe ${at('big')}: ENOTDIR`)
    if (process.platform !== 'linux') return
    writeFileSync(Buffer.concat([Buffer.from(`${at('names')}/`), Buffer.from([0xff])]), '')
    await expect(read(fileSensor, { folder: 'names' }, { cwd })).rejects.toThrow('a name that is not UTF-8')
  })

  it.skipIf(isRoot)(`says what it may not read${isRoot ? ' — SKIPPED: modes do not bind root' : ''}`, async () => {
    const cwd = tempDir()
    writeFileSync(join(cwd, 'a'), 'secret')
    chmodSync(join(cwd, 'a'), 0)
    await expect(read(fileSensor, { path: 'a' }, { cwd })).rejects.toThrow(`Cannot read ${cwd}/a: EACCES in open.`)
    await expect(read(fileSensor, { folder: '.' }, { cwd })).rejects.toThrow('EACCES in open')
  })

  it.each<[JsonObject, string]>([
    [{}, 'settings.path: must be text'],
    [{ path: 1 }, 'settings.path: must be text'],
    [{ path: '' }, 'settings.path: must not be empty'],
    [{ path: 'a\0' }, 'settings.path: must not contain a NUL character'],
    [{ folder: 'a\0' }, 'settings.folder: must not contain a NUL character'],
    [{ path: 'a', folder: 'b' }, 'settings: Unrecognized key: "path"'],
  ])('finds the fault of %j', (settings, fault) => expect(fileSensor.faultOf(settings)).toBe(fault))
})

describe('the command sensor', () => {
  const sh = (script: string): string[] => ['sh', '-c', script]

  it('gives exit code and standard output, and leaves standard error out', async () => {
    expect(await read(commandSensor, { command: sh('echo out; echo err >&2; exit 3') })).toEqual({
      exit: 3,
      stdout: 'out\n',
    })
  })

  it('parses JSON, unless the command failed', async () => {
    expect(await read(commandSensor, { command: sh('echo "{\\"a\\":1}"'), json: true })).toEqual({
      exit: 0,
      json: { a: 1 },
    })
    expect(await read(commandSensor, { command: sh('echo no; exit 1'), json: true })).toEqual({
      exit: 1,
      stdout: 'no\n',
    })
    await expect(read(commandSensor, { command: 'echo no', json: true })).rejects.toThrow(
      'The output of echo is not JSON.',
    )
  })

  it('sees only picked variables', async () => {
    const env = { PATH: process.env['PATH'], SECRET: 'x' }
    expect(await read(commandSensor, { command: sh('echo "$SECRET"') }, { env })).toEqual({ exit: 0, stdout: '\n' })
  })

  it('fails if the command does not start, is killed, is stopped or says too much', async () => {
    await expect(read(commandSensor, { command: './none' })).rejects.toThrow('./none could not be started.')
    await expect(read(commandSensor, { command: sh('kill -9 $$') })).rejects.toThrow('sh was killed.')
    const surroundings = { cwd: tempDir(), env: process.env }
    await expect(commandSensor.read({ command: 'sleep 1000' }, surroundings, AbortSignal.abort())).rejects.toThrow(
      'killed',
    )
    const printing = (bytes: number) => [process.execPath, '-e', `process.stdout.write("x".repeat(${bytes}))`]
    expect(await read(commandSensor, { command: printing(1 << 20) })).toMatchObject({ exit: 0 })
    await expect(read(commandSensor, { command: printing((1 << 20) + 1) })).rejects.toThrow(
      'exceeds the limit of 1 MiB',
    )
  })

  it.each<[JsonObject, string]>([
    [{}, 'settings.command: must be a command line or a list of words'],
    [{ command: 'a > b' }, 'settings.command: commands run without a shell'],
    [{ command: 'a', json: 'yes' }, 'settings.json: must be true or false'],
  ])('finds the fault of %j', (settings, fault) => expect(commandSensor.faultOf(settings)).toContain(fault))
})

describe('the HTTP sensor', () => {
  async function serve(answer: RequestListener): Promise<string> {
    const server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close().closeAllConnections())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const answering = (status: number, type: string, body: string) =>
    serve((_, response) => response.writeHead(status, { 'content-type': type }).end(body))

  it.each([
    [200, 'application/json; charset=utf-8', '{"a":1}', { status: 200, json: { a: 1 } }],
    [200, 'application/problem+json', '[1]', { status: 200, json: [1] }],
    [503, 'application/json', '{broken', { status: 503, text: '{broken' }],
    [200, 'text/plain', '{"a":1}', { status: 200, text: '{"a":1}' }],
    [404, 'text/html', 'no', { status: 404, text: 'no' }],
  ])('reads %i %s', async (status, type, body, state) => {
    expect(await read(httpSensor, { url: await answering(status, type, body) })).toEqual(state)
  })

  it('shows a redirect instead of following it', async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end('gone'))
    expect(await read(httpSensor, { url })).toEqual({ status: 302, text: 'gone' })
  })

  it('sends headers, and never without their variables', async () => {
    const url = await serve(({ headers }, response) => response.end(headers.authorization ?? 'nothing'))
    const headers = { authorization: { env: 'TOKEN', prefix: 'Bearer ' } }
    expect(await read(httpSensor, { url, headers }, { env: { TOKEN: 'x' } })).toEqual({ status: 200, text: 'Bearer x' })
    await expect(read(httpSensor, { url, headers }, { env: {} })).rejects.toThrow(
      `Cannot request ${url}: the environment variable TOKEN for the header authorization is not set.`,
    )
  })

  it('fails if there is no answer, half an answer or too much of it', async () => {
    await expect(read(httpSensor, { url: 'http://no-such-host.invalid/' })).rejects.toThrow('No answer from')
    const server = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const half = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await expect(read(httpSensor, { url: half })).rejects.toThrow('the response was cut off')
    const large = await answering(200, 'text/plain', 'x'.repeat((1 << 20) + 1))
    await expect(read(httpSensor, { url: large })).rejects.toThrow('exceeds the limit of 1 MiB')
  })

  it.each<[JsonObject, string]>([
    [{}, 'settings.url: must be text'],
    [{ url: 'file:///etc/passwd' }, 'settings.url: must be a full URL with http:// or https://'],
    [{ url: 'http://a', method: 'POST' }, 'settings: Unrecognized key: "method"'],
    [{ url: 'http://a', headers: [] }, 'settings.headers: must be headers by name'],
  ])('finds the fault of %j', (settings, fault) => expect(httpSensor.faultOf(settings)).toContain(fault))
})
