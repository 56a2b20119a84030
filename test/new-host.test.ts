import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { checkSettings } from '../src/doctor/checks/settings.ts'
import { heldFiles } from '../src/doctor/facts/settings.ts'
import { toolsOf } from '../src/hosts/calls.ts'
import { hookPrograms } from '../src/hosts/hook-programs.ts'
import { listBackups } from '../src/hosts/install/backup.ts'
import { startedBy } from '../src/hosts/nesting.ts'
import { findHost, registerHost } from '../src/hosts/registry.ts'
import { sessionOf } from '../src/session/fold.ts'
import { turnOf } from '../src/supervisor/stop/turn.ts'
import { runCli } from './helpers/cli.ts'
import { machine, put, settingsOf, snapshot, takeAway, valueIn } from './helpers/machine.ts'
import { tempDir } from './helpers/temp.ts'
import { toy } from './helpers/toy-host/host.ts'
import { watch } from './helpers/world.ts'

/** A host that consists of one folder and one line. */
const withToy = (): void => onTestFinished(registerHost(toy))

const STREAM = 'session/toy-t1'
const ROOM = { talk: 't1', room: '/work' }

it('records the events of a new host', async () => {
  withToy()
  const on = watch()
  on.tell('toy', 'wake', { ...ROOM, why: 'morning' })
  on.tell('toy', 'ask', { ...ROOM, words: 'write it' })
  on.tell('toy', 'reach', { ...ROOM, toy: 'toy_write', id: 'c1', with: { where: 'a.txt', what: 'x' } })
  on.tell('toy', 'reached', { ...ROOM, toy: 'toy_write', id: 'c1', with: { where: 'a.txt', what: 'x' } })
  expect(on.kinds(STREAM)).toEqual(['session.started', 'turn.opened', 'dispatch.proposed', 'dispatch.observed'])
  expect(on.bodies(STREAM, 'session.started')).toMatchObject([{ host: 'toy', source: 'morning' }])
  await on.verify()
})

it('gives its events the programs of the hook that they need', () => {
  withToy()
  expect(hookPrograms().filter(([event]) => event.startsWith('toy '))).toEqual([
    ['toy ask', 'prompt'],
    ['toy reach', 'propose'],
    ['toy reached', 'observe'],
    ['toy rest', 'stop'],
  ])
})

it('denies calls that touch its settings, in its own format', () => {
  withToy()
  const on = watch()
  const person = join(on.home, '..', 'person')
  mkdirSync(join(person, '.toy'), { recursive: true })
  writeFileSync(join(person, '.toy', 'toy.json'), '{}')
  const answers = [
    { toy: 'toy_write', with: { path: `${person}/.toy/toy.json`, what: '{}' } },
    { toy: 'toy_run', with: 'echo {} > ~/.toy/toy.json' },
    { toy: 'toy_run', with: 'echo {} > $TOY_HOME/toy.json' },
    { toy: 'toy_run', with: 'toy --no-hooks "do it"' },
  ].map((call) => on.tell('toy', 'reach', { ...ROOM, ...call }, { TOY_HOME: '/toys' }))
  expect(answers.map(({ kind }) => kind)).toEqual(['deny', 'deny', 'deny', 'deny'])
  expect(on.bodies(STREAM, 'dispatch.denied').map(({ code }) => code)).toEqual(Array(4).fill('PROTECTED_SETTINGS'))
  const [denied] = answers
  expect(denied && findHost('toy').phrase('reach', denied)).toEqual({ ok: false, because: expect.any(String) })
})

it('lets ordinary calls of its tools pass, and flags one without the fields it needs', () => {
  withToy()
  const on = watch()
  const call = (input: object) => on.tell('toy', 'reach', { ...ROOM, toy: 'toy_write', with: { ...input } })
  expect(call({ where: 'a.txt', what: 'x' }).kind).toBe('go-on')
  expect(on.bodies(STREAM, 'dispatch.flagged')).toEqual([])
  call({ where: ' ' })
  expect(on.bodies(STREAM, 'dispatch.flagged')).toMatchObject([{ findings: [{ code: 'CALL_MALFORMED' }] }])
})

it('counts its idle tool as no change', () => {
  withToy()
  const on = watch()
  on.tell('toy', 'ask', { ...ROOM, words: 'think' })
  for (const tool of ['toy_ponder', 'toy_wander']) on.tell('toy', 'reached', { ...ROOM, toy: tool, id: tool, with: {} })
  const reader = { root: '/work', tools: toolsOf('toy'), endOf: () => '' }
  const { calls } = turnOf(sessionOf(on.entries(STREAM)), reader)
  expect(calls.map(({ tool, changed }) => [tool, changed])).toEqual([
    ['toy_ponder', false],
    ['toy_wander', true],
  ])
})

it('links sessions started from its shell, and refuses people-only commands there', async () => {
  withToy()
  expect(startedBy('codex', 's', { TOY_SHELL: 't1' })).toEqual({ host: 'toy', session: 't1' })
  const { err } = await runCli(
    ['pause', '--home', join(tempDir(), 'home')],
    { TOY_SHELL: 't1' },
    { hasTerminal: false },
  )
  expect(err).toContain('TOY_SHELL is set, as in toy shells')
})

it('installs its hooks, finds them sound, and removes them again', () => {
  withToy()
  const on = machine()
  const before = snapshot(on)
  put(on, ['toy'])
  const path = settingsOf(on, 'toy', 'user')
  expect(Object.keys(valueIn(path)['hooks'] as object)).toEqual(toy.install.events)
  expect(readFileSync(path, 'utf8')).toContain('bailiff-hook')
  const [file] = heldFiles(toy, on, listBackups(on.home.dir))
  const ledger = { home: on.home.dir, keys: [on.home.keyring.current().id] }
  expect(file && checkSettings(toy.install, file, ledger)).toEqual([])
  takeAway(on, ['toy'])
  expect(snapshot(on)).toEqual(before)
})

it('is offered by init if it has settings', async () => {
  withToy()
  const person = tempDir()
  mkdirSync(join(person, '.toy'))
  const argv = ['init', '--dry-run', '--no-checks', '--home', join(person, 'home')]
  const { out } = await runCli(argv, { HOME: person, PATH: '' }, { cwd: person })
  expect(out).toContain(join(person, '.toy', 'toy.json'))
})

it('is gone afterwards, and no other host can take its name', () => {
  expect(() => findHost('toy')).toThrow('Unknown host "toy"')
  withToy()
  expect(() => registerHost(toy)).toThrow('There are two hosts named "toy"')
})
