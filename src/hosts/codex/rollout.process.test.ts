import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, truncateSync } from 'node:fs'
import { expect, it } from 'vitest'
import { codex, transcript } from '../../../test/helpers/transcripts.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import type { Observation } from '../../supervisor/event.ts'
import { findHost } from '../registry.ts'
import { parse } from './parse.ts'
import { complete, seenIn } from './rollout.ts'

/** The end of a call as read from the event and this rollout. */
function ended(path: string | null, more: JsonObject = {}): Observation {
  const payload = { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: 'call', tool_response: 'tail\n' }
  const event = complete(parse('PostToolUse', { session_id: 's', transcript_path: path, ...payload, ...more }))
  if (event.report.kind !== 'observation') throw new Error(event.report.kind)
  return event.report.observation
}

const UNKNOWN = { status: 'unknown', exit: null, durationMs: null, output: { text: 'tail\n' } }
const failed = codex.ran('call', 'make', { exit_code: 3, status: 'failed', aggregated_output: 'head\ntail\n' })
const FAILED = { status: 'failed', exit: 3, durationMs: 1500, output: { text: 'head\ntail\n' } }

it('finds the end of a command by its id, with its whole output', () => {
  expect(ended(transcript(codex.calls('call', 'make'), failed).path)).toEqual(FAILED)
  expect(ended(transcript(codex.ran('call', 'make')).path)).toMatchObject({ status: 'succeeded', exit: 0 })
})

it('finds it anywhere among five thousand lines', () => {
  const others = Array.from({ length: 5000 }, (_, i) => codex.ran(`other-${i}`, 'true'))
  for (const at of [0, 2500, 5000]) {
    expect(ended(transcript(...others.slice(0, at), failed, ...others.slice(at)).path)).toEqual(FAILED)
  }
})

it('is not misled by lines that only mention the id', () => {
  const misleading = [
    codex.calls('call', 'make'),
    codex.told('call', 'Process exited with code 0'),
    codex.says('{"type":"CommandExecution","id":"call","exit_code":0}'),
    codex.ran('other', 'echo {"type":"CommandExecution","id":"call","exit_code":0}'),
    codex.ran('call-2', 'call'),
    codex.ran('a call', 'make'),
    {
      type: 'event_msg',
      payload: { type: 'item_started', item: { type: 'CommandExecution', id: 'call', exit_code: 0 } },
    },
    { type: 'event_msg', payload: { type: 'item_completed', item: { type: 'FileChange', id: 'call', exit_code: 0 } } },
    '{"payload":{"type":"item_completed","item":{"type":"CommandExecution","id":"call","exit_code":0\n',
  ]
  expect(ended(transcript(...misleading).path)).toEqual(UNKNOWN)
  expect(ended(transcript(failed, ...misleading).path)).toEqual(FAILED)
})

it('uses the last of several', () => {
  expect(ended(transcript(codex.ran('call', 'make'), codex.ran('other', 'x'), failed).path)).toEqual(FAILED)
})

it.each([
  ['is absent', () => transcript(codex.ran('other', 'make')).path],
  ['is not finished', () => transcript(JSON.stringify(failed)).path],
  ['is in a missing rollout', () => '/nowhere/rollout.jsonl'],
  ['is in no rollout', () => null],
  ['is in a file with a name that is too long', () => `/tmp/${'x'.repeat(5000)}`],
  ['is in a file with an invalid name', () => 'a\0b'],
  ['is beyond the part that is read', () => behind(5 << 20)],
  ['is in a directory', () => put((path) => mkdirSync(path))],
  ['is in a pipe', () => put((path) => execFileSync('mkfifo', [path]))],
])('finds nothing if it %s', (_, make) => {
  expect(ended(make())).toEqual(UNKNOWN)
})

function behind(bytes: number): string {
  const file = transcript(failed)
  truncateSync(file.path, bytes)
  file.add('\n')
  return file.path
}

function put(make: (path: string) => void): string {
  const { path } = transcript()
  rmSync(path)
  make(path)
  return path
}

it.each([
  ['no code', {}, { status: 'unknown', exit: null }],
  ['a code that is a text', { exit_code: '0' }, { status: 'unknown', exit: null }],
  ['a code between two', { exit_code: 0.5 }, { status: 'unknown', exit: null }],
  ['a code below zero', { exit_code: -1 }, { status: 'interrupted', exit: null }],
  ['no duration', { exit_code: 0, duration: null }, { status: 'succeeded', durationMs: null }],
  ['no output', { exit_code: 0, aggregated_output: null }, { status: 'succeeded', output: {} }],
])('reads a command with %s correctly', (_, more, expected) => {
  expect(ended(transcript(codex.ran('call', 'make', { exit_code: null, ...more })).path)).toMatchObject(expected)
})

it('does not read a rollout for a call without an id, or one whose end is known', () => {
  const { path } = transcript(failed)
  expect(ended(path, { tool_use_id: null })).toEqual(UNKNOWN)
  const patch = { tool_name: 'apply_patch', tool_response: 'Exit code: 0\nOutput:\nSuccess.' }
  expect(ended(path, patch)).toMatchObject({ status: 'succeeded', exit: 0 })
})

it.each([
  [
    'a command',
    codex.calls('c', 'ls'),
    [{ kind: 'call', dispatch: { tool: 'Bash', input: { command: 'ls' }, call: 'c' } }],
  ],
  ['how it ended', codex.ran('c', 'ls'), [{ kind: 'call' }, { kind: 'result', call: 'c', observation: { exit: 0 } }]],
  [
    'a patch',
    codex.patches('p', '*** Begin'),
    [{ dispatch: { tool: 'apply_patch', input: { command: '*** Begin' } } }],
  ],
  ['a patch that failed', codex.patched('p', 'apply_patch verification failed: x'), [{ kind: 'result', call: 'p' }]],
  ['a patch that was applied', codex.patched('p', 'Exit code: 0\n'), []],
  ['a message', codex.says('Done.'), [{ kind: 'message', text: 'Done.' }]],
  ['a prompt', codex.prompt('Go.'), [{ kind: 'prompt' }]],
  ['nothing', {}, []],
  ['nothing, but oddly', { type: 'response_item', payload: [] }, []],
] as [string, JsonObject, JsonObject[]][])('sees in a line: %s', (_, line, expected) => {
  const seen = seenIn(line)
  expect(seen).toHaveLength(expected.length)
  expect(seen).toMatchObject(expected)
})

it.each([
  [
    'types into a command',
    { type: 'function_call', name: 'write_stdin', arguments: '{"session_id":1,"chars":"rm x\\n"}' },
    1,
  ],
  [
    'only waits for a command',
    { type: 'function_call', name: 'write_stdin', arguments: '{"session_id":1,"chars":""}' },
    0,
  ],
  ['is code that makes its own calls', { type: 'custom_tool_call', name: 'exec', input: 'tools.x()' }, 0],
  ['searches on the side of the model', { type: 'web_search_call', id: 'ws', action: { query: 'x' } }, 1],
  ['is no call', { type: 'message', role: 'assistant', content: [] }, 0],
])('a call that %s is unseen, or not a call', (_, payload, calls) => {
  const seen = findHost('codex').seenIn({ type: 'response_item', payload: { call_id: 'c', ...payload } })
  expect(seen).toHaveLength(calls)
})
