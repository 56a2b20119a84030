import { describe, expect, it } from 'vitest'
import { claudeCodeHooks } from '../../hosts/claude-code/install.ts'
import { geminiHooks } from '../../hosts/gemini/install.ts'
import { ownCommand, sharedCommand } from '../../hosts/install/command.ts'
import type { HostHooks } from '../../hosts/install/hooks.ts'
import type { Json, JsonObject } from '../../ledger/kinds.ts'
import type { HeldFile } from '../facts/settings.ts'
import { checkSettings } from './settings.ts'

const LEDGER = { home: "/home/an o'x/ledger", keys: ['old', 'new'] }

type Hooks = Record<string, JsonObject[]>

const installed = (hooks: HostHooks, key = 'new', home = LEDGER.home): Hooks =>
  Object.fromEntries(
    hooks.events.map((event) => [event, [hooks.group(event, ownCommand(hooks.host, event, { home, key }))]]),
  )

const shared = (hooks: HostHooks): Hooks =>
  Object.fromEntries(hooks.events.map((event) => [event, [hooks.group(event, sharedCommand(hooks.host, event))]]))

const file = (hooks: Json | string, more: Partial<HeldFile> = {}): HeldFile => ({
  scope: 'local',
  path: '/p/.claude/settings.local.json',
  text: typeof hooks === 'string' ? hooks : JSON.stringify({ hooks }),
  trouble: null,
  isRecorded: true,
  ...more,
})

const said = (held: HeldFile, hooks = claudeCodeHooks): string[] =>
  checkSettings(hooks, held, LEDGER).map(({ code, what }) => `${code} ${what}`)

/** The hooks, with a change to the handler of one event. */
function altered(event: string, more: JsonObject, group: JsonObject = {}): Hooks {
  const all = installed(claudeCodeHooks)
  const [first] = all[event] ?? []
  const [handler] = (first?.['hooks'] ?? []) as JsonObject[]
  return { ...all, [event]: [{ ...first, ...group, hooks: [{ ...handler, ...more }] }] }
}

describe('settings', () => {
  it.each([
    ['as they were installed', file(installed(claudeCodeHooks)), claudeCodeHooks],
    ['from before a key was rotated', file(installed(claudeCodeHooks, 'old')), claudeCodeHooks],
    ['of a project', file(shared(claudeCodeHooks), { scope: 'project' }), claudeCodeHooks],
    ['of another host', file(installed(geminiHooks), { scope: 'user' }), geminiHooks],
    ['with comments', file(`// mine\n{"hooks": ${JSON.stringify(installed(claudeCodeHooks))},}`), claudeCodeHooks],
  ])('are sound %s', (_, held, hooks) => {
    expect(said(held, hooks)).toEqual([])
  })

  it('are reported if our hooks are gone', () => {
    for (const text of [file({}), file('{}'), file('', { text: null })]) expect(said(text)[0]).toMatch(/^HOOKS_GONE/)
  })

  it('are reported if an event has no hook, with its name and the command to run', () => {
    const { PreToolUse: _, Stop: __, ...left } = installed(claudeCodeHooks)
    expect(checkSettings(claudeCodeHooks, file(left), LEDGER)).toEqual([
      {
        kind: 'finding',
        code: 'EVENT_MISSING',
        what: 'In /p/.claude/settings.local.json, our hook is missing for PreToolUse, Stop.',
        fix: 'Run: bailiff init --host claude-code --scope local',
      },
    ])
  })

  it.each<[string, Hooks, string]>([
    [
      'a lower limit',
      altered('Stop', { timeout: 1 }),
      'for Stop has a time limit of 1 s, but was installed with 180 s',
    ],
    ['a matcher', altered('PreToolUse', {}, { matcher: 'Read' }), 'for PreToolUse fires only for "Read"'],
    ['another option', altered('PreToolUse', { async: true }), 'for PreToolUse has options that were not installed'],
    [
      'another command',
      altered('Stop', { command: `true; ${ownCommand('claude-code', 'Stop', { home: LEDGER.home, key: 'new' })}` }),
      'for Stop does not run the installed command',
    ],
  ])('are reported with %s', (_, hooks, what) => {
    expect(said(file(hooks))).toEqual([expect.stringMatching(/^HOOK_ALTERED/)])
    expect(said(file(hooks))[0]).toContain(what)
  })

  it('are reported if a hook is installed twice', () => {
    const all = installed(claudeCodeHooks)
    const twice = { ...all, Stop: [...(all['Stop'] ?? []), ...(all['Stop'] ?? [])] }
    expect(said(file(twice))).toEqual([expect.stringContaining('more than once')])
  })

  it('are reported if hooks record elsewhere, or were installed for another key', () => {
    const elsewhere = said(file(installed(claudeCodeHooks, 'new', '/other home')))
    expect(elsewhere).toEqual([expect.stringMatching(/^HOOK_ELSEWHERE .*for every event records in \/other home/)])
    const replaced = said(file(installed(claudeCodeHooks, 'stranger')))
    expect(replaced).toEqual([expect.stringMatching(/^KEY_REPLACED .*key stranger/)])
  })

  it('are not compared with keys if the ledger cannot be opened', () => {
    const held = file(installed(claudeCodeHooks, 'stranger'))
    expect(checkSettings(claudeCodeHooks, held, { ...LEDGER, keys: null })).toEqual([])
  })

  it('are reported if the host cannot read them', () => {
    for (const held of [file('{'), file('[]'), file('', { text: null, trouble: 'It is a folder.' })])
      expect(said(held)).toEqual([expect.stringMatching(/^SETTINGS_UNREADABLE/)])
  })

  it('cause only a note if another hook runs before tool calls', () => {
    const all = installed(claudeCodeHooks)
    const other = { hooks: [{ type: 'command', command: 'rewrite' }] }
    const with2 = { ...all, PreToolUse: [other, ...(all['PreToolUse'] ?? [])], Stop: [other, ...(all['Stop'] ?? [])] }
    expect(checkSettings(claudeCodeHooks, file(with2), LEDGER)).toMatchObject([
      { kind: 'note', code: 'FOREIGN_HOOK', what: expect.stringContaining('rewrite') },
    ])
  })
})
