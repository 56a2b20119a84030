import { execFileSync } from 'node:child_process'
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { runCli, unwrapped } from '../../test/helpers/cli.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { copyOf } from '../../test/helpers/template.ts'
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
    copyOf('empty repository of status', at(name), (dir) => void execFileSync('git', ['init', '-q', '-b', 'main', dir]))
  }
})

it('says whether agents are supervised here, with an exit code', async () => {
  expect(await run('status')).toMatchObject({
    exit: 1,
    out: expect.stringMatching(/^Not supervised: no agent program has our hooks; run bailiff init\n$/),
  })
  await run('init --yes --no-checks --host claude-code')
  expect(await run('status')).toMatchObject({ exit: 0, out: 'Supervised: Claude Code; policy approved (warns only)\n' })
  expect(await run('status', 'other')).toMatchObject({ exit: 1 })
  await run('pause --yes')
  expect(await run('status')).toMatchObject({
    exit: 1,
    out: expect.stringMatching(/^Paused until further notice: nothing is recorded; run bailiff resume\n$/),
  })
})

it('says in one line how the last turn ended, for status lines too', async () => {
  await run('init --yes --no-checks --host claude-code')
  const { tell, append } = watch({}, at('ledger'))
  const told = { session_id: 's', cwd: at('project'), prompt: 'Go.', source: 'startup' }
  for (const event of ['SessionStart', 'UserPromptSubmit']) tell('claude-code', event, told)
  expect((await run('status')).out).toMatch(/^Supervised: Claude Code; .*; last turn not ended\n$/)
  const put = (kind: string, body: JsonObject): void =>
    append('session/claude-code-s', { kind, actor: 'harness', body })
  put('stop.reached', { message: 'Done.', gated: true })
  put('stop.judged', { verdict: 'earned' })
  put('gate.unanswered', { stop: null })
  expect((await run('status')).out).toContain('! 1 stop')
  expect((await run('status --line')).out).toMatch(/^Supervised: .*; last turn unanswered(, [\d:]+ \S+)?\n$/)
  expect((await run('status')).out).toContain('\nRun: bailiff explain\n')
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
  expect(begin('b')).toMatchObject({
    notice: expect.stringContaining(`hooks are gone from ${settings}, so new sessions`),
  })
  expect(unwrapped((await run('status', 'other')).out)).toContain(`! Hooks are gone from ${settings}.`)
  expect(await run('status')).toMatchObject({ exit: 1 })
  // So that the doctor does not try the hooks here.
  rmSync(at('ledger/bin/bailiff-hook'))
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

it.each([
  [
    'the state directory is gone',
    () => rmSync(at('ledger'), { recursive: true }),
    'Claude Code (hook program missing)',
  ],
  ['the launcher is gone', () => rmSync(at('ledger/bin/bailiff-hook')), 'Claude Code (hook program missing)'],
  ['its program is gone', () => dropProgram(), 'Claude Code (hook program missing)'],
  ['the keys are gone', () => rmSync(at('ledger/keys'), { recursive: true }), 'the ledger cannot be used'],
  ['the key is another one', () => renewKeys(), 'Claude Code (keys replaced)'],
])('does not call agents supervised if %s', async (_, damage, why) => {
  await run('init --yes --no-checks --host claude-code')
  expect(await run('status')).toMatchObject({ exit: 0 })
  await damage()
  const { exit, out } = await run('status')
  expect([exit, out]).toEqual([1, expect.stringMatching(/^Not supervised: .*; run bailiff doctor\n! /)])
  expect(out).toContain(`Not supervised: ${why}`)
  expect(await run('status --line')).toMatchObject({ exit: 1, out: expect.stringMatching(/^[^\n]+\n$/) })
  expect(JSON.parse((await run('status --json')).out)).toMatchObject({ ok: false })
})

function dropProgram(): void {
  for (const name of readdirSync(at('ledger/bin')))
    if (name !== 'bailiff-hook') rmSync(at('ledger/bin', name), { recursive: true })
}

/** Another ledger in the same place, with the same programs. */
async function renewKeys(): Promise<void> {
  renameSync(at('ledger/bin'), at('bin'))
  rmSync(at('ledger'), { recursive: true })
  watch({}, at('ledger'))
  renameSync(at('bin'), at('ledger/bin'))
}

it('names the program whose hooks it would skip until a person approves them', async () => {
  await run('init --yes --no-checks --host codex')
  const { exit, out } = await run('status')
  expect([exit, unwrapped(out)]).toEqual([
    1,
    expect.stringMatching(/^Not supervised: Codex \(hooks not approved\); .*run bailiff doctor ! \d+ of \d+ hooks/),
  ])
  await run('init --yes --no-checks --host claude-code')
  const both = await run('status')
  expect(both).toMatchObject({
    exit: 0,
    out: expect.stringMatching(/^Supervised: Claude Code, not Codex; .*\n! /),
  })
  expect(unwrapped(both.out)).toContain('Start codex, type /hooks, and approve them.')
  await run('init --yes --no-checks --host codex --trust')
  expect((await run('status')).out).toMatch(/^Supervised: Claude Code, Codex; /)
})

it('says once that an approval was tampered with, as validate does', async () => {
  await run('init --yes --no-checks --host claude-code')
  const [name = ''] = readdirSync(at('ledger/policy')).filter((file) => file !== 'signers')
  for (const file of readdirSync(at('ledger/policy', name)).filter((one) => one.endsWith('.json')))
    writeFileSync(at('ledger/policy', name, file), '{}')
  expect((await run('status')).out).toBe(
    'Supervised: Claude Code; policy tampered with (warns only)\nRun: bailiff policy approve\n',
  )
  const { exit, err } = await run('validate')
  expect([exit, unwrapped(err)]).toEqual([3, expect.stringMatching(/was tampered with: .*Run: bailiff policy approve/)])
})
