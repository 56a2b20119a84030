import { describe, expect, it } from 'vitest'
import { type HeldFile as AnyFile, settingsOf } from '../doctor/facts/settings.ts'
import { switches as claudeCodeSwitches } from './claude-code/switches.ts'
import { approvalsFor, approve } from './codex/approvals.ts'
import { codexHooks } from './codex/install.ts'
import { switches as codexSwitches } from './codex/switches.ts'
import { geminiHooks } from './gemini/install.ts'
import { switches as geminiSwitches } from './gemini/switches.ts'
import { ownCommand } from './install/command.ts'
import type { SettingsScope } from './install/hooks.ts'
import { readToml } from './settings/toml.ts'
import type { Switches } from './switches.ts'

type HeldFile = AnyFile & { scope: SettingsScope }

/** The reports of a host's switches on settings by level; all other levels are empty. */
function said(
  switches: Switches,
  texts: { [level: string]: string | object },
  { held = [], env = {} }: { held?: HeldFile[]; env?: NodeJS.ProcessEnv } = {},
): string[] {
  const place = { project: '/p', person: '/home/x', env }
  const levels = switches.levels(place).map((file) => {
    const given = texts[file.level] ?? null
    const text = typeof given === 'object' && given !== null ? JSON.stringify(given) : given
    return { ...file, settings: settingsOf(text, file.format) }
  })
  const files = held.map((file) => ({ ...file, settings: settingsOf(file.text) }))
  return switches.check({ levels, held: files, place }).map(({ code, what, fix }) => `${code} ${what} ${fix}`)
}

describe('Claude Code', () => {
  const off = { disableAllHooks: true }

  it.each(['user', 'project', 'local'])('is silenced by disableAllHooks at level %s', (level) => {
    expect(said(claudeCodeSwitches, { [level]: off })).toEqual([
      expect.stringMatching(/^HOOKS_OFF.*Remove "disableAllHooks"/),
    ])
  })

  it('uses the level with the highest precedence', () => {
    expect(said(claudeCodeSwitches, { user: off, local: { disableAllHooks: false } })).toEqual([])
    expect(said(claudeCodeSwitches, { local: { disableAllHooks: false }, managed: off })).toEqual([
      expect.stringContaining('administrator'),
    ])
  })

  it.each([
    { allowManagedHooksOnly: true },
    { strictPluginOnlyCustomization: true },
    { strictPluginOnlyCustomization: ['hooks'] },
  ])('is silenced by an administrator with %j, and by no one else', (settings) => {
    expect(said(claudeCodeSwitches, { managed: settings })).toEqual([expect.stringMatching(/^HOOKS_OFF/)])
    expect(said(claudeCodeSwitches, { user: settings, local: settings })).toEqual([])
  })

  it.each(['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE'])('is silenced by the variable %s', (name) => {
    expect(said(claudeCodeSwitches, {}, { env: { [name]: '1' } })).toEqual([expect.stringContaining(`unset ${name}`)])
    expect(said(claudeCodeSwitches, {}, { env: { [name]: '0' } })).toEqual([])
  })

  it('is not silenced by unreadable settings', () => {
    expect(said(claudeCodeSwitches, { user: '{"disableAllHooks": true', project: '[]' })).toEqual([])
  })
})

describe('Gemini CLI', () => {
  const trusted = { trust: { '/p': 'TRUST_FOLDER' } }
  const held: HeldFile = { scope: 'user', path: '/s', text: '', trouble: null, isRecorded: true }

  it('is silenced by hooksConfig, all at once or by name', () => {
    expect(said(geminiSwitches, trusted)).toEqual([])
    expect(said(geminiSwitches, { ...trusted, user: { hooksConfig: { enabled: false } } })).toHaveLength(1)
    expect(said(geminiSwitches, { ...trusted, project: { hooksConfig: { disabled: ['bailiff'] } } })).toHaveLength(1)
    expect(said(geminiSwitches, { ...trusted, user: { hooksConfig: { disabled: ['other'] } } })).toEqual([])
  })

  it('is silenced by the command of a hook that has no name', () => {
    const command = ownCommand('gemini', 'BeforeTool', { home: '/h', key: 'k' })
    const group = geminiHooks.group('BeforeTool', command)
    const file = { ...held, text: JSON.stringify({ hooks: { BeforeTool: [group] } }) }
    const settings = { ...trusted, user: { hooksConfig: { disabled: [command] } } }
    expect(said(geminiSwitches, settings, { held: [file] })).toHaveLength(1)
  })

  it.each<[string, { [level: string]: object }, NodeJS.ProcessEnv, string | null]>([
    ['an untrusted folder', { trust: { '/p': 'DO_NOT_TRUST' } }, {}, 'HOOKS_OFF'],
    ['an untrusted folder in a trusted one', { trust: { '/': 'TRUST_FOLDER', '/p': 'DO_NOT_TRUST' } }, {}, 'HOOKS_OFF'],
    ['a folder without a rule', {}, {}, 'FOLDER_UNDECIDED'],
    ['a folder with a rule for another', { trust: { '/pq': 'TRUST_FOLDER' } }, {}, 'FOLDER_UNDECIDED'],
    ['a folder trusted through its parent', { trust: { '/p/x': 'TRUST_PARENT' } }, {}, null],
    ['folder trust disabled', { user: { security: { folderTrust: { enabled: false } } } }, {}, null],
    ['a folder trusted by a variable', {}, { GEMINI_CLI_TRUST_WORKSPACE: 'true' }, null],
    ['a folder distrusted by a variable', trusted, { GEMINI_CLI_TRUST_WORKSPACE: 'false' }, 'HOOKS_OFF'],
  ])('reports hooks only where trust is missing: %s', (_, texts, env, code) => {
    const found = said(geminiSwitches, texts, { env })
    expect(found).toEqual(code === null ? [] : [expect.stringMatching(new RegExp(`^${code}`))])
  })
})

describe('Codex', () => {
  const path = '/home/x/.codex/hooks.json'
  const hooks = Object.fromEntries(
    codexHooks.events.map((event) => [
      event,
      [codexHooks.group(event, ownCommand('codex', event, { home: '/h', key: 'k' }))],
    ]),
  )
  const text = JSON.stringify({ hooks })
  const held: HeldFile = { scope: 'user', path, text, trouble: null, isRecorded: true }
  const approved =
    approve(
      'model = "m"\n',
      approvalsFor({ hooks }, path, () => true),
      readToml,
    ) ?? ''

  it('runs hooks that are unchanged since approval', () => {
    expect(said(codexSwitches, { user: approved }, { held: [held] })).toEqual([])
  })

  it('skips hooks that were never approved, or that differ from the approved ones', () => {
    expect(said(codexSwitches, {}, { held: [held] })).toEqual([expect.stringContaining('11 of 11 hooks')])
    const edited = { ...held, text: text.replace('"timeout":180', '"timeout":10') }
    expect(said(codexSwitches, { user: approved }, { held: [edited] })).toEqual([
      expect.stringContaining('1 of 11 hooks in /home/x/.codex/hooks.json differ from what was approved'),
    ])
  })

  it.each([
    '[features]\nhooks = false',
    'features.hooks = false # no',
    'features = { hooks = false }',
    '[features]\ncodex_hooks=false',
    'notify = [\n  "say", # [tui]\n]\n[features]\nhooks = false',
    'note = """\nfeatures.hooks = true\n"""\nfeatures.hooks = false',
  ])('is silenced by %j', (toml) => {
    expect(said(codexSwitches, { user: `${toml}\n` })).toEqual([expect.stringMatching(/^HOOKS_OFF/)])
    expect(said(codexSwitches, { project: `${toml.replace('false', 'true')}\n` })).toEqual([])
  })

  it('is not silenced by the content of a multi-line value', () => {
    const settings = 'note = """\n[features]\nhooks = false\n"""\n'
    expect(said(codexSwitches, { user: settings })).toEqual([])
  })

  it('is silenced by a hook that is disabled, and by an administrator', () => {
    const disabled = approved.replace(/(stop:0:0"\]\n)/, '$1enabled = false\n')
    expect(said(codexSwitches, { user: disabled }, { held: [held] })).toEqual([
      expect.stringContaining('1 of our hooks'),
    ])
    expect(said(codexSwitches, { managed: 'allow_managed_hooks_only = true' })).toHaveLength(1)
    expect(said(codexSwitches, { user: 'allow_managed_hooks_only = true' })).toEqual([])
  })

  it('reads no hooks of a project that is not trusted', () => {
    const project: HeldFile = { ...held, scope: 'project', path: '/p/.codex/hooks.json' }
    const needed =
      approve(
        '',
        approvalsFor({ hooks }, project.path, () => true),
        readToml,
      ) ?? ''
    expect(said(codexSwitches, { user: needed }, { held: [project] })).toEqual([
      expect.stringContaining('does not trust /p'),
    ])
    const trusts = `${needed}\n[projects."/p"]\ntrust_level = "trusted"\n`
    expect(said(codexSwitches, { user: trusts }, { held: [project] })).toEqual([])
  })
})
