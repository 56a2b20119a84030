import { expect, it } from 'vitest'
import { recorderOf } from '../../src/ledger/stores/files/recorder.ts'
import { fact } from '../../src/session/facts.ts'
import { DONE, type Gate, gate, PASSING, PROJECT } from '../helpers/gate.ts'
import { withHome } from '../helpers/ledger.ts'

/** Tests that vanished in an earlier turn of the session, and that nobody has accepted. */

const WEAKENED = [
  { test: 'subtracts', how: 'gone' },
  { test: 'multiplies', how: 'skipped' },
] as const

/** A session in which an earlier stop found tests gone. */
async function weakened(): Promise<Gate> {
  const on = await gate({ files: { ...PROJECT, ...PASSING } })
  await withHome(on.home, (home) =>
    recorderOf(home).append(on.stream, [fact('stop.judged', { verdict: 'open', weakened: [...WEAKENED] })]),
  )
  await on.prompt('And now?')
  return on
}

const BLOCKED = {
  decision: 'block',
  verdict: 'blocked',
  findings: ['done TESTS_WEAKENED', 'tests_pass TESTS_WEAKENED'],
}
const OPEN = { decision: undefined, verdict: 'open', reason: '' }
const EARNED = {
  decision: undefined,
  verdict: 'earned',
  systemMessage: expect.stringMatching(/^Bailiff: earned \([^;]*\)$/),
}

it('holds a turn back once, then lets it end open: never earned, and the person is told how to accept', async () => {
  const on = await weakened()
  const first = await on.stop(DONE)
  expect(first).toMatchObject({ ...BLOCKED, judged: { weakened: WEAKENED } })
  expect(first.reason).toContain('"subtracts" (gone), "multiplies" (skipped)')
  const second = await on.stop(DONE)
  expect(second).toMatchObject({ ...OPEN, findings: BLOCKED.findings })
  expect(second.systemMessage).toBe(
    'Bailiff: open, not earned. Tests were removed or disabled ("subtracts" (gone), "multiplies" (skipped)), so done and tests pass are not earned [TESTS_WEAKENED]. To accept: bailiff accept, or the line "bailiff: accept" in your next prompt.',
  )
  expect(await on.cli('outcome')).toMatchObject({ exit: 2, out: expect.stringContaining('○ open: ') })
  expect((await on.cli('report')).out).toContain('1 open')
  await on.prompt('Again.')
  expect(await on.stop(DONE)).toMatchObject(BLOCKED)
  // Without a claim that stands on the tests there is nothing to hold back.
  expect(await on.stop('Should the two tests stay away?')).toMatchObject({
    verdict: 'unclaimed',
    systemMessage: expect.stringContaining('tests removed or disabled: "subtracts" (gone)'),
  })
})

it('goes free once a person accepts in a prompt, also in later sessions of the project', async () => {
  const on = await weakened()
  expect(await on.stop(DONE)).toMatchObject(BLOCKED)
  const { answer } = await on.tell('UserPromptSubmit', { prompt: 'They were obsolete.\nbailiff: accept' })
  expect(answer['systemMessage']).toContain(
    'Bailiff: accepted for this project: "subtracts" (gone), "multiplies" (skipped).',
  )
  expect(await on.stop(DONE)).toMatchObject(EARNED)
  const other = { session_id: 'other' }
  await on.tell('UserPromptSubmit', { ...other, prompt: 'Here?' })
  await withHome(on.home, (home) =>
    recorderOf(home).append('session/claude-code-other', [
      fact('stop.judged', { verdict: 'open', weakened: [...WEAKENED] }),
    ]),
  )
  expect((await on.tell('Stop', { ...other, last_assistant_message: 'All tests pass.' })).answer).toEqual({
    systemMessage: 'Bailiff: earned (tests, already passed on these files)',
  })
})

it('goes free once a person runs "bailiff accept", but not if the agent does', async () => {
  const on = await weakened()
  const call = { tool_name: 'Bash', tool_input: { command: 'bailiff accept --yes' }, tool_use_id: 'c' }
  expect((await on.tell('PreToolUse', call)).answer).toMatchObject({
    hookSpecificOutput: { permissionDecision: 'deny' },
  })
  expect(await on.bailiff(['accept', '--yes'], { CLAUDECODE: '1' })).toMatchObject({ exit: 3 })
  expect(await on.stop(DONE)).toMatchObject(BLOCKED)
  expect(await on.cli('accept', '--yes')).toMatchObject({ exit: 0 })
  expect(await on.stop(DONE)).toMatchObject(EARNED)
})
