import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect, it, onTestFinished } from 'vitest'
import { HOW_CHECKED } from '../../src/claims/how-checked.ts'
import { isAlive } from '../helpers/alive.ts'
import { BAILIFF, start } from '../helpers/children.ts'
import { McpHere } from '../helpers/mcp-here.ts'
import { tempDir } from '../helpers/temp.ts'
import { bound, type Validating, validating } from '../helpers/validating.ts'

/** The MCP server with the official client, in this process or installed; and the installed one line by line. */

const sh = (script: string): string => JSON.stringify(['sh', '-c', script])

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

const here = ({ ledger, project }: Validating, ...argv: string[]): Promise<Client> =>
  connected(new McpHere(['--home', ledger.home, ...argv], { env: {}, cwd: project }))

const installed = ({ ledger, project }: Validating): Promise<Client> => {
  const args = [BAILIFF, 'mcp', '--home', ledger.home]
  return connected(new StdioClientTransport({ command: process.execPath, args, cwd: project, stderr: 'pipe' }))
}

const ask = (client: Client, given: { [name: string]: unknown }) =>
  client.callTool({ name: 'validate_claim', arguments: given })

const text = (said: string): object[] => [{ type: 'text', text: said }]

it('serves the official client: a tool that says how claims are checked, and runs the bound validators', async () => {
  const one = await validating(bound(sh('test -e .git')))
  const client = await installed(one)
  expect(client.getServerVersion()).toMatchObject({ name: 'bailiff' })
  expect(client.getInstructions()).toBe(HOW_CHECKED)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['validate_claim', 'get_subagent_evidence'])
  expect(tools[0]?.description).toContain(HOW_CHECKED)
  await client.ping()
  expect(await ask(client, { claim: 'done' })).toEqual({
    content: text(
      'check passed: The command exited with code 0. [PASSED]\ndone passed: The claim done is supported. [PASSED]',
    ),
    isError: false,
  })
  expect(one.last()).toMatchObject({ kind: 'validator.passed', body: { claim: 'done', grade: 'executed' } })
})

it('reports failures, refusals and invalid requests', async () => {
  const one = await validating(bound(sh('test -e gone || exit 3')))
  const client = await here(one, '--session', 's')
  expect(await ask(client, { claim: 'done', validator: 'check', args: { required_runs: 1 } })).toEqual({
    content: text('check failed: The command exited with code 3. [COMMAND_FAILED]'),
    isError: false,
  })
  expect(await ask(client, { claim: 'fixed' })).toMatchObject({
    content: text('fixed refused: The approved policy binds no validator to fixed. [NOT_BOUND]'),
    isError: true,
  })
  for (const given of [
    {},
    { claim: 'finished' },
    { claim: 'done', validator: 1 },
    { claim: 'done', args: [] },
    { claim: 'done', x: 1 },
  ])
    expect(await ask(client, given)).toMatchObject({ isError: true })
  await expect(client.callTool({ name: 'nobody' })).rejects.toThrow('Unknown tool')
})

it('reports a missing session, and continues', async () => {
  const one = await validating(bound(sh('test -e .git')))
  const client = await here(one, '--session', 'nobody')
  const said = await ask(client, { claim: 'done' })
  expect(said).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('[STREAM_UNKNOWN]') }] })
  await client.ping()
})

it('stops a cancelled check with everything it started', async () => {
  const home = tempDir()
  const one = await validating(
    bound(sh('echo $$ > $HOME/new; mv $HOME/new $HOME/pid; sleep 600')),
    {},
    { HOME: home, PATH: process.env['PATH'] ?? '' },
  )
  const client = await here(one)
  const cancelling = new AbortController()
  const asked = client.callTool({ name: 'validate_claim', arguments: { claim: 'done' } }, undefined, {
    signal: cancelling.signal,
  })
  while (!existsSync(`${home}/pid`)) await sleep(10)
  const pid = readFileSync(`${home}/pid`, 'utf8').trim()
  cancelling.abort('no more')
  await expect(asked).rejects.toThrow('no more')
  while (isAlive(pid)) await sleep(10)
  await client.ping()
})

it('over raw lines: answers what it can, survives the rest, and ends with its input', async () => {
  const one = await validating(bound(sh('echo on stdout; test -e .git')))
  const input = [
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"x","version":"0"}}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    'not JSON',
    `{"jsonrpc":"2.0","id":2,"method":"${'x'.repeat(3 << 20)}"}`,
    '{"jsonrpc":"2.0","id":3,"method":"prompts/list"}',
    '{"jsonrpc":"2.0","id":4,"method":"tools/list"}',
  ].join('\n')
  const { code, stdout, stderr } = await start(
    [BAILIFF, 'mcp', '--home', one.ledger.home],
    undefined,
    process.execPath,
    { input },
  ).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { id: 1, result: { protocolVersion: '2024-11-05' } },
    { id: null, error: { code: -32_700 } },
    { id: null, error: { code: -32_700 } },
    { id: 3, error: { code: -32_601 } },
    { id: 4, result: { tools: [{ name: 'validate_claim' }, { name: 'get_subagent_evidence' }] } },
  ])
})

it('ends on a signal, and when its reader is gone', async () => {
  const one = await validating(bound(sh('test -e .git')))
  const begin = () => {
    const child = spawn(process.execPath, [BAILIFF, 'mcp', '--home', one.ledger.home], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    child.stdin.on('error', () => {})
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    return { child, ended }
  }
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
  const told = begin()
  told.child.stdin.write(ping)
  await new Promise((go) => told.child.stdout.once('data', go))
  told.child.kill('SIGTERM')
  expect(await told.ended).toBe(0)
  const unread = begin()
  unread.child.stdin.write(ping)
  await new Promise((go) => unread.child.stdout.once('data', go))
  unread.child.stdout.destroy()
  unread.child.stdin.write(ping.repeat(1_000))
  expect(await unread.ended).toBe(0)
})
