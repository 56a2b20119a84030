import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../../test/helpers/temp.ts'
import { checkSettings } from '../../doctor/checks/settings.ts'
import { heldFiles } from '../../doctor/facts/settings.ts'
import { claudeCode } from './host.ts'
import { claudeCodeHooks } from './install.ts'
import { plugin } from './plugin.ts'
import { renderHooks } from './plugin-command.ts'

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

/** A person who has added the marketplace in a folder. */
function person(settings: { [scope in 'user' | 'project' | 'local']?: object }, installPath?: string) {
  const root = tempDir()
  const place = { project: join(root, 'project'), person: root, env: {} }
  const market = join(root, 'bailiff')
  const write = (path: string, value: object | string): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [scope, value] of Object.entries(settings))
    write(claudeCodeHooks.file(scope as 'user', place) ?? '', { enabledPlugins: value })
  const known = installPath === undefined ? { source: 'directory', path: market } : { source: 'github', repo: 'a/b' }
  write(join(root, '.claude/plugins/known_marketplaces.json'), { market: { source: known, installLocation: market } })
  write(join(root, '.claude/plugins/installed_plugins.json'), {
    plugins: { 'bailiff@market': [{ scope: 'user', installPath: installPath ?? '/a/copy' }] },
  })
  write(join(market, '.claude-plugin/marketplace.json'), readFileSync('.claude-plugin/marketplace.json', 'utf8'))
  write(join(market, 'plugin/hooks/hooks.json'), renderHooks())
  return { place, hooks: join(market, 'plugin/hooks/hooks.json') }
}

describe('the plugin folder', () => {
  it('has the hooks that init installs: each event once, with the same time limit', async () => {
    await expect(renderHooks()).toMatchFileSnapshot('../../../plugin/hooks/hooks.json')
    const { hooks } = JSON.parse(renderHooks())
    expect(Object.keys(hooks)).toEqual(claudeCodeHooks.events)
    for (const event of claudeCodeHooks.events) {
      const [{ command }] = hooks[event][0].hooks
      expect(hooks[event]).toEqual([claudeCodeHooks.group(event, command)])
    }
  })

  it('names no file of its own, so that nobody can exchange the program behind a hook', () => {
    expect(
      renderHooks()
        .match(/CLAUDE_PLUGIN_ROOT[^" ]*/g)
        ?.every((path) => path.includes('../dist')),
    ).toBe(true)
  })

  it('has the version of the package', () => {
    expect(readJson('plugin/.claude-plugin/plugin.json').version).toBe(readJson('package.json').version)
  })
})

describe('an enabled plugin', () => {
  const on = { 'bailiff@market': true }
  const off = { 'bailiff@market': false }

  it.each([
    ['for a person', { user: on }],
    ['for a project', { project: on }],
    ['for a person in a project', { local: on }],
    ['again in a project', { user: off, local: on }],
  ])('is found %s, in the folder it was added from', (_, settings) => {
    const { place, hooks } = person(settings)
    expect(plugin.file(place)).toBe(hooks)
  })

  it('is found in the copy of a marketplace that is not a folder', () => {
    expect(plugin.file(person({ user: on }, '/a/copy').place)).toBe('/a/copy/hooks/hooks.json')
  })

  it.each([
    ['nobody installed one', {}],
    ['it is disabled', { user: off }],
    ['the project disables it', { user: on, project: off }],
    ['only another plugin is enabled', { user: { 'other@market': true } }],
  ])('is not found if %s', (_, settings) => {
    expect(plugin.file(person(settings).place)).toBe(null)
  })

  it('passes the check of its hooks, unless they were changed', () => {
    const { place, hooks } = person({ user: on })
    const check = () =>
      heldFiles(claudeCode, place, []).flatMap((file) =>
        checkSettings(claudeCodeHooks, file, { home: '/ledger', keys: [] }, plugin).map(({ code, fix }) => [code, fix]),
      )
    expect(heldFiles(claudeCode, place, [])).toMatchObject([{ scope: 'plugin', path: hooks }])
    expect(check()).toEqual([])
    writeFileSync(hooks, renderHooks().replace('"timeout": 180', '"timeout": 1'))
    expect(check()).toEqual([['HOOK_ALTERED', 'Run: claude plugin update bailiff@bailiff']])
  })
})
