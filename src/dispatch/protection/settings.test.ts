import { describe, expect, it } from 'vitest'
import { hostFacts } from '../../hosts/facts.ts'
import type { Change } from '../act.ts'
import { resultsOf } from '../edits.ts'
import { patchedIn } from '../patches.ts'
import { definedStops } from './definitions.ts'
import { hooksIn, keepsHooks as keepsHooksOf } from './settings.ts'

const keepsHooks = (path: string, before: string | null, after: string): boolean =>
  keepsHooksOf(path, before, after, hostFacts())

const OURS = { type: 'command', command: '/s/bin/bailiff-hook claude-code PreToolUse --home /s' }
const BEFORE = { theme: 'dark', hooks: { PreToolUse: [{ matcher: '*', hooks: [OURS] }] } }
const FILE = '/home/me/.claude/settings.json'

const keeps = (after: unknown): boolean => keepsHooks(FILE, JSON.stringify(BEFORE), JSON.stringify(after))

describe('a change of settings', () => {
  it.each([
    ['another theme', { ...BEFORE, theme: 'light' }],
    ['permissions, and another order', { hooks: BEFORE.hooks, permissions: { allow: ['Bash'] } }],
    ['a foreign hook', { ...BEFORE, hooks: { ...BEFORE.hooks, Stop: [{ hooks: [{ command: 'say done' }] }] } }],
    [
      'another group beside ours',
      { hooks: { PreToolUse: [{ matcher: 'Edit', hooks: [] }, ...BEFORE.hooks.PreToolUse] } },
    ],
  ])('keeps our hooks: %s', (_, after) => {
    expect(keeps(after)).toBe(true)
  })

  it.each([
    ['no hooks', { theme: 'dark' }],
    ['all hooks off', { ...BEFORE, disableAllHooks: true }],
    ['ours for other tools', { hooks: { PreToolUse: [{ matcher: 'X', hooks: [OURS] }] } }],
    [
      'ours in another state directory',
      { hooks: { PreToolUse: [{ matcher: '*', hooks: [{ ...OURS, command: `${OURS.command}2` }] }] } },
    ],
    ['ours for another event', { hooks: { Stop: BEFORE.hooks.PreToolUse } }],
    [
      'a hook that ends blocked turns',
      { ...BEFORE, hooks: { ...BEFORE.hooks, Stop: [{ hooks: [{ command: `echo '{"continue": false}'` }] }] } },
    ],
    ['a switch deep inside', { ...BEFORE, tools: { enableHooks: false } }],
    ['names of disabled hooks', { ...BEFORE, hooks: { ...BEFORE.hooks, disabled: ['bailiff'] } }],
    ['folders that are not trusted', { ...BEFORE, security: { folderTrust: { enabled: true } } }],
    ['not an object', []],
  ])('loses them: %s', (_, after) => {
    expect(keeps(after)).toBe(false)
  })

  it('counts as losing hooks if the file is unreadable before or after, or holds only hooks', () => {
    expect(keepsHooks(FILE, '{ // mine\n}', '{}')).toBe(false)
    expect(keepsHooks(FILE, '{}', '{')).toBe(false)
    expect(keepsHooks(FILE, null, '{}')).toBe(true)
    expect(keepsHooks('/home/me/.codex/hooks.json', '{}', '{}')).toBe(false)
  })

  it('in TOML must keep every line about hooks or trust', () => {
    const before = 'model = "a"\n[hooks.state."x"]\ntrusted_hash = "1"\nenabled = true\n[tui]\ntheme = "x"\n'
    const toml = (after: string): boolean => keepsHooks('/home/me/.codex/config.toml', before, after)
    expect(toml(before.replace('"a"', '"b"'))).toBe(true)
    expect(toml(`${before}[mcp_servers.x]\ncommand = "y"\n`)).toBe(true)
    expect(toml(before.replace('enabled = true', 'enabled = false'))).toBe(false)
    expect(toml(before.replace('trusted_hash = "1"\n', ''))).toBe(false)
    expect(toml(`features = { hooks = false }\n${before}`)).toBe(false)
    expect(toml(`[features]\n"ho\\u006fks" = false\n${before}`)).toBe(false)
  })
})

describe('a plugin with our hooks', () => {
  const enabled = (more: object) => JSON.stringify({ enabledPlugins: { 'bailiff@market': true, ...more } })

  it('counts as one of our hooks where settings enable it, and as off where they disable it', () => {
    expect(hooksIn(enabled({}), hostFacts())).toMatchObject({ ours: 1, isOff: false })
    expect(hooksIn(enabled({ 'bailiff@market': false }), hostFacts())).toMatchObject({ ours: 0, isOff: true })
    expect(hooksIn(enabled({ 'other@market': false }), hostFacts())).toMatchObject({ ours: 1, isOff: false })
    expect(hooksIn('{"enabledPlugins":true}', hostFacts())).toMatchObject({ ours: 0, isOff: false })
  })

  it('is kept by changes to other plugins only', () => {
    expect(keepsHooks(FILE, enabled({}), enabled({ 'other@market': true }))).toBe(true)
    expect(keepsHooks(FILE, enabled({}), enabled({ 'bailiff@market': false }))).toBe(false)
    expect(keepsHooks(FILE, enabled({}), '{}')).toBe(false)
    expect(keepsHooks(FILE, null, '{"enabledPlugins":{"bailiff@market":false}}')).toBe(false)
    const elsewhere = { extraKnownMarketplaces: { bailiff: { source: { source: 'directory', path: '/tmp/x' } } } }
    expect(keepsHooks(FILE, '{}', JSON.stringify(elsewhere))).toBe(false)
  })
})

describe('hooks in the frontmatter of a definition', () => {
  const stops = (head: string): string[] => definedStops(`---\n${head}\n---\nbody\n`, hostFacts())

  it.each([
    ['a plain command', 'hooks:\n  Stop:\n    - hooks:\n        - command: say done', ['say done']],
    ['a quoted one', 'hooks:\n  SubagentStop:\n  - hooks:\n    - command: "say \\"done\\""', ['say \\"done\\"']],
    [
      'a block',
      'hooks:\n  Stop:\n  - hooks:\n    - command: |\n        say done\n        say more\n      type: command',
      ['say done\n        say more'],
    ],
    ['JSON', 'hooks: {"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}', ['say done']],
    [
      'another event first',
      'hooks:\n  PreToolUse:\n  - hooks:\n    - command: a\n  Stop:\n  - hooks:\n    - command: b',
      ['b'],
    ],
    ['another key after it', 'hooks:\n  Stop:\n  - hooks:\n    - command: a\nname: x\ncommand: b', ['a']],
    ['no key of that name', 'description: "hooks: Stop: command: x"', []],
    ['only ours', 'hooks:\n  Stop:\n  - hooks:\n    - command: /s/bin/bailiff-hook claude-code Stop', []],
  ])('are read from %s', (_, head, expected) => {
    expect(stops(head)).toEqual(expected)
  })

  it('are read in time that grows with the text', () => {
    for (const part of ['hooks:\n', ' command: |\n', '  Stop: ', '"', '- ', '\n \n', "command: '", '\\'])
      stops(`hooks:\n${part.repeat(60_000)}`)
    expect(stops('x')).toEqual([])
  })
})

describe('the resulting content of a file', () => {
  const edits = (...some: [from: string, to: string][]): Change => ({
    kind: 'edits',
    edits: some.map(([from, to]) => ({ from, to, everywhere: false })),
  })

  it('is the result of the edits, applied in order', () => {
    expect(resultsOf('a b', edits(['a', 'b'], ['b b', 'c']))).toEqual(['c'])
    expect(resultsOf(null, edits(['', 'new']))).toEqual(['new'])
    expect(resultsOf('$', edits(['$', '$&']))).toEqual(['$&'])
  })

  it('is one of several if the text occurs more than once, and unknown if it does not occur', () => {
    expect(resultsOf('a a', edits(['a', 'b']))).toEqual(['b a', 'b b'])
    expect(resultsOf('a', edits(['x', 'y']))).toBe(null)
    expect(resultsOf('a', edits(['', 'y']))).toBe(null)
  })

  it('is what a patch says, except for files that it moves or names twice', () => {
    const [file] = patchedIn('*** Begin Patch\n*** Update File: a\n@@\n x\n-y\n+z\n*** End Patch')
    expect(file?.change && resultsOf('x\ny\n', file.change)).toEqual(['x\nz\n'])
    expect(patchedIn('*** Add File: a\n+x\n+y\n')[0]?.change).toEqual({ kind: 'whole', text: 'x\ny\n\n' })
    expect(patchedIn('*** Update File: a\n*** Move to: b\n@@\n-x\n').map(({ change }) => change)).toEqual([null, null])
    expect(patchedIn('*** Update File: a\n@@\n-x\n*** Update File: a\n@@\n-y\n')[0]?.change).toBe(null)
    expect(patchedIn('--- a/x\n+++ b/x\n').map(({ path }) => path)).toEqual(['a/x', 'x', 'b/x'])
  })
})
