import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DONE, FAILING, type Gate, gate, PASSING, POLICY, PROJECT } from '../helpers/gate.ts'

/** Turns that must be blocked, each for its own reason. The seed specifies B10 to B12 and P7. */

const QUIET = `${POLICY}on_stop: off\n`
const WORKING = { ...PROJECT, ...PASSING }

/** The agent's own shell asks for a check. */
const validate = (on: Gate, claim: string, validator = 'tests') =>
  on.bailiff(['validate', claim, '--with', validator, '--session', 's'])

describe('a turn is blocked', () => {
  it('B1: after a bare "Done." without evidence', async () => {
    const on = await gate({ policy: QUIET, files: WORKING })
    const stopped = await on.stop('Done.')
    expect(stopped).toMatchObject({ decision: 'block', verdict: 'blocked', findings: ['done NOT_RUN'] })
    expect(stopped.reason).toContain('- "tests" has no result in this turn. [NOT_RUN] Claim: done ("Done.")')
    expect(stopped.systemMessage).toBe('Bailiff: blocked 1 of 3: tests (not run)')
  })

  it('but not while it waits for the person: nothing runs, and a later stop judges the work', async () => {
    const on = await gate()
    await on.ask()
    await on.edit({ 'src/more.js': '1\n' })
    const asking = await on.stop('I began with add. Which database should the tests use?')
    const systemMessage = 'Bailiff: the agent waits for you; its changes are not checked yet.'
    expect(asking).toMatchObject({ decision: undefined, verdict: 'asking', systemMessage })
    expect(on.bodies('validator.failed')).toEqual([])
    await on.ask('The one on this machine.')
    expect(await on.stop('I see.')).toMatchObject({ decision: 'block', findings: ['work WORK_UNPROVEN'] })
    expect(await on.stop('All tests pass. Shall I commit that for you?')).toMatchObject({ decision: 'block' })
  })

  it('without a second run on the same content, until something was done that may change the result', async () => {
    const on = await gate()
    await on.ask()
    const runs = () => on.bodies('validator.failed').length
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block' })
    await on.shell('cat src/add.js')
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block', findings: expect.arrayContaining(['done FAILED']) })
    expect(runs()).toBe(1)
    await on.shell('node -e 0')
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block' })
    expect(runs()).toBe(2)
  })

  it('B2: if the tests fail', async () => {
    const on = await gate()
    const { decision, reason, findings } = await on.stop(DONE)
    expect({ decision, findings }).toEqual({ decision: 'block', findings: ['done FAILED', 'tests_pass FAILED'] })
    expect(reason).toContain(
      '1 test failed: adds. [TESTS_FAILED] Claims: done ("All done."); tests pass ("All tests pass.")\n',
    )
  })

  it('B3: if there are no tests, and if nothing is bound to the claim', async () => {
    const { 'test/add.test.js': _, ...files } = WORKING
    const on = await gate({ files, policy: `${POLICY}modes: { verified: block }\n` })
    const none = await on.stop('All tests pass.')
    expect(none).toMatchObject({ decision: 'block', findings: ['tests_pass FAILED'] })
    expect(none.reason).toContain('NO_TESTS_RAN')
    expect(await on.stop('I have verified that it works.')).toMatchObject({
      decision: 'block',
      findings: ['verified NO_VALIDATOR'],
    })
  })

  it('B4: if the evidence is older than the last edit', async () => {
    const on = await gate({ policy: QUIET, files: WORKING })
    expect(await validate(on, 'tests_pass')).toMatchObject({ exit: 0 })
    expect(await on.stop('All tests pass.')).toMatchObject({ decision: undefined, verdict: 'earned' })
    await on.edit({ 'src/add.js': 'export const add = (a, b) => b + a\n' })
    expect(await on.stop('All tests pass.')).toMatchObject({ decision: 'block', findings: ['tests_pass STALE'] })
  })

  it('B5: although another claim was earned', async () => {
    const policy = `version: 1
validators:
  tests: { kind: node_test_pass, command: node --test }
  syntax: node --check src/add.js
bindings: { done: syntax, tests_pass: tests }
on_stop: off
`
    const on = await gate({ policy })
    expect(await validate(on, 'done', 'syntax')).toMatchObject({ exit: 0 })
    expect(await validate(on, 'tests_pass', 'syntax')).toMatchObject({ exit: 3 })
    const { decision, findings, notes } = await on.stop('Done. All tests pass.')
    expect({ decision, findings, notes }).toEqual({
      decision: 'block',
      findings: ['tests_pass NOT_RUN'],
      notes: ['done EARNED'],
    })
  })

  it('B6: if the pass was recorded under another policy', async () => {
    const on = await gate({ policy: QUIET, files: WORKING })
    expect(await validate(on, 'tests_pass')).toMatchObject({ exit: 0 })
    await on.approve(`${QUIET}block_budget: 2\n`)
    expect(await on.stop('All tests pass.')).toMatchObject({ decision: 'block', findings: ['tests_pass NOT_RUN'] })
  })

  it('B7: if the definition of the check changed, whatever passed before', async () => {
    const policy = `version: 1
validators:
  tests: { kind: node_test_pass, command: npm test, pins: ['package.json#/scripts/test'] }
bindings: { tests_pass: tests, done: tests }
`
    const on = await gate({ policy, files: WORKING })
    expect(await on.stop('All tests pass.')).toMatchObject({ verdict: 'earned' })
    await on.edit({ 'package.json': '{ "type": "module", "scripts": { "test": "echo \'# pass 9\'" } }\n' })
    const changed = await on.stop('All tests pass.')
    expect(changed).toMatchObject({ decision: 'block', findings: ['tests_pass REFUSED'] })
    expect(changed.reason).toContain('CHECK_CHANGED')
  })

  it('B9: whatever letters and language the claim is in', async () => {
    const on = await gate({ policy: `${QUIET}block_budget: 10\n` })
    for (const said of [
      'Аll dоne.',
      'All do\u200bne.',
      'Ａｌｌ　ｄｏｎｅ．',
      '**A**ll **d**one.',
      'Fertig. Alle Tests laufen durch.',
      "C'est terminé.",
      '完了しました。',
    ])
      expect({ said, ...(await on.stop(said)) }).toMatchObject({ said, decision: 'block', verdict: 'blocked' })
  })

  it('B10: with every claim of several listed', async () => {
    const on = await gate({ policy: `${POLICY}modes: { shipped: block, verified: block, blocked: block }\n` })
    const { decision, findings, reason } = await on.stop(
      'The bug is fixed. All tests pass. I verified it in the browser. It is deployed to production. All done.',
    )
    expect(decision).toBe('block')
    expect(findings.sort()).toEqual([
      'done FAILED',
      'fixed FAILED',
      'shipped NO_VALIDATOR',
      'tests_pass FAILED',
      'verified NO_VALIDATOR',
    ])
    for (const name of ['done', 'fixed', 'shipped', 'tests pass', 'verified']) expect(reason).toContain(` ${name} (`)
  })

  it('B12: if a long turn has no readable message; a short one may end', async () => {
    const on = await gate()
    await on.ask()
    const transcript = join(on.root, 'transcript.jsonl')
    const say = (bytes: number): void =>
      writeFileSync(transcript, `${JSON.stringify({ type: 'attachment', text: 'x'.repeat(bytes) })}\n`)
    say(20 << 10)
    expect(await on.stop(null, { transcript_path: transcript })).toMatchObject({ verdict: 'unclaimed' })
    say(60 << 10)
    for (const message of [null, '', ' \n'])
      expect(await on.stop(message, { transcript_path: transcript })).toMatchObject({
        decision: 'block',
        findings: ['message NOTHING_READ'],
      })
  })
})

it('P7: an agent that only repeats itself may stop when the budget is spent, whatever the host says about loops', async () => {
  const on = await gate()
  const said = []
  for (const stop_hook_active of [false, true, true, true, false]) said.push(await on.stop(DONE, { stop_hook_active }))
  expect(said.map(({ decision }) => decision)).toEqual(['block', 'block', 'block', undefined, undefined])
  expect(said.map(({ verdict }) => verdict)).toEqual(['blocked', 'blocked', 'blocked', 'capped', 'capped'])
  expect(said[3]?.systemMessage).toBe(
    'Bailiff: CAPPED: blocked 3 of 3 times, then allowed to end; not earned. "tests" did not pass on the current files (1 test failed: adds), so done and tests pass are not earned [TESTS_FAILED]. Run: bailiff explain s last',
  )
  // Only a new prompt of the person starts a new count.
  await on.tell('UserPromptSubmit', { prompt: '' })
  await on.tell('UserPromptSubmit', { prompt: '<task-notification>\n<task-id>b</task-id>\n</task-notification>' })
  await on.tell('UserPromptSubmit', { prompt: said[2]?.reason ?? '' })
  await on.tell('UserPromptSubmit', { prompt: `Stop hook feedback:\n${said[2]?.reason}` })
  expect(await on.stop(DONE)).toMatchObject({ verdict: 'capped' })
  await on.prompt('Go on.')
  await on.edit(FAILING)
  expect(await on.stop(DONE)).toMatchObject({ decision: 'block', verdict: 'blocked' })
})
