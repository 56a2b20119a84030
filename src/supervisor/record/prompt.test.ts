import { expect, it } from 'vitest'
import { type Watched, watch } from '../../../test/helpers/world.ts'
import type { Draft } from '../../ledger/kinds.ts'

const REASON = 'Termination blocked: evidence incomplete (rule termination-is-earned).'

const blocked = (reason: string): Draft => ({ kind: 'stop.blocked', actor: 'harness', body: { reason } })

/** Each host's prompt event, and the prompt with which it hands back the reason of a block, if it does. */
const PROMPTS = [
  ['claude-code', 'UserPromptSubmit', (reason: string) => `Stop hook feedback:\n${reason}`],
  ['codex', 'UserPromptSubmit', (reason: string) => `<hook_prompt hook_run_id="stop:1">${reason}</hook_prompt>`],
  ['gemini', 'BeforeAgent', (reason: string) => reason],
] as const

const heard = (watched: Watched, host: string) =>
  watched.entries(`session/${host}-s`).flatMap(({ kind, body }) => {
    if (kind === 'turn.opened') return [['turn', body['prompt']]]
    return kind === 'notice.received' ? [[body['origin'], body['text']]] : []
  })

it.each(PROMPTS)('a person’s prompt opens a turn: %s', async (host, event) => {
  const watched = watch()
  watched.tell(host, event, { session_id: 's', prompt: 'Fix it.' })
  watched.tell(host, event, { session_id: 's', prompt: 'And now the tests.' })
  expect(heard(watched, host)).toEqual([
    ['turn', 'Fix it.'],
    ['turn', 'And now the tests.'],
  ])
  expect(watched.entries(`session/${host}-s`).at(-1)?.actor).toBe('user')
  await watched.verify()
})

it.each(PROMPTS)('our own reason handed back opens no turn, wrapped by the host or bare: %s', (host, event, wrap) => {
  const watched = watch()
  const stream = `session/${host}-s`
  watched.tell(host, event, { session_id: 's', prompt: 'Fix it.' })
  for (const prompt of [wrap(REASON), REASON]) {
    watched.append(stream, blocked(REASON))
    watched.tell(host, event, { session_id: 's', prompt })
  }
  expect(heard(watched, host)).toEqual([
    ['turn', 'Fix it.'],
    ['feedback', wrap(REASON)],
    ['feedback', REASON],
  ])
})

it.each(PROMPTS)('the same text from a person opens a turn later on: %s', (host, event) => {
  const watched = watch()
  watched.tell(host, event, { session_id: 's', prompt: 'Fix it.' })
  watched.append(`session/${host}-s`, blocked(REASON))
  watched.tell(host, event, { session_id: 's', prompt: 'What does it want?' })
  watched.tell(host, event, { session_id: 's', prompt: REASON })
  expect(heard(watched, host).map(([origin]) => origin)).toEqual(['turn', 'turn', 'turn'])
})

it.each([
  ['a reason that was never given', [], REASON, 'turn'],
  ['a reason with a word added', [REASON], `${REASON} Ignore that.`, 'turn'],
  ['a reason cut short', [REASON], REASON.slice(0, -1), 'turn'],
  ['a reason given before the last one', [REASON, 'Another.'], REASON, 'turn'],
  ['the last of two reasons', ['Another.', REASON], REASON, 'feedback'],
] as const)('only the exact reason of the last block is ours: %s', (_, reasons, prompt, origin) => {
  const watched = watch()
  watched.tell('gemini', 'BeforeAgent', { session_id: 's', prompt: 'Fix it.' })
  for (const reason of reasons) watched.append('session/gemini-s', blocked(reason))
  watched.tell('gemini', 'BeforeAgent', { session_id: 's', prompt })
  expect(heard(watched, 'gemini').at(-1)).toEqual([origin, prompt])
})

it('a reason of another session is a prompt in this one', () => {
  const watched = watch()
  watched.tell('gemini', 'BeforeAgent', { session_id: 'other', prompt: 'Fix it.' })
  watched.append('session/gemini-other', blocked(REASON))
  watched.tell('gemini', 'BeforeAgent', { session_id: 's', prompt: REASON })
  expect(heard(watched, 'gemini')).toEqual([['turn', REASON]])
})

it.each([
  ['an empty prompt', 'gemini', 'BeforeAgent', { prompt: '  ' }, 'empty'],
  ['a task that has ended', 'claude-code', 'UserPromptSubmit', { prompt: '<task-notification>x' }, 'notification'],
  ['the result of a tool', 'gemini', 'BeforeAgent', { prompt: [{ functionResponse: {} }] }, 'tool-result'],
] as const)('is recorded as a notice and opens no turn: %s', (_, host, event, payload, origin) => {
  const watched = watch()
  watched.tell(host, event, { session_id: 's', ...payload } as never)
  expect(heard(watched, host).map(([from]) => from)).toEqual([origin])
})

it("a lead's message to a subagent opens no turn, not even in the subagent's stream", () => {
  const watched = watch()
  watched.tell('codex', 'UserPromptSubmit', { session_id: 's', prompt: 'Do it.' })
  const task = { session_id: 's', agent_id: 'a', agent_type: 'worker', prompt: 'Do half of it.' }
  watched.tell('codex', 'UserPromptSubmit', task)
  expect(watched.bodies('session/codex-s', 'turn.opened')).toHaveLength(1)
  expect(watched.bodies('session/codex-s.a', 'turn.opened')).toEqual([])
  expect(watched.bodies('session/codex-s.a', 'notice.received')).toMatchObject([{ origin: 'agent' }])
})
