import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Entry } from '../../src/ledger/kinds.ts'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { verifyFiles } from '../../src/ledger/stores/files/verify.ts'
import { BAILIFF } from '../helpers/children.ts'
import { collect } from '../helpers/collect.ts'
import { hookHere } from '../helpers/hook-here.ts'
import { LONG } from '../helpers/scale.ts'
import { tempDir } from '../helpers/temp.ts'

const hook = (args: string[], input: string | Buffer) =>
  spawnSync(process.execPath, [BAILIFF, 'hook', ...args], { input, encoding: 'utf8' })

const FINE = { status: 0, stdout: '{}\n', stderr: '' }

async function entriesIn(home: string, stream: string): Promise<Entry[]> {
  const store = openFileStore(home)
  const entries = await collect(store.read(stream))
  await store.close()
  return entries
}

it('records an event, answers with JSON and nothing else, and exits with 0', async () => {
  const home = join(tempDir(), 'home')
  const payload = { session_id: 'one', cwd: '/p', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't1' }
  expect(hook(['claude-code', 'PreToolUse', '--home', home], JSON.stringify(payload))).toMatchObject(FINE)
  expect(await entriesIn(home, 'session/claude-code-one')).toMatchObject([
    { kind: 'session.started', body: { host: 'claude-code', source: 'unannounced' } },
    { kind: 'dispatch.proposed', actor: 'agent', body: { tool: 'Bash', call: 't1', input: { command: 'ls' } } },
    { kind: 'dispatch.scored', actor: 'harness', body: { call: 't1', route: 'proceed', scores: expect.anything() } },
  ])
  expect(await verifyFiles(home)).toMatchObject({ ok: true })
})

it('stores a long text byte for byte as an artifact', async () => {
  const home = join(tempDir(), 'home')
  const stdout = `${'ü'.repeat(40_000)}\n`
  const payload = { session_id: 'one', tool_name: 'Bash', tool_input: {}, tool_response: { stdout, stderr: '' } }
  expect(hook(['claude-code', 'PostToolUse', '--home', home], JSON.stringify(payload))).toMatchObject(FINE)
  const [, entry] = await entriesIn(home, 'session/claude-code-one')
  expect(entry).toMatchObject({
    body: { output: { stdout: { artifact: 'output.stdout' }, stderr: '' } },
    artifacts: [{ name: 'output.stdout', bytes: Buffer.byteLength(stdout) }],
  })
  const store = openFileStore(home)
  const stored = await collect(store.getArtifact(entry?.artifacts[0]?.sha256 ?? ''))
  expect(Buffer.concat(stored).toString('utf8')).toBe(stdout)
  await store.close()
})

/** No event of a host: its calls are denied, and its stops blocked once. */
const NO_EVENTS: [string, Buffer][] = [
  ['no JSON', Buffer.from('not json at all')],
  ['no object', Buffer.from('[1,2]')],
  ['no text', Buffer.from([0x7b, 0xff, 0x00, 0x7d])],
  ['nothing', Buffer.alloc(0)],
  ['cut off', Buffer.from('{"session_id":"unknown","tool_name":"Bash","tool_input":{"comm')],
]

it.each([
  ...NO_EVENTS,
  ['nested beyond the limit', Buffer.from(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)],
  ['half of a character', Buffer.from('{"session_id":"x\\ud800","prompt":"\\ud800"}')],
  ['made to surprise', Buffer.from('{"__proto__":{"session_id":"p"},"session_id":{"a":1},"tool_input":7,"cwd":[]}')],
])('records an event that is %s', async (_, payload) => {
  const home = join(tempDir(), 'home')
  const isEvent = NO_EVENTS.every(([, bytes]) => bytes !== payload)
  // The program answers one, and its code in this process the others, but for the long suite.
  for (const event of ['PreToolUse', 'UserPromptSubmit', 'Stop', 'Whatever']) {
    const code = isEvent ? undefined : { PreToolUse: 'CALL_TOO_LARGE', Stop: 'EVENT_INCOMPLETE' }[event]
    const told = LONG || event === 'PreToolUse' ? hook(['claude-code', event, '--home', home], payload) : null
    const answer =
      told?.stdout ??
      JSON.stringify((await hookHere(`bailiff-hook claude-code ${event} --home '${home}'`, payload, {})).answer)
    if (code === undefined) expect(answer.trim()).toBe('{}')
    else expect(answer).toContain(code)
  }
  const store = openFileStore(home)
  const streams = (await store.list()).filter((stream) => stream.startsWith('session/'))
  expect(streams).toHaveLength(1)
  const entries = await collect(store.read(streams[0] ?? ''))
  const own = ['session.started', 'stop.judged', 'stop.blocked', 'dispatch.scored', 'dispatch.denied']
  // A session with half a character in its id cannot be begun, so even its score is kept as a raw event.
  const events = entries.filter(({ kind, body }) => ![kind, body['insteadOf']].some((one) => own.includes(String(one))))
  expect(events).toHaveLength(4)
  await store.close()
  expect(await verifyFiles(home)).toMatchObject({ ok: true })
})

it.each([
  ['an unknown host', () => ['emacs', 'Stop'], 'HOST_UNKNOWN'],
  [
    'a home that is a file',
    (dir: string) => ['gemini', 'AfterTool', '--home', join(dir, 'file', 'home')],
    'HOME_UNUSABLE',
  ],
  ['a home without a name', () => ['gemini', 'AfterTool', '--home'], 'HOME_UNUSABLE'],
])('never blocks an agent if it cannot record: %s', (_, args, code) => {
  const dir = tempDir()
  writeFileSync(join(dir, 'file'), '')
  const result = hook(args(dir), '{}')
  expect(result).toMatchObject({ status: 0, stdout: '{}\n' })
  expect(result.stderr).toMatch(new RegExp(`^bailiff: not recorded: .*\\[${code}\\]\\n$`))
})

it('explains itself to a person who runs it without input, in a form that no host treats as a block', () => {
  const result = hook([], '')
  expect(result).toMatchObject({ status: 1, stdout: '' })
  expect(result.stderr).toMatch(
    /^bailiff: "hook" needs <host> <event>, or git pre-push <remote> <url>\. Run: bailiff hook --help \[USAGE\]\n$/,
  )
})

it('exits with 0 even if its output has no reader', () => {
  const script = 'exec 2>&- 1>&-; exec "$0" dist/bailiff.cjs hook emacs Stop'
  expect(spawnSync('bash', ['-c', script, process.execPath], { input: '{}' }).status).toBe(0)
})

it.each([
  ['', 'nothing'],
  ['\n', 'a new line'],
  [' \r\n', 'white space'],
])('answers when the event is complete, even if its host leaves the pipe open (%j)', async (end) => {
  const home = join(tempDir(), 'home')
  const child = spawn(process.execPath, [BAILIFF, 'hook', 'codex', 'Stop', '--home', home])
  child.stdin.write(`{"session_id":"open"}${end}`)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  expect(code).toBe(0)
  expect((await entriesIn(home, 'session/codex-open')).map(({ kind }) => kind)).toEqual([
    'session.started',
    'stop.reached',
    'stop.judged',
  ])
})

it('answers and exits even if its host neither finishes the event nor closes the pipe', async () => {
  const home = join(tempDir(), 'home')
  const child = spawn(process.execPath, [BAILIFF, 'hook', 'codex', 'Stop', '--home', home])
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stdin.write('{"session_id":"half","last_assistant_message":"All do')
  const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)))
  expect([said, signal]).toEqual([expect.stringContaining('[EVENT_INCOMPLETE]'), 'SIGKILL'])
  expect((await entriesIn(home, 'session/codex-half')).slice(1)).toMatchObject([
    { kind: 'stop.reached', body: { message: 'All do', rest: { cut: true } } },
    { kind: 'stop.judged', body: { verdict: 'blocked', failed: 'EVENT_INCOMPLETE' } },
    { kind: 'stop.blocked' },
  ])
})

it('reads an oversized event to its end: a host that cannot write all of it may go on as if there were no answer', () => {
  const event = `{"tool_name":"Bash","tool_input":{"command":"${'x'.repeat(66 << 20)}"}}`
  const told = hook(['claude-code', 'PreToolUse', '--home', join(tempDir(), 'home')], event)
  expect(told.error).toBeUndefined()
  expect(told).toMatchObject({ status: 0, stdout: expect.stringContaining('"permissionDecision":"deny"') })
})

const BUNDLES = ['dist/hook.cjs', 'dist/observe.cjs', 'dist/stop.cjs']

it.each(BUNDLES)('is plain ASCII: any other character would double the memory for its source (%s)', (file) => {
  expect(readFileSync(file).findIndex((byte) => byte > 0x7f)).toBe(-1)
})

it('loads little for the most frequent events: no shell parser', () => {
  const [hook = '', observe = ''] = BUNDLES.map((file) => readFileSync(file, 'utf8'))
  expect([hook.includes('unterminated-heredoc'), observe.includes('unterminated-heredoc')]).toEqual([true, false])
})

it.each(BUNDLES)('is one file that loads nothing but Node (%s)', (file) => {
  const required = [...readFileSync(file, 'utf8').matchAll(/require\([`'"]([^`'"]+)/g)].map(([, name]) => name)
  const own = file.endsWith('stop.cjs') ? ['node:child_process', 'node:v8'] : []
  expect(required.sort()).toEqual([...own, 'node:crypto', 'node:fs', 'node:os', 'node:path'].sort())
})
