import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { entriesIn, FINE, hearHook, notesIn, runHook } from '../helpers/hooks.ts'
import { tempDir } from '../helpers/temp.ts'
import { claude, codex, gemini, transcript } from '../helpers/transcripts.ts'
import { isRoot } from '../helpers/user.ts'

/** Sends one event to a new ledger and returns its entries. */
async function recorded(
  host: string,
  event: string,
  payload: JsonObject,
  send: typeof hearHook | typeof runHook = hearHook,
): Promise<JsonObject[]> {
  const home = join(tempDir(), 'home')
  expect(await send(home, { host, event, payload: { session_id: 's', ...payload } })).toMatchObject(FINE)
  expect(await notesIn(home)).toEqual([])
  return entriesIn(home).map(({ kind, body }) => ({ kind, ...body }))
}

function putting(make: (path: string) => void): string {
  const { path } = transcript()
  rmSync(path)
  make(path)
  return path
}

const ODD: [name: string, make: () => string][] = [
  ['is missing', () => putting(() => {})],
  ['is a directory', () => putting((path) => mkdirSync(path))],
  ['is a pipe without a writer', () => putting((path) => execFileSync('mkfifo', [path]))],
  ['is a link to itself', () => putting((path) => symlinkSync(path, path))],
  ['has a name no file can have', () => `/tmp/${'x'.repeat(5000)}`],
  ['has a name no system takes', () => '/tmp/a\0b'],
]

it.each(ODD)('a hook loses no event to a transcript that %s', async (name, make) => {
  const transcript_path = make()
  // A hook that waited for a writer would stop this process too.
  const send = name === 'is a pipe without a writer' ? runHook : hearHook
  const call = { tool_name: 'Bash', tool_input: { command: 'x' }, tool_use_id: 'c1', tool_response: 'y' }
  expect(await recorded('codex', 'PostToolUse', { transcript_path, ...call }, send)).toMatchObject([
    { kind: 'session.started', transcriptBytes: 0 },
    { kind: 'dispatch.observed', call: 'c1', status: 'unknown', exit: null },
  ])
  expect(await recorded('codex', 'Stop', { transcript_path }, send)).toMatchObject([
    { kind: 'session.started' },
    { kind: 'stop.reached', message: null },
    { kind: 'stop.judged', verdict: 'unclaimed' },
  ])
})

it.skipIf(isRoot)(
  `a hook loses no event to an unreadable transcript${isRoot ? ' — SKIPPED: modes do not bind root' : ''}`,
  async () => {
    const { path } = transcript(claude.says('Done.'))
    chmodSync(path, 0)
    const [, stop] = await recorded('claude-code', 'Stop', { transcript_path: path })
    expect(stop).toMatchObject({ kind: 'stop.reached', message: null })
  },
)

it.each([
  [
    'the event, if it has one',
    'claude-code',
    'Stop',
    { last_assistant_message: 'Told.' },
    claude.says('Written.'),
    'Told.',
  ],
  ['the transcript of Claude Code', 'claude-code', 'Stop', {}, claude.says('Written.'), 'Written.'],
  ['the rollout of Codex', 'codex', 'Stop', {}, codex.says('Written.'), 'Written.'],
  ['the chat of Gemini CLI', 'gemini', 'AfterAgent', {}, gemini.says('Written.'), 'Written.'],
  ['the last part of Gemini CLI’s', 'gemini', 'AfterAgent', { prompt_response: 'A.B.' }, gemini.says('B.'), 'B.'],
  ['nowhere, if there is only a prompt', 'codex', 'Stop', {}, codex.prompt('Go.'), null],
] as [string, string, string, JsonObject, JsonObject, string | null][])(
  'the last message comes from %s',
  async (_, host, event, payload, line, message) => {
    const { path } = transcript(codex.says('Before.'), codex.prompt('Go.'), line)
    const [, stop] = await recorded(host, event, { transcript_path: path, ...payload })
    expect(stop).toMatchObject({ kind: 'stop.reached', message })
  },
)

it('the exit code of a command of Codex comes from its rollout', async () => {
  const { path } = transcript(codex.calls('c1', 'make'), codex.ran('c1', 'make', { exit_code: 2, status: 'failed' }))
  const call = { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: 'c1', tool_response: 'tail' }
  const [, observed] = await recorded('codex', 'PostToolUse', { transcript_path: path, ...call })
  expect(observed).toMatchObject({ kind: 'dispatch.observed', status: 'failed', exit: 2, output: { text: 'make\n' } })
})
