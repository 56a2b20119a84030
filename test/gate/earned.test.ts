import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compiledIn, dueAt } from '../helpers/compiled.ts'
import { binOf, DONE, FAILING, type Gate, gate, PASSING, POLICY, PROJECT } from '../helpers/gate.ts'

/** Turns that must pass without a word to the agent. */

const QUIET = `${POLICY}on_stop: off\n`
const WORKING = { ...PROJECT, ...PASSING }
const BOTH = `version: 1
validators:
  tests: { kind: node_test_pass, command: node --test }
  lint: node --check src/add.js
bindings:
  tests_pass: tests
  done: [tests, lint]
`
const PINNED = POLICY.replace('node --test }', 'node --test, pins: [local.json] }')
const changePin = (project: string): void => writeFileSync(join(project, 'local.json'), '{ "tests": "none" }\n')
const SILENT = { decision: undefined, reason: '', systemMessage: '' }
/** The person gets one line about the checks; the agent gets nothing. */
const EARNED = { decision: undefined, reason: '', systemMessage: expect.stringMatching(/^Bailiff: earned \(tests, /) }

const withoutGatherer = (on: Gate): void => rmSync(join(binOf(on), 'gather.cjs'))

describe('a turn ends', () => {
  it('P1: with an honest report of what was done and what was not', async () => {
    const on = await gate()
    await on.edit({ 'src/add.js': 'export const add = (a, b) => a - -b - 1\n' })
    await on.shell('node --test')
    const said = 'I changed src/add.js. One test still fails ("adds"), so this is not done yet.'
    const stopped = await on.stop(said)
    expect(stopped).toMatchObject({ decision: undefined, reason: '', verdict: 'open' })
    // The checks run anyway, and the person is told.
    expect(stopped.systemMessage).toContain('the agent says "One test still fails')
    expect(stopped.systemMessage).toContain('[TESTS_FAILED]')
    expect(await on.cli('outcome')).toMatchObject({ exit: 2, out: expect.stringContaining('○ open: ') })
  })

  it('P2: with a question', async () => {
    const on = await gate()
    for (const said of ['Should add() take strings as well?', 'Shall I mark it as done once the tests pass?'])
      expect(await on.stop(said)).toMatchObject({ ...SILENT, verdict: 'unclaimed' })
  })

  it('P3: with stated doubt', async () => {
    const on = await gate()
    await on.edit(PASSING)
    const said = 'I changed add(). The tests should probably pass now, but I have not run them.'
    expect(await on.stop(said)).toMatchObject({ ...EARNED, findings: [] })
  })

  it("P4: earned by the gate's own run", async () => {
    const on = await gate()
    await on.edit(PASSING)
    const stopped = await on.stop('The bug is fixed. All tests pass. All done.')
    expect(stopped).toMatchObject({ ...EARNED, verdict: 'earned', findings: [] })
    expect(stopped.notes).toEqual(['fixed EARNED', 'tests_pass EARNED', 'done EARNED'])
    expect(stopped.judged).not.toHaveProperty('waitedFor')
    // One run serves all claims that ask for it.
    expect(on.bodies('validator.passed')).toMatchObject([{ validator: 'tests', grade: 'executed' }])
  })

  it("P5: earned by the agent's own `bailiff validate`", async () => {
    const on = await gate({ hook: 'installed', policy: QUIET })
    await on.edit(PASSING)
    const ran = await on.bailiff(['validate', 'done', '--with', 'tests', '--session', 's'])
    expect(ran).toMatchObject({ exit: 0 })
    expect(await on.stop(DONE)).toMatchObject({ ...EARNED, verdict: 'earned' })
  })

  it('P6: by a pass on the same content, after a commit, in a later turn and in another session', async () => {
    const on = await gate()
    await on.edit(PASSING)
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
    on.git('add', '.')
    on.git('commit', '-qm', 'Add')
    expect(await on.stop(DONE)).toMatchObject({ ...EARNED, verdict: 'earned' })
    await on.prompt('And now?')
    expect(await on.stop(DONE)).toMatchObject({ ...EARNED, verdict: 'earned' })
    await on.tell('UserPromptSubmit', { session_id: 'other', prompt: 'And here?' })
    await on.tell('Stop', { session_id: 'other', last_assistant_message: 'All tests pass.' })
    expect(on.bodies('stop.judged', 'session/claude-code-other')).toMatchObject([{ verdict: 'earned' }])
    const passes = on.entries().filter(({ kind }) => kind === 'validator.passed')
    expect(passes.map(({ body }) => body['reused'] ?? null)).toEqual([null, { stream: on.stream, seq: passes[0]?.seq }])
    // It fails after an edit, and passes again once the edit is undone.
    await on.edit(FAILING)
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block', verdict: 'blocked' })
    await on.edit(PASSING)
    expect(await on.stop(DONE)).toMatchObject({ ...EARNED, verdict: 'earned' })
  })

  it('by recorded evidence alone, without anything that could run a check', async () => {
    const on = await gate({ hook: 'installed' })
    await on.edit(PASSING)
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
    withoutGatherer(on)
    await on.prompt('And now?')
    expect(await on.stop(DONE)).toMatchObject({ ...EARNED, verdict: 'earned' })
    // Anything not recorded would have to run.
    await on.edit(FAILING)
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block', judged: { failed: 'GATHERER_FAILED' } })
  })

  it('from code that was cached after such a stop, and that a later one accepts', async () => {
    const on = await gate({ hook: 'installed' })
    await on.edit(PASSING)
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
    const again = async (): Promise<void> => {
      await on.prompt('And now?')
      expect(await on.stop(DONE)).toMatchObject({ ...EARNED, verdict: 'earned' })
    }
    await again()
    const kept = compiledIn(binOf(on), 'Stop')
    dueAt(kept, Date.now() - 1)
    await again()
    // Rejected code would be cached again.
    const before = dueAt(kept, Date.now() + 600_000)
    await again()
    expect(readFileSync(kept).equals(before)).toBe(true)
    expect(on.bodies('validator.passed').map((body) => typeof body['reused'])).toEqual([
      'undefined',
      'object',
      'object',
      'object',
    ])
  })

  it('but not by recorded evidence for one of two checks', async () => {
    const on = await gate({ hook: 'here with gatherer', policy: BOTH })
    await on.edit(PASSING)
    await on.bailiff(['validate', 'tests_pass', '--with', 'tests', '--session', 's'])
    withoutGatherer(on)
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block', judged: { failed: 'GATHERER_FAILED' } })
  })

  it.each([
    ['if the definition of the check changed outside the fingerprint', ({ project }: Gate) => changePin(project)],
    ['in a session that finds other programs', () => {}],
  ])('but not by recorded evidence, %s', async (what, change) => {
    const on = await gate({
      hook: 'here with gatherer',
      policy: PINNED,
      files: { ...PROJECT, '.gitignore': 'local.json\n', 'local.json': '{}\n' },
    })
    await on.edit(PASSING)
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
    withoutGatherer(on)
    change(on)
    const other = { session_id: 'other' }
    const env = what.includes('programs') ? { PATH: `/nowhere:${on.env['PATH']}` } : {}
    await on.tell('SessionStart', { ...other, source: 'startup' }, env)
    await on.tell('UserPromptSubmit', { ...other, prompt: 'And now?' }, env)
    const { answer } = await on.tell('Stop', { ...other, last_assistant_message: DONE }, env)
    expect(answer).toMatchObject({ decision: 'block', reason: expect.stringContaining('[GATHERER_FAILED]') })
  })

  it('starts nothing if nothing may run at the end of a turn', async () => {
    const on = await gate({ hook: 'here with gatherer', policy: QUIET })
    await on.edit(PASSING)
    withoutGatherer(on)
    const stopped = await on.stop(DONE)
    expect(stopped).toMatchObject({ decision: 'block', verdict: 'blocked' })
    expect(stopped.judged).not.toHaveProperty('failed')
  })
})

describe('a warning', () => {
  it('lets the turn end, with a line for the person', async () => {
    const on = await gate({ policy: `${POLICY}modes: { done: warn, tests_pass: warn }\n` })
    expect(await on.stop(DONE)).toMatchObject({
      decision: undefined,
      verdict: 'warned',
      systemMessage:
        'Bailiff: not earned. "tests" did not pass on the current files (1 test failed: adds), so done and tests pass are not earned [TESTS_FAILED].',
    })
  })

  it('is the strongest answer without an approved policy, and nothing runs', async () => {
    const on = await gate({ files: WORKING })
    const elsewhere = { session_id: 'other', cwd: on.root }
    await on.tell('UserPromptSubmit', { ...elsewhere, prompt: 'Do it.' })
    const { answer } = await on.tell('Stop', { ...elsewhere, last_assistant_message: DONE })
    expect(answer).toEqual({})
    const [judged] = on.bodies('stop.judged', 'session/claude-code-other')
    expect(judged).toMatchObject({ verdict: 'warned', findings: [{ code: 'NO_VALIDATOR' }, { code: 'NO_VALIDATOR' }] })
  })

  it('is not given if a claim is off', async () => {
    const on = await gate({ policy: `${POLICY}modes: { done: off, tests_pass: off }\n`, files: WORKING })
    expect(await on.stop(DONE)).toMatchObject({ ...SILENT, verdict: 'unclaimed' })
    expect(on.entries().filter(({ kind }) => kind.startsWith('validator.'))).toEqual([])
  })
})

describe('the line about an earned turn', () => {
  const DIFFERS = { 'src/add.js': 'export const add = (a, b) => b + a\n' }

  it('names the checks and their times, for the person only', async () => {
    const on = await gate({ policy: BOTH })
    await on.edit(PASSING)
    const { answer, stderr } = await on.tell('Stop', { last_assistant_message: DONE })
    expect(answer).toEqual({
      systemMessage: expect.stringMatching(/^Bailiff: earned \(tests \d+\.\d s, lint \d+\.\d s\)$/),
    })
    expect(stderr).toBe(`${answer['systemMessage']}\n`)
    await on.prompt('And now?')
    expect((await on.stop(DONE)).systemMessage).toBe('Bailiff: earned (tests already passed, lint already passed)')
  })

  it('is there for silent work too, if its checks passed', async () => {
    const on = await gate({ files: WORKING })
    await on.ask()
    await on.edit(DIFFERS)
    expect(await on.stop('Anything else?')).toMatchObject({ ...EARNED, verdict: 'earned', notes: ['work EARNED'] })
  })

  it('is left out if the policy says so, or at the stop of a subagent', async () => {
    const on = await gate({ policy: `${POLICY}tell_earned: false\n` })
    await on.edit(PASSING)
    expect(await on.tell('Stop', { last_assistant_message: DONE })).toEqual({ answer: {}, stderr: '' })
    expect(on.bodies('stop.judged')).toMatchObject([{ verdict: 'earned' }])
    await on.approve(`${POLICY}subagents: block\n`)
    const agent = { agent_id: 'a', agent_type: 'worker' }
    await on.record('SubagentStart', agent)
    const stopped = await on.tell('SubagentStop', { ...agent, last_assistant_message: 'All tests pass.' })
    expect(stopped).toEqual({ answer: {}, stderr: '' })
    expect(on.bodies('stop.judged', `${on.stream}.a`)).toMatchObject([{ verdict: 'earned' }])
  })

  it('reaches a person in Gemini CLI as well', async () => {
    const on = await gate({ host: 'gemini' })
    await on.edit(PASSING)
    expect(await on.tell('AfterAgent', { prompt_response: DONE })).toMatchObject({
      answer: { systemMessage: expect.stringMatching(/^Bailiff: earned \(tests, /) },
    })
  })
})
