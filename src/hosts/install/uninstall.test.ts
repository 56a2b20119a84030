import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  ALL,
  FOREIGN,
  machine,
  put,
  settingsOf,
  snapshot,
  takeAway,
  valueIn,
  write,
} from '../../../test/helpers/machine.ts'
import type { Json } from '../../ledger/kinds.ts'
import { readChain } from '../../ledger/stores/files/read.ts'
import { INSTALL_STREAM } from '../../session/streams.ts'
import { HOSTS } from '../registry.ts'
import { INSTALL_ERRORS } from './errors.ts'

describe('files that cannot be changed are refused, and nothing is written:', () => {
  it.each([
    ['broken JSON', '{ "hooks": ', 'SETTINGS_BROKEN'],
    ['text', 'model = "opus"\n', 'SETTINGS_BROKEN'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 'SETTINGS_BROKEN'],
    ['a list', '[]', 'SETTINGS_SHAPE'],
    ['hooks that are a list', '{ "hooks": [] }', 'SETTINGS_SHAPE'],
    ['hooks that are null', '{ "hooks": null }', 'SETTINGS_SHAPE'],
    ['an event that is an object', '{ "hooks": { "Stop": {}, "AfterAgent": {} } }', 'SETTINGS_SHAPE'],
    ['an event that is a text', '{ "hooks": { "SessionStart": "echo" } }', 'SETTINGS_SHAPE'],
  ])('%s', (_, content, code) => {
    for (const { host, ownScope } of HOSTS.map((one) => one.install)) {
      const on = machine()
      write(settingsOf(on, host, ownScope), content)
      const before = snapshot(on)
      // Together with others, which are then not installed either.
      expect(() => put(on, [...ALL.filter((one) => one !== host), host])).toThrow(expect.objectContaining({ code }))
      expect(snapshot(on)).toEqual(before)
    }
  })

  it('a read-only file, even if we could write to it', () => {
    const on = machine()
    const path = settingsOf(on, 'gemini', 'user')
    write(path, '{}')
    chmodSync(path, 0o444)
    expect(() => put(on, ['gemini'])).toThrow(expect.objectContaining({ code: 'SETTINGS_READ_ONLY' }))
    expect(readFileSync(path, 'utf8')).toBe('{}')
  })

  it('a folder in place of a file', () => {
    const on = machine()
    mkdirSync(settingsOf(on, 'codex', 'user'), { recursive: true })
    expect(() => put(on, ['codex'])).toThrow(expect.objectContaining({ code: 'SETTINGS_UNUSABLE' }))
  })

  it('a broken symlink', () => {
    const on = machine()
    mkdirSync(join(on.person, '.codex'))
    symlinkSync(join(on.root, 'nowhere'), settingsOf(on, 'codex', 'user'))
    expect(() => put(on, ['codex'])).toThrow(expect.objectContaining({ code: 'SETTINGS_UNUSABLE' }))
  })

  it('a scope that the host does not have', () => {
    expect(() => put(machine(), ['codex'], 'local')).toThrow(expect.objectContaining({ code: 'SCOPE_UNKNOWN' }))
  })

  it('a package without the program', () => {
    const on = machine()
    rmSync(join(on.root, 'package', 'hook.cjs'))
    const before = snapshot(on)
    expect(() => put(on, ALL)).toThrow(expect.objectContaining({ code: 'PROGRAM_INCOMPLETE' }))
    expect(snapshot(on)).toEqual(before)
  })
})

describe('a symlink', () => {
  it.each(['the file', 'its folder'])('stays a symlink, and its target is written: %s', (what) => {
    const on = machine()
    const path = settingsOf(on, 'claude-code', 'user')
    const real = join(on.root, 'dotfiles', 'settings.json')
    write(real, '{\n  "model": "opus"\n}\n')
    if (what === 'the file') mkdirSync(dirname(path), { recursive: true })
    if (what === 'the file') symlinkSync(real, path)
    else symlinkSync(dirname(real), dirname(path))
    const before = snapshot(on)
    put(on, ['claude-code'], 'user')
    expect(lstatSync(what === 'the file' ? path : dirname(path)).isSymbolicLink()).toBe(true)
    expect(readFileSync(real, 'utf8')).toContain('bailiff-hook')
    takeAway(on)
    expect(snapshot(on)).toEqual(before)
  })
})

describe('installing again', () => {
  it('with another key replaces our hooks in place, and leaves others in place', () => {
    const on = machine()
    const path = settingsOf(on, 'codex', 'user')
    write(path, JSON.stringify({ hooks: { Stop: [{ hooks: [FOREIGN] }] } }, null, 2))
    const before = snapshot(on)
    put(on, ['codex'])
    const later = readFileSync(path, 'utf8').replaceAll(on.home.keyring.current().id, '0123456789abcdef')
    writeFileSync(path, later)
    put(on, ['codex'])
    const { Stop } = valueIn(path)['hooks'] as { Stop: Json[] }
    expect(Stop).toHaveLength(2)
    expect(JSON.stringify(Stop)).toContain(on.home.keyring.current().id)
    takeAway(on)
    expect(snapshot(on)).toEqual(before)
  })

  it('after a change by others keeps that change as the original', () => {
    const on = machine()
    const path = settingsOf(on, 'gemini', 'user')
    put(on, ['gemini'])
    const theirs = { hooks: { BeforeTool: [{ hooks: [FOREIGN] }] }, theme: 'dark' }
    writeFileSync(path, JSON.stringify(theirs, null, 2))
    put(on, ['gemini'])
    takeAway(on)
    expect(readFileSync(path, 'utf8')).toBe(JSON.stringify(theirs, null, 2))
  })

  it('merges duplicates of our hooks, and removes those for events that are no longer recorded', () => {
    const on = machine()
    const path = settingsOf(on, 'claude-code', 'local')
    const old = { type: 'command', command: '/old/bin/bailiff-hook claude-code Stop --home /old' }
    const group = { hooks: [old] }
    write(path, JSON.stringify({ hooks: { Stop: [group, { hooks: [FOREIGN, old] }, group], PreVote: [group] } }))
    put(on, ['claude-code'])
    const { Stop, PreVote } = valueIn(path)['hooks'] as { [event: string]: Json[] }
    expect(Stop).toMatchObject([{ hooks: [FOREIGN] }, { hooks: [{ timeout: 180 }] }])
    expect(PreVote).toEqual([])
    takeAway(on)
    expect(valueIn(path)).toEqual({ hooks: { Stop: [{ hooks: [FOREIGN] }] } })
  })
})

it('several scopes and hosts at once are independent of each other', () => {
  const on = machine()
  write(settingsOf(on, 'claude-code', 'project'), '{"a":1}')
  const before = snapshot(on)
  put(on, ALL)
  put(on, ['claude-code', 'gemini'], 'user')
  put(on, ALL, 'project')
  takeAway(on, ['claude-code'], 'local')
  expect(existsSync(settingsOf(on, 'claude-code', 'local'))).toBe(false)
  expect(readFileSync(settingsOf(on, 'claude-code', 'project'), 'utf8')).toContain('--shared')
  takeAway(on)
  expect(snapshot(on)).toEqual(before)
})

it('hooks that this home did not install are still removed, and the file stays', () => {
  const on = machine()
  const path = settingsOf(on, 'claude-code', 'local')
  put(on, ['claude-code'])
  rmSync(join(on.home.dir, 'backup'), { recursive: true })
  expect(takeAway(on)).toMatchObject({ removals: [{ kind: 'stripped', path }], left: [] })
  expect(readFileSync(path, 'utf8')).toBe('{}\n')
})

it('unreadable settings are left alone and reported; all other hooks are removed', () => {
  const on = machine()
  const path = settingsOf(on, 'gemini', 'user')
  put(on, ALL)
  writeFileSync(path, '{ broken bailiff')
  const { removals, left } = takeAway(on)
  expect(removals.map(({ host, kind }) => `${host} ${kind}`).sort()).toEqual(['claude-code restored', 'codex restored'])
  expect(left).toMatchObject([
    { host: 'gemini', scope: 'user', part: 'hooks', path, code: 'SETTINGS_BROKEN', why: expect.stringContaining(path) },
  ])
  expect(readFileSync(path, 'utf8')).toBe('{ broken bailiff')
})

it('hooks of Codex stay if their approvals cannot be removed, and go later together with them', () => {
  const on = machine()
  const before = snapshot(on)
  put(on, ['claude-code', 'codex'], undefined, true)
  const approvals = join(on.person, '.codex', 'config.toml')
  chmodSync(approvals, 0o444)
  const { removals, left } = takeAway(on)
  expect(removals.map(({ host }) => host)).toEqual(['claude-code'])
  expect(left.map(({ host, part, code }) => [host, part, code])).toEqual([
    ['codex', 'trust', 'SETTINGS_READ_ONLY'],
    ['codex', 'hooks', 'SETTINGS_READ_ONLY'],
  ])
  chmodSync(approvals, 0o644)
  expect(takeAway(on).left).toEqual([])
  expect(snapshot(on)).toEqual(before)
})

it('approvals are removed with their hooks, and kept with the others', () => {
  const on = machine()
  put(on, ['codex'], 'user', true)
  put(on, ['codex'], 'project', true)
  const shared = settingsOf(on, 'codex', 'project')
  chmodSync(shared, 0o444)
  const { left } = takeAway(on)
  expect(left).toMatchObject([{ part: 'hooks', path: shared, code: 'SETTINGS_READ_ONLY' }])
  const approvals = readFileSync(join(on.person, '.codex', 'config.toml'), 'utf8')
  expect(approvals).toContain(shared)
  expect(approvals).not.toContain(settingsOf(on, 'codex', 'user'))
})

it('a damaged original is not restored', () => {
  const on = machine()
  const path = settingsOf(on, 'gemini', 'user')
  write(path, '{"a":1}')
  put(on, ['gemini'])
  const [name = ''] = readdirSync(join(on.home.dir, 'backup'))
  writeFileSync(join(on.home.dir, 'backup', name, 'original'), '{"hooks":{"Stop":"evil"}}')
  expect(takeAway(on)).toMatchObject({ removals: [], left: [{ path, code: 'BACKUP_DAMAGED' }] })
})

it('is recorded: what was written where, and what was removed', () => {
  const on = machine()
  put(on, ALL)
  takeAway(on)
  const entries = [...readChain(on.home, INSTALL_STREAM)].map(
    ({ kind, actor, body }) => `${kind} ${actor} ${body['host']}`,
  )
  const of = (kind: string) => ALL.map((host) => `${kind} admin ${host}`)
  expect(entries.sort()).toEqual([
    ...of('hooks.installed'),
    ...of('hooks.removed'),
    'program.installed admin undefined',
  ])
})

it('names the hooks that move up when ours go, for hosts that approve hooks by position', () => {
  const on = machine()
  const path = settingsOf(on, 'codex', 'user')
  put(on, ['codex'])
  const settings = valueIn(path) as { hooks: { Stop: Json[] } }
  settings.hooks.Stop.push({ hooks: [FOREIGN] })
  writeFileSync(path, JSON.stringify(settings))
  expect(takeAway(on).removals).toMatchObject([{ kind: 'stripped', moved: ['Stop'] }])
})

it('every code is documented', () => {
  const text = readFileSync('docs/errors.md', 'utf8')
  expect(Object.keys(INSTALL_ERRORS).filter((code) => !text.includes(`| ${code} | `))).toEqual([])
})
