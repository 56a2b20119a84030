import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as soon } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import type { Checking } from '../../src/session/state.ts'
import { stopChecksPath } from '../../src/views/stop-checks.ts'
import { isAlive } from '../helpers/alive.ts'
import { appears } from '../helpers/appears.ts'
import { type Child, stateOf } from '../helpers/children.ts'
import { binOf, DONE, type Gate, gate, PASSING, POLICY, PROJECT } from '../helpers/gate.ts'
import { startHook } from '../helpers/hooks.ts'

/** What a person sees while a stop waits for its checks. */

/** A check that writes its process id beside the project, and ends when something is written to a pipe there. */
const WAITS = `echo $$ > ../starting
mv ../starting ../started
read -r _ < ../go
echo ok 1 - waits
`
const policy = POLICY.replace('node_test_pass, command: node --test', 'tap, command: sh test/waits.sh')

/** A project whose agent has just stopped, and whose check runs. */
async function stopping(): Promise<{ on: Gate; hook: Child }> {
  const on = await gate({ hook: 'installed', policy, files: { ...PROJECT, ...PASSING, 'test/waits.sh': WAITS } })
  execFileSync('mkfifo', [join(on.root, 'go')])
  const started = appears(on.root, 'started')
  const payload = { session_id: 's', cwd: on.project, last_assistant_message: DONE }
  const program = join(binOf(on), 'bailiff.cjs')
  const hook = startHook(on.home, { host: 'claude-code', event: 'Stop', payload }, undefined, program, on.env)
  await started
  const pid = checkOf(on)
  onTestFinished(() => killQuietly(pid))
  return { on, hook }
}

const checkOf = (on: Gate): number => {
  const pid = Number(readFileSync(join(on.root, 'started'), 'utf8'))
  if (!(pid > 1)) throw new Error('The check wrote no process id.')
  return pid
}

/** Waits until a process has ended. */
async function gone(pid: number): Promise<void> {
  while (isAlive(String(pid))) await soon()
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

const data = async (on: Gate, ...argv: string[]): Promise<JsonObject> =>
  JSON.parse((await on.cli(...argv, '--json')).out) as JsonObject

const gathererIn = async (on: Gate): Promise<number> =>
  ((await data(on, 'outcome'))['checking'] as Checking).process?.pid ?? Number.NaN

it('says which checks run and for how long, until the verdict is there', async () => {
  const { on, hook } = await stopping()
  expect(await on.cli('outcome')).toMatchObject({ exit: 2, out: expect.stringMatching(/^… checking: tests, \d+ s\n/) })
  expect(await data(on, 'outcome')).toMatchObject({
    ok: false,
    verdict: 'checking',
    stop: expect.any(Number),
    checking: { checks: ['tests'], since: expect.any(String), process: { pid: expect.any(Number) } },
    unjudged: 0,
  })
  expect((await on.cli('status')).out).toMatch(/last turn checking \(tests, \d+ s\)/)
  expect((await data(on, 'status'))['last']).toMatchObject({ verdict: 'checking', checking: { checks: ['tests'] } })
  expect((await on.cli('sessions')).out).toMatch(/ checking +working\n/)
  expect((await on.cli('explain', 's', 'last')).out).toMatch(/■ stopped\n[^\n]*\n[^\n]* … checking: tests, \d+ s\n/)
  expect((await on.cli('report')).out).toContain('1 checking')
  await writeFile(join(on.root, 'go'), '')
  expect(await hook.ended).toMatchObject({ code: 0 })
  expect(await on.cli('outcome', '--earned')).toMatchObject({ exit: 0, out: expect.stringMatching(/^✓ earned: /) })
  expect((await on.cli('explain', 's', 'last')).out).not.toContain('checking')
  expect(existsSync(stopChecksPath(on.home, on.stream))).toBe(false)
})

it('a hook that is killed leaves the stop unanswered', async () => {
  const { on, hook } = await stopping()
  hook.process.kill('SIGKILL')
  await hook.ended
  await gone(checkOf(on))
  expect(await on.cli('outcome')).toMatchObject({ exit: 2, out: expect.stringMatching(/^✗ unanswered: /) })
  expect(await data(on, 'outcome')).toMatchObject({ verdict: 'unanswered' })
  expect((await on.cli('status')).out).toContain('last turn unanswered')
  expect((await on.cli('sessions')).out).toMatch(/ unanswered +working\n/)
})

it('so does one that is killed together with the process that runs its checks', async () => {
  const { on, hook } = await stopping()
  const gatherer = await gathererIn(on)
  // Stopped first: otherwise it would see that the hook is gone, and tidy up.
  process.kill(gatherer, 'SIGSTOP')
  while (stateOf(gatherer) !== 'T') await soon()
  hook.process.kill('SIGKILL')
  process.kill(gatherer, 'SIGKILL')
  await hook.ended
  await gone(gatherer)
  expect(existsSync(stopChecksPath(on.home, on.stream))).toBe(true)
  expect(await on.cli('outcome')).toMatchObject({ exit: 2, out: expect.stringMatching(/^✗ unanswered: /) })
})
