import { expect, it } from 'vitest'
import { gemini, transcript } from '../../test/helpers/transcripts.ts'
import { watch } from '../../test/helpers/world.ts'
import type { JsonObject } from '../ledger/kinds.ts'

/** Gemini CLI gives calls ids in the chat file but not in hooks, so they are compared by tool and input. */
function session() {
  const watched = watch()
  const file = transcript()
  const tell = (event: string, more: JsonObject = {}) =>
    watched.tell('gemini', event, { session_id: 's', transcript_path: file.path, ...more })
  tell('SessionStart', { source: 'startup' })
  return {
    watched,
    file,
    call: (tool_name: string, tool_input: JsonObject) => tell('BeforeTool', { tool_name, tool_input }),
    stop: () => tell('AfterAgent', { prompt: 'Go.', prompt_response: 'Done.' }),
    unseen: () => watched.bodies('session/gemini-s', 'dispatch.unseen').map(({ call }) => call),
  }
}

const LS: [string, JsonObject] = ['run_shell_command', { command: 'ls', description: 'list' }]

it('every call that no hook reported is unseen', () => {
  const { file, call, stop, unseen } = session()
  call(...LS)
  call(...LS)
  file.add(gemini.prompt('Go.'), gemini.calls(['c1', ...LS], ['c2', ...LS]), gemini.calls(['c3', ...LS]))
  stop()
  expect(unseen()).toEqual(['c3'])
})

it('a message that is written again shows its calls once', () => {
  const { file, call, stop, unseen } = session()
  call(...LS)
  for (let i = 0; i < 3; i++) file.add(gemini.calls(['c1', ...LS]))
  stop()
  file.add(gemini.calls(['c1', ...LS]))
  stop()
  expect(unseen()).toEqual([])
})

it('an unseen call that is written again is unseen once', () => {
  const { file, stop, unseen } = session()
  for (let i = 0; i < 2; i++) {
    file.add(gemini.calls(['c1', ...LS]))
    stop()
  }
  expect(unseen()).toEqual(['c1'])
})

it.each([
  ['the same fields in another order', { description: 'list', command: 'ls' }, []],
  ['another command', { command: 'ls -a', description: 'list' }, ['c1']],
  ['a field more', { command: 'ls', description: 'list', dir_path: '/' }, ['c1']],
  ['no fields', {}, ['c1']],
] as [string, JsonObject, string[]][])('a call with %s', (_, args, expected) => {
  const { file, call, stop, unseen } = session()
  call(...LS)
  file.add(gemini.calls(['c1', 'run_shell_command', args]))
  stop()
  expect(unseen()).toEqual(expected)
})

it('the same input to another tool is another call', () => {
  const { file, call, stop, unseen } = session()
  call('read_file', { file_path: '/x' })
  file.add(gemini.calls(['c1', 'write_file', { file_path: '/x' }]))
  stop()
  expect(unseen()).toEqual(['c1'])
})

const TOKEN = `ghp_${'a1B2'.repeat(9)}`

it.each([
  ['a text that is stored apart', { file_path: '/x', content: 'x'.repeat(50_000) }],
  ['a secret, which is not stored', { file_path: '/x', content: `token ${TOKEN}` }],
  ['a secret in a text that is stored apart', { file_path: '/x', content: `${'x '.repeat(40_000)}${TOKEN}\n` }],
  ['several long texts', { a: 'x'.repeat(20_000), b: ['y'.repeat(20_000), { c: 'z'.repeat(20_000) }] }],
  ['what reads like an artifact', { a: { artifact: 'input.b' }, b: 'x'.repeat(20_000) }],
] as [string, JsonObject][])('a call with %s is known again, and its like is not', async (_, input) => {
  const { watched, file, call, stop, unseen } = session()
  call('write_file', input)
  const other = JSON.parse(JSON.stringify(input).replace(/x([^x]*)$/, 'w$1'))
  file.add(gemini.calls(['c1', 'write_file', input], ['c2', 'write_file', other]))
  stop()
  expect(unseen()).toEqual(['c2'])
  await watched.verify()
})

it('a call that was reported hides no call like it in a later turn', () => {
  const { file, call, stop, unseen } = session()
  call(...LS)
  file.add(gemini.calls(['c1', ...LS]))
  stop()
  file.add(gemini.prompt('Again.'), gemini.calls(['c1', ...LS]), gemini.calls(['c2', ...LS]))
  stop()
  expect(unseen()).toEqual(['c2'])
})
