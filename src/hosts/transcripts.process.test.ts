import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { claude, gemini as lines, transcript } from '../../test/helpers/transcripts.ts'
import type { JsonObject } from '../ledger/kinds.ts'
import type { TranscriptItem } from '../supervisor/world.ts'
import { claudeCode } from './claude-code/host.ts'
import { readEvent } from './event.ts'
import { gemini } from './gemini/host.ts'
import { lastMessage, lastSeen, transcriptsOf } from './transcripts.ts'

const { seenIn } = claudeCode
const { read, sinceLastPrompt, sizeBytes } = transcriptsOf(seenIn)

/** Another process that appends a line to a transcript on request. The request waits until it is done. */
function writer(path: string, line: JsonObject): () => void {
  const program = `
    const { appendFileSync, existsSync } = require('node:fs')
    while (!existsSync(process.argv[1] + '.go')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    appendFileSync(process.argv[1], process.argv[2])`
  const child = spawn(process.execPath, ['-e', program, path, `${JSON.stringify(line)}\n`])
  onTestFinished(() => void child.kill('SIGKILL'))
  return () => {
    const before = sizeBytes(path)
    writeFileSync(`${path}.go`, '')
    while (sizeBytes(path) === before) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
  }
}

it('waits for the message that its host is about to write', () => {
  const { path } = transcript(claude.says('Before.'), claude.prompt('Go.'), claude.calls('c1'))
  const write = writer(path, claude.says('Done.'))
  let looks = 0
  const writing = (line: JsonObject): TranscriptItem[] => {
    if (++looks === 2) write()
    return seenIn(line)
  }
  expect(lastMessage(path, writing)).toBe('Done.')
})

it('returns the message as soon as it is there', () => {
  const file = transcript(claude.says('Before.'), claude.prompt('Go.'))
  let looks = 0
  const counting = (line: JsonObject): TranscriptItem[] => {
    if (++looks === 3) file.add(claude.says('Done.'))
    return seenIn(line)
  }
  expect(lastMessage(file.path, counting)).toBe('Done.')
  expect(looks).toBe(4)
})

it.each([
  ['the last thing is a prompt', [claude.says('Before.'), claude.prompt('Go.')]],
  ['the last thing is a call', [claude.says('I will.'), claude.calls('c1')]],
  ['it is not finished', [claude.prompt('Go.'), JSON.stringify(claude.says('Don'))]],
  ['nothing is there', []],
])('gives up after a few attempts if %s', (_, given) => {
  const { path } = transcript(...given)
  let looks = 0
  const counting = (line: JsonObject): TranscriptItem[] => {
    looks++
    return seenIn(line)
  }
  expect(lastMessage(path, counting)).toBeNull()
  expect(looks).toBeLessThanOrEqual(21)
})

it('skips lines that show nothing or cannot be read', () => {
  const { path } = transcript(claude.prompt('Go.'), claude.says('Done.'), { type: 'summary' }, 'odd\n', '[]\n')
  expect(lastMessage(path, seenIn)).toBe('Done.')
})

/** A line of a subagent. */
const aside = (line: JsonObject): JsonObject => ({ ...line, isSidechain: true })

/** The message of a stop event that has none. */
function messageAt(path: string, agent: JsonObject = {}): unknown {
  const payload = { session_id: 's', transcript_path: path, ...agent }
  const sent = { bytes: Buffer.from(JSON.stringify(payload)) }
  const { report } = readEvent(claudeCode, 'Stop', sent, {})
  return report.kind === 'stop' ? report.message : report
}

it('a subagent’s text is never the message of its lead, but that of its own transcript', () => {
  const text = 'All done.'
  const lead = transcript(
    claude.prompt('Go.'),
    claude.says('Half of it works.'),
    aside(claude.prompt('Do it.')),
    aside(claude.says(text)),
  )
  expect(messageAt(lead.path)).toBe('Half of it works.')
  const own = transcript(aside(claude.prompt('Do it.')), aside(claude.says(text)))
  expect(messageAt('', { agent_id: 'a', agent_type: 'general', agent_transcript_path: own.path })).toBe(text)
})

it('what was said in a turn begins after its prompt, in order, without what subagents said', () => {
  const { path } = transcript(
    claude.says('Before.'),
    claude.prompt('Go.'),
    claude.says('First.'),
    claude.calls('c1'),
    aside(claude.prompt('Do it.')),
    aside(claude.says('Aside.')),
    aside(claude.calls('c2')),
    claude.says('Last.'),
  )
  expect(sinceLastPrompt(path, 'main')).toMatchObject([
    { kind: 'message', text: 'First.' },
    { kind: 'call', dispatch: { call: 'c1' } },
    { kind: 'message', text: 'Last.' },
  ])
  expect(sinceLastPrompt(path, 'subagent').map(({ kind }) => kind)).toEqual(['message', 'call', 'message'])
  expect(sinceLastPrompt(`${path}-elsewhere`, 'main')).toEqual([])
})

it('in Gemini CLI a turn goes on after the result of a tool, and a message comes before its calls', () => {
  const { path } = transcript(
    lines.says('Before.'),
    lines.prompt('Go.'),
    { ...lines.calls(['c1', 'run_shell_command', { command: 'ls' }]), content: 'First.' },
    lines.told('c1', 'run_shell_command'),
    lines.says('Last.'),
  )
  expect(transcriptsOf(gemini.seenIn).sinceLastPrompt(path, 'main')).toMatchObject([
    { kind: 'message', text: 'First.' },
    { kind: 'call', dispatch: { call: 'c1' } },
    { kind: 'message', text: 'Last.' },
  ])
})

/** Things that are not transcripts, and their paths. */
const ODD: [name: string, make: (path: string) => string][] = [
  ['is missing', (path) => `${path}-elsewhere`],
  ['is below a file', (path) => `${path}/below`],
  ['is a directory', (path) => putting(path, () => mkdirSync(path))],
  ['is a pipe', (path) => putting(path, () => execFileSync('mkfifo', [path]))],
  ['is a link to itself', (path) => putting(path, () => symlinkSync(path, path))],
  ['is a device that never ends', () => '/dev/zero'],
  ['has a name no file can have', (path) => `${path}${'x'.repeat(5000)}`],
  ['has a name no system takes', (path) => `${path}\0`],
  ['has no name', () => ''],
]

function putting(path: string, put: () => void): string {
  rmSync(path)
  put()
  return path
}

it.each(ODD)('a transcript that %s counts as none, and costs nothing', (_, make) => {
  const path = make(transcript().path)
  expect([read(path, 0), read(path, 10), sizeBytes(path)]).toEqual([null, null, null])
  expect(lastSeen(path, seenIn)).toBeNull()
})

it('a part is read up to its last complete line', () => {
  const file = transcript(claude.calls('c1'))
  const first = read(file.path, 0)
  expect(first).toMatchObject({ fromBytes: 0, toBytes: sizeBytes(file.path), skippedBytes: 0, malformed: 0 })
  file.add('{"torn":')
  expect(read(file.path, first?.toBytes ?? 0)).toMatchObject({ seen: [], toBytes: first?.toBytes })
})

it('a line longer than any host writes is counted, and hides none beside it', () => {
  const { path } = transcript(claude.calls('c1'), `${'x'.repeat(3 << 20)}\n`, claude.calls('c2'))
  const { seen, malformed } = read(path, 0) ?? {}
  expect(seen).toMatchObject([{ dispatch: { call: 'c1' } }, { dispatch: { call: 'c2' } }])
  expect(malformed).toBe(1)
})

it.each([
  [
    'the last part',
    [lines.prompt('Go.'), lines.says('First.', 'm1'), lines.says('Done.', 'm2')],
    'First.Done.',
    'Done.',
  ],
  ['all of it if it is one message', [lines.prompt('Go.'), lines.says('Done.')], 'Done.', 'Done.'],
  ['all of it if the chat does not show it yet', [lines.says('First.'), lines.prompt('Go.')], 'All.', 'All.'],
  ['all of it if the chat shows something else', [lines.says('Other.')], 'First.Done.', 'First.Done.'],
  ['all of it if there is no chat', [], 'First.Done.', 'First.Done.'],
] as const)('the message in Gemini CLI’s text of a turn is %s', (_, given, prompt_response, message) => {
  const { path } = transcript(...given)
  const parsed = gemini.parse('AfterAgent', { session_id: 's', transcript_path: path, prompt: 'Go.', prompt_response })
  const event = gemini.complete?.(parsed)
  expect(event?.report).toMatchObject({ kind: 'stop', message })
  // The host's text is kept in full.
  const { rest } = event ?? {}
  expect(rest?.['prompt_response'] ?? message).toBe(prompt_response)
})
