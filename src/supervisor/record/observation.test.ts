import { expect, it } from 'vitest'
import { scaled } from '../../../test/helpers/scale.ts'
import { transcript } from '../../../test/helpers/transcripts.ts'
import { watch } from '../../../test/helpers/world.ts'
import type { Json, JsonObject } from '../../ledger/kinds.ts'
import { lockPath, ticketsDir } from '../../ledger/stores/files/layout.ts'
import { createTicket, dropTicket, tryLock, unlock } from '../../ledger/stores/lock.ts'

const STREAM = 'session/claude-code-s'

const call = (id: string, input: Json = { command: id }): JsonObject => ({
  session_id: 's',
  tool_name: 'Bash',
  tool_input: input,
  tool_use_id: id,
})

const told = (id: string, text: string): JsonObject => ({ ...call(id), tool_response: text })
const done = (id: string): JsonObject => ({ ...call(id), tool_response: { stdout: id, stderr: '' } })
const batch = (...tool_calls: Json[]): JsonObject => ({ session_id: 's', tool_calls })

/** The result that the agent gets for a call that never ran because of its input. */
const BAD_INPUT = '<tool_use_error>InputValidationError: command is missing</tool_use_error>'

/** The observations of a stream in short: call, status, and what reported it. */
const observed = (watched: ReturnType<typeof watch>) =>
  watched.bodies(STREAM, 'dispatch.observed').map(({ call, status, shownBy = null }) => [call, status, shownBy])

it('a batch adds nothing to observed calls, and says which of the others never ran, if it can', async () => {
  const watched = watch()
  for (const id of ['fine', 'denied']) watched.tell('claude-code', 'PreToolUse', call(id))
  watched.tell('claude-code', 'PostToolUse', done('fine'))
  watched.tell('claude-code', 'PostToolUseFailure', { ...call('failed'), error: 'Exit code 3\noops' })
  const all = [told('fine', 'x'), told('denied', 'not allowed'), told('failed', 'oops'), told('never', BAD_INPUT)]
  watched.tell('claude-code', 'PostToolBatch', batch(...all))
  expect(observed(watched)).toEqual([
    ['fine', 'succeeded', null],
    ['failed', 'failed', null],
    ['denied', 'unknown', 'PostToolBatch'],
    ['never', 'refused', 'PostToolBatch'],
  ])
  expect(watched.bodies(STREAM, 'dispatch.observed').at(-1)).toMatchObject({
    tool: 'Bash',
    input: { command: 'never' },
    exit: null,
    output: { text: BAD_INPUT },
  })
  await watched.verify()
})

it('a repeated batch adds nothing', () => {
  const watched = watch()
  for (let i = 0; i < 3; i++) watched.tell('claude-code', 'PostToolBatch', batch(told('never', BAD_INPUT)))
  expect(observed(watched)).toEqual([['never', 'refused', 'PostToolBatch']])
})

it('a background call counts as observed for the batch', () => {
  const watched = watch()
  watched.tell('claude-code', 'PostToolUse', {
    ...call('b'),
    tool_response: { stdout: '', stderr: '', backgroundTaskId: 'x' },
  })
  watched.tell('claude-code', 'PostToolBatch', batch(told('b', 'running')))
  expect(observed(watched)).toEqual([['b', 'running', null]])
})

it('a call observed in a subagent is not a call of the lead', () => {
  const watched = watch()
  watched.tell('claude-code', 'PostToolUse', { ...done('same'), agent_id: 'a', agent_type: 'Explore' })
  watched.tell('claude-code', 'PostToolBatch', batch(told('same', 'no')))
  expect(observed(watched)).toEqual([['same', 'unknown', 'PostToolBatch']])
})

it('a call whose observation is still in the spool does not count as never run', async () => {
  const watched = watch()
  watched.tell('claude-code', 'PreToolUse', call('slow'))
  const ticket = createTicket(ticketsDir(watched.home))
  const lock = tryLock(lockPath(watched.home, STREAM), ticket)
  if (lock === null) throw new Error('the lock should have been free')
  watched.tell('claude-code', 'PostToolUse', done('slow'))
  watched.tell('claude-code', 'PostToolUse', done('slower'))
  expect(observed(watched)).toEqual([])
  unlock(lock)
  dropTicket(ticket)
  watched.tell('claude-code', 'PostToolBatch', batch(told('slow', 'x'), told('slower', 'x'), told('never', BAD_INPUT)))
  expect(observed(watched)).toEqual([
    ['slow', 'succeeded', null],
    ['slower', 'succeeded', null],
    ['never', 'refused', 'PostToolBatch'],
  ])
  await watched.verify()
})

it('a call kept as raw bytes does not count as never run', () => {
  const watched = watch()
  const details = Array.from({ length: 40_000 }, (_, i) => `a line of some length, number ${i}`)
  watched.tell('claude-code', 'PostToolUse', { ...call('large'), tool_response: { details } })
  watched.tell('claude-code', 'PostToolBatch', batch(told('large', 'x')))
  expect(observed(watched)).toEqual([])
  expect(watched.bodies(STREAM, 'host.event')).toMatchObject([{ refused: 'ENTRY_TOO_LARGE', call: 'large' }])
})

it('calls that never ran are observations, however many there are', async () => {
  const watched = watch()
  const count = scaled(10_000)
  const calls = Array.from({ length: count }, (_, i) => told(`call-${i}`, 'no'))
  watched.tell('claude-code', 'PostToolBatch', batch(...calls))
  watched.tell('claude-code', 'PostToolBatch', batch(...calls))
  expect(observed(watched)).toHaveLength(count)
  await watched.verify()
})

it.each([
  ['calls without ids', [{ tool_name: 'Bash', tool_input: {}, tool_response: 'x' }]],
  ['ids that are not strings', [{ ...told('x', 'y'), tool_use_id: 7 }]],
  ['no calls but junk', [null, 7, 'x', [], {}, [[{ a: [] }]]]],
  ['calls that are not a list', { 0: told('x', 'y') }],
  ['junk within junk', [{ tool_name: { a: 1 }, tool_input: [[[[null]]]], tool_use_id: { b: [] } }]],
] as [string, Json][])('a batch of %s is kept unchanged, and says nothing about any call', async (_, tool_calls) => {
  const watched = watch()
  watched.tell('claude-code', 'PostToolBatch', { session_id: 's', tool_calls })
  expect(observed(watched)).toEqual([])
  expect(watched.bodies(STREAM, 'host.event')).toEqual([{ event: 'PostToolBatch', rest: { tool_calls } }])
  await watched.verify()
})

it('junk in a batch hides no call that never ran', () => {
  const watched = watch()
  watched.tell('claude-code', 'PostToolBatch', batch(null, told('never', BAD_INPUT), 7))
  expect(observed(watched)).toEqual([['never', 'refused', 'PostToolBatch']])
  expect(watched.bodies(STREAM, 'host.event')).toEqual([{ event: 'PostToolBatch', rest: { tool_calls: [null, 7] } }])
})

it('a call whose event was lost does not count as never run: the transcript shows it', () => {
  const watched = watch()
  for (const id of ['lost', 'denied']) watched.tell('claude-code', 'PreToolUse', call(id))
  watched.tell('claude-code', 'PostToolBatch', batch(told('lost', 'ok'), told('denied', 'not allowed')))
  const results = [
    { tool_use_id: 'lost', type: 'tool_result', content: 'ok' },
    { tool_use_id: 'denied', type: 'tool_result', content: 'not allowed', is_error: true },
    { tool_use_id: 'failed', type: 'tool_result', content: 'Exit code 3\noops', is_error: true },
  ]
  watched.tell('claude-code', 'PreToolUse', call('failed'))
  const { path } = transcript({ message: { role: 'user', content: results } })
  watched.tell('claude-code', 'Stop', { session_id: 's', transcript_path: path, last_assistant_message: 'Done.' })
  expect(observed(watched)).toEqual([
    ['lost', 'unknown', 'PostToolBatch'],
    ['denied', 'unknown', 'PostToolBatch'],
    ['lost', 'succeeded', 'transcript'],
    ['denied', 'failed', 'transcript'],
    ['failed', 'failed', 'transcript'],
  ])
})
