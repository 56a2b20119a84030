import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Checking } from '../../src/session/state.ts'
import { isAlive } from '../helpers/alive.ts'
import { startChatModel } from '../helpers/chat-model.ts'
import { DONE, type Gate, gate, PASSING, POLICY, PROJECT } from '../helpers/gate.ts'

/** Checks that take longer than a stop may: they continue in the background, and the turn is judged when they end. */

/** A check that writes its process id beside the project, and ends when a file there says how. */
const WAITS = `echo $$ >> ../started
until [ -e ../go ]; do sleep 0.05; done
[ "$(cat ../go)" = pass ] || not='not '
echo 1..1
echo "\${not}ok 1 - waits"
[ ! "$not" ]
`
const SLOW = `${POLICY.replace('node_test_pass, command: node --test', 'tap, command: sh test/waits.sh')}on_stop_seconds: 1\n`
const FILES = { ...PROJECT, ...PASSING, 'test/waits.sh': WAITS }

/** Other contents, with which the tests pass as well. */
const EDITS = ['b + a', '(a + b)', 'a + b + 0'].map((sum) => ({
  'src/add.js': `export const add = (a, b) => ${sum}\n`,
}))
const [EDIT = {}, OTHER = {}] = EDITS

/** A project whose agent has worked and stopped, and whose check is still running. */
async function checking(said = DONE, policy = SLOW): Promise<Gate> {
  const on = await gate({ hook: 'installed', policy, files: FILES })
  onTestFinished(async () => {
    letGo(on, 'pass')
    await ended(on)
  })
  await on.edit(EDIT)
  expect(await on.stop(said)).toMatchObject({ decision: undefined, verdict: 'checking' })
  await begun(on, 1)
  return on
}

/** The file appears with its content: a check must not read it half-written. */
function letGo(on: Gate, how: 'pass' | 'fail'): void {
  writeFileSync(join(on.root, 'go.new'), how)
  renameSync(join(on.root, 'go.new'), join(on.root, 'go'))
}

/** The process ids of the checks so far. */
const started = (on: Gate): string[] => {
  const path = join(on.root, 'started')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}

/** Waits until this many checks have begun. */
async function begun(on: Gate, checks: number): Promise<void> {
  while (started(on).length < checks) await pause(20)
}

/** The processes that ran checks in the background so far. */
const processes = (on: Gate): number[] => [
  ...new Set(
    on.bodies('stop.judged').flatMap(({ checking: one }) => (one as Checking | undefined)?.process?.pid ?? []),
  ),
]

/** Waits until no process runs checks in the background any more. */
async function ended(on: Gate): Promise<void> {
  while (processes(on).some((pid) => isAlive(String(pid)))) await pause(20)
}

const verdicts = (on: Gate): unknown[] => on.bodies('stop.settled').map(({ verdict }) => verdict)

describe('a check that is slower than a stop', () => {
  it('lets the turn go as checking, and earns it when it passes', async () => {
    const on = await checking()
    expect((await on.cli('outcome')).out).toMatch(/^… checking: tests, \d+ s/)
    expect(await on.cli('outcome')).toMatchObject({ exit: 2 })
    expect((await on.cli('report')).out).toContain('1 checking')
    letGo(on, 'pass')
    await ended(on)
    expect(on.bodies('validator.passed')).toMatchObject([{ validator: 'tests', late: true }])
    expect(verdicts(on)).toEqual(['earned'])
    expect(await on.cli('outcome', '--earned')).toMatchObject({ exit: 0 })
    expect((await on.cli('report')).out).toContain('1 earned')
    expect((await on.cli('explain', 's', 'last')).out).toMatch(/checking: [\s\S]*✓ earned/)
    expect((await on.tell('UserPromptSubmit', { prompt: 'And?' })).answer['systemMessage']).toBe(
      'Bailiff: earned: the checks of the last turn have passed.',
    )
    expect(started(on).filter(isAlive)).toEqual([])
    expect(await on.cli('verify')).toMatchObject({ exit: 0 })
  })

  it('judges what a model read at the stop, without asking it again', async () => {
    const quote = 'Every last one of them is green now.'
    const reply = JSON.stringify({ claims: [{ type: 'tests_pass', quote }], gaps: [] })
    const model = await startChatModel(() => ({ text: reply }))
    const on = await checking(quote, `${SLOW}claims: { model: { name: tiny-1, url: "${model.url}", seconds: 30 } }\n`)
    model.close()
    letGo(on, 'fail')
    await ended(on)
    expect(on.bodies('stop.settled')).toMatchObject([
      { verdict: 'failed', claims: [{ type: 'tests_pass', quote, readBy: 'tiny-1' }] },
    ])
    expect(model.asked).toHaveLength(1)
  })

  it('tells the person in one line which check continues', async () => {
    const on = await checking()
    const { systemMessage } = await on.stop(DONE)
    expect(systemMessage).toBe(
      'Bailiff: checking, not earned yet: "tests" continues in the background. Run: bailiff outcome s',
    )
  })

  it('fails the turn if it fails, and blocks the next stop on the same content without running again', async () => {
    const on = await checking()
    letGo(on, 'fail')
    await ended(on)
    expect(verdicts(on)).toEqual(['failed'])
    expect(await on.cli('outcome')).toMatchObject({ exit: 2, out: expect.stringMatching(/^✗ failed: /) })
    const told = await on.tell('UserPromptSubmit', { prompt: 'And?' })
    expect(told.answer['systemMessage']).toBe(
      'Bailiff: FAILED after the turn ended, not earned. "tests" did not pass on the current files (1 test failed: waits) [TESTS_FAILED]. Run: bailiff explain s',
    )
    expect((await on.tell('UserPromptSubmit', { prompt: 'And now?' })).answer['systemMessage']).toBeUndefined()
    const next = await on.stop(DONE)
    expect(next).toMatchObject({ decision: 'block', findings: ['done FAILED', 'tests_pass FAILED'] })
    expect(started(on)).toHaveLength(1)
  })

  it('is superseded if the content changes meanwhile, and the next stop starts again', async () => {
    const on = await checking()
    await on.edit(OTHER)
    letGo(on, 'pass')
    await ended(on)
    expect(verdicts(on)).toEqual(['superseded'])
    expect(on.bodies('validator.passed')).toEqual([])
    await on.stop(DONE)
    await ended(on)
    expect(await on.cli('outcome', '--earned')).toMatchObject({ exit: 0 })
    expect(started(on)).toHaveLength(2)
  })

  it('is superseded if the agent changes files and restores them', async () => {
    const on = await checking()
    await on.edit(OTHER)
    await on.edit(EDIT)
    letGo(on, 'pass')
    await ended(on)
    expect(verdicts(on)).toEqual(['superseded'])
    expect(on.bodies('validator.passed')).toEqual([])
  })

  it('is not started again by a second stop on the same content', async () => {
    const on = await checking()
    expect(await on.stop(DONE)).toMatchObject({ decision: undefined, verdict: 'checking' })
    await on.ask('Is it done?')
    expect(await on.stop(DONE)).toMatchObject({ decision: undefined, verdict: 'checking' })
    expect(started(on)).toHaveLength(1)
    expect(processes(on)).toHaveLength(1)
    letGo(on, 'pass')
    await ended(on)
    expect(verdicts(on)).toEqual(['earned', 'earned', 'earned'])
    expect((await on.cli('report')).out).toContain('2 earned')
  })

  it('is ended by a stop on other content, which starts its own', async () => {
    const on = await checking()
    await on.edit(OTHER)
    expect(await on.stop(DONE)).toMatchObject({ decision: undefined, verdict: 'checking' })
    await begun(on, 2)
    expect(started(on).filter(isAlive)).toHaveLength(1)
    expect(verdicts(on)).toEqual(['superseded'])
    letGo(on, 'pass')
    await ended(on)
    expect(verdicts(on)).toEqual(['superseded', 'earned'])
  })
})

describe('a check in the background that is killed', () => {
  it('never ends as earned: the next prompt tells, and the next stop checks again', async () => {
    const on = await checking()
    for (const pid of processes(on)) process.kill(pid, 'SIGKILL')
    await ended(on)
    const { exit, out } = await on.cli('outcome')
    expect({ exit, out }).toMatchObject({ exit: 2, out: expect.stringMatching(/^✗ unsupervised: .*CHECK_INTERRUPTED/) })
    const told = await on.tell('UserPromptSubmit', { prompt: 'And?' })
    expect(told.answer['systemMessage']).toBe(
      'Bailiff: UNSUPERVISED CHECK_INTERRUPTED: "tests" never ended; not earned. Run: bailiff explain s',
    )
    expect(on.bodies('stop.settled')).toMatchObject([{ verdict: 'unsupervised', failed: 'CHECK_INTERRUPTED' }])
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'checking' })
    await begun(on, 2)
    // The new one has ended what the killed one left running.
    expect(started(on).filter(isAlive)).toHaveLength(1)
  })

  it('is on record at once if a signal asks it to end', async () => {
    const on = await checking()
    for (const pid of processes(on)) process.kill(pid, 'SIGTERM')
    await ended(on)
    expect(on.bodies('stop.settled')).toMatchObject([{ verdict: 'unsupervised', failed: 'CHECK_INTERRUPTED' }])
    expect(started(on).filter(isAlive)).toEqual([])
    expect(await on.cli('outcome')).toMatchObject({ exit: 2 })
  })

  it('is on record at the next stop of the same turn', async () => {
    const on = await checking()
    for (const pid of processes(on)) process.kill(pid, 'SIGKILL')
    await ended(on)
    rmSync(join(on.root, 'go'), { force: true })
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'checking' })
    expect(on.bodies('stop.settled')).toMatchObject([{ verdict: 'unsupervised', failed: 'CHECK_INTERRUPTED' }])
  })
})

it('B8: a check that times out blocks once, if nothing can run in the background', async () => {
  const on = await gate({ hook: 'installed', policy: SLOW, files: FILES })
  await on.edit(EDIT)
  writeFileSync(join(on.home, 'locks', 'checks'), '')
  const first = await on.stop(DONE)
  expect(first).toMatchObject({ decision: 'block', verdict: 'blocked' })
  expect(first.findings).toEqual(['done VALIDATION_UNFINISHED', 'tests_pass VALIDATION_UNFINISHED'])
  const second = await on.stop(DONE)
  expect(second).toMatchObject({ decision: undefined, verdict: 'unsupervised' })
  expect(second.systemMessage).toContain(
    'UNSUPERVISED. "tests" did not finish within the time limit, so done and tests pass are not earned [VALIDATION_UNFINISHED].',
  )
  expect(on.bodies('validator.failed')).toHaveLength(1)
  expect(started(on).filter(isAlive)).toEqual([])
})

it('waits for the same check of another session, and uses its pass', async () => {
  const on = await checking()
  const other = { session_id: 'other', last_assistant_message: 'All tests pass.' }
  await on.record('UserPromptSubmit', { session_id: 'other', prompt: 'Make it add.' })
  await on.tell('Stop', other)
  const stream = 'session/claude-code-other'
  expect(on.bodies('stop.judged', stream)).toMatchObject([{ verdict: 'checking' }])
  letGo(on, 'pass')
  await ended(on)
  while (on.bodies('stop.settled', stream).length === 0) await pause(20)
  expect(on.bodies('stop.settled', stream)).toMatchObject([{ verdict: 'earned' }])
  expect(on.bodies('validator.passed', stream)).toMatchObject([{ reused: { stream: on.stream } }])
  expect(started(on).filter(isAlive)).toEqual([])
})
