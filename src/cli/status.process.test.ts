import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { runCli, unwrapped } from '../../test/helpers/cli.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { watch } from '../../test/helpers/world.ts'
import type { JsonObject } from '../ledger/kinds.ts'

/** A project that loses its hooks, and everything that says so. */

let root: string
const at = (...parts: string[]): string => join(root, ...parts)
const run = (line: string, folder = 'project') =>
  runCli(
    line.split(' '),
    { PATH: process.env['PATH'], HOME: at('person'), BAILIFF_HOME: at('ledger') },
    { cwd: at(folder) },
  )

beforeEach(async () => {
  root = tempDir()
  for (const name of ['person', 'project', 'other']) {
    mkdirSync(at(name))
    execFileSync('git', ['-C', at(name), 'init', '-q'])
  }
})

it('says whether agents are supervised here, with an exit code', async () => {
  expect(await run('status')).toMatchObject({
    exit: 1,
    out: expect.stringMatching(
      /^Not supervised: no agent program has our hooks here; no policy[^!]*Run: bailiff init\n$/,
    ),
  })
  await run('init --yes --no-checks --host claude-code')
  expect(await run('status')).toMatchObject({ exit: 0, out: 'Supervised here: Claude Code; the policy is approved.\n' })
  expect(await run('status', 'other')).toMatchObject({ exit: 1 })
  await run('pause --yes')
  expect(await run('status')).toMatchObject({
    exit: 1,
    out: expect.stringMatching(/^Paused until further notice: nothing is recorded .*\s.*Run: bailiff resume\n$/),
  })
})

it('says in one line how the last turn ended, for status lines too', async () => {
  await run('init --yes --no-checks --host claude-code')
  const { tell, append } = watch({}, at('ledger'))
  const told = { session_id: 's', cwd: at('project'), prompt: 'Go.', source: 'startup' }
  for (const event of ['SessionStart', 'UserPromptSubmit']) tell('claude-code', event, told)
  expect(unwrapped((await run('status')).out)).toMatch(/; last turn: not ended, \d{4}-\d\d-\d\d \d\d:\d\d \S+\. $/)
  const put = (kind: string, body: JsonObject): void =>
    append('session/claude-code-s', { kind, actor: 'harness', body })
  put('stop.reached', { message: 'Done.', gated: true })
  put('stop.judged', { verdict: 'earned' })
  put('gate.unanswered', { stop: null })
  expect((await run('status')).out).toContain('! 1 stop')
  expect(unwrapped((await run('status --line')).out)).toMatch(
    /^Supervised here: Claude Code; .*; last turn: unanswered, [^!]*\. $/,
  )
  expect(JSON.parse((await run('status --json')).out)).toMatchObject({ last: { session: 's', verdict: 'unanswered' } })
})

it('says everywhere that hooks are gone, until they are back or a person removes them', async () => {
  await run('init --yes --no-checks --host claude-code')
  await run('init --yes --no-checks --host claude-code', 'other')
  const settings = at('project', '.claude/settings.local.json')
  const begin = (session_id: string): unknown =>
    watch({}, at('ledger')).tell('claude-code', 'SessionStart', { session_id, cwd: at('other'), source: 'startup' })
  expect(begin('a')).not.toHaveProperty('notice')
  rmSync(settings)
  expect(begin('b')).toMatchObject({ notice: expect.stringContaining(`hooks are gone from ${settings}, so agents`) })
  expect(unwrapped((await run('status', 'other')).out)).toContain(`! Hooks are gone from ${settings}.`)
  expect(await run('status')).toMatchObject({ exit: 1 })
  const { checks } = JSON.parse((await run('doctor --quick --json', 'other')).out)
  expect(JSON.stringify(checks)).toContain(`Hooks are gone from ${settings}: agents there are not supervised.`)
  await run('uninstall --scope local --yes')
  expect(begin('c')).not.toHaveProperty('notice')
})

it('counts the stops that went unjudged and the turns that ended despite a block, but not a stop that may still be judged', async () => {
  await run('init --yes --no-checks --host claude-code')
  const { tell, append } = watch({}, at('ledger'))
  const send = (event: string, session_id: string, more = {}): unknown =>
    tell('claude-code', event, { session_id, cwd: at('project'), prompt: 'Go.', source: 'startup', ...more })
  for (const session of ['a', 'b', 'c']) for (const event of ['SessionStart', 'UserPromptSubmit']) send(event, session)
  const put = (session: string, kind: string, body: JsonObject): void =>
    append(`session/claude-code-${session}`, { kind, actor: 'harness', body })
  put('a', 'stop.reached', { message: 'Done.', gated: true })
  expect((await run('status')).out).not.toContain('unjudged')
  send('UserPromptSubmit', 'a')
  put('b', 'gate.unanswered', { stop: null })
  put('c', 'stop.reached', { message: 'Done.', gated: true })
  put('c', 'stop.judged', { verdict: 'blocked' })
  send('SessionEnd', 'c', { reason: 'other' })
  const { exit, out } = await run('status')
  expect(exit).toBe(0)
  expect(unwrapped(out)).toContain('! 2 stops in the last week went unjudged. For the sessions: bailiff report')
  expect(unwrapped(out)).toContain('! 1 turn in the last week ended despite a block. To find the cause: bailiff doctor')
  expect(JSON.parse((await run('status --json')).out)).toMatchObject({ unjudged: 2, overruled: 1 })
  expect((await run('status', 'other')).out).not.toContain('!')
})
