import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { tempDir } from '../../../test/helpers/temp.ts'
import { type Watched, watch } from '../../../test/helpers/world.ts'
import { MESSAGES } from '../../dispatch/messages.ts'
import { sha256 } from '../../ledger/digest.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { sessionOf } from '../../session/fold.ts'
import { addedStopHooks } from '../../session/outcome.ts'

const STREAM = 'session/claude-code-s'
const KEPT = { kind: 'block', reason: MESSAGES.HOOKS_REMOVED }
const TAKEN = { kind: 'go-on' }

const command = (event: string): JsonObject => ({
  hooks: [{ type: 'command', command: `"/usr/bin/node" "/x/bin/bailiff.cjs" hook claude-code ${event} --home "/x"` }],
})
const OURS = JSON.stringify({ hooks: { PreToolUse: [command('PreToolUse')], Stop: [command('Stop')] } })
const OTHERS = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] } })

let project: string
let watched: Watched

beforeEach(() => {
  project = tempDir()
  watched = watch()
})

const settings = (name = 'settings.json'): string => join(project, '.claude', name)

function put(text: string, path = settings()): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const tell = (event: string, more: JsonObject = {}): unknown =>
  watched.tell('claude-code', event, { session_id: 's', cwd: project, ...more })

const start = (): unknown => tell('SessionStart', { source: 'startup' })
const stop = (): unknown => tell('Stop', { last_assistant_message: 'Done.' })
const change = (path = settings()): unknown => tell('ConfigChange', { source: 'project_settings', file_path: path })

const changed = (): (string | null)[] =>
  sessionOf(watched.entries(STREAM))
    .blindSpots.filter(({ code }) => code === 'settings-changed-mid-session')
    .map(({ detail }) => detail)

describe('a change of settings', () => {
  it.each([
    ['is refused if our hooks are gone', OTHERS, KEPT],
    ['is refused if some of our hooks are gone', JSON.stringify({ hooks: { Stop: [command('Stop')] } }), KEPT],
    ['is refused if hooks are disabled', `{"disableAllHooks":true,${OURS.slice(1)}`, KEPT],
    ['is refused if the file is broken', '{"hooks":', KEPT],
    [
      'is refused if a hook is added that visibly ends blocked turns',
      OURS.replace('"Stop":[', `"Stop":[{"hooks":[{"command":"echo '{\\"continue\\": false}'"}]},`),
      KEPT,
    ],
    ['is accepted if our hooks are still there', `{"model":"x",${OURS.slice(1)}`, TAKEN],
    ['is accepted if others are added', OURS.replace('"Stop":[', '"Stop":[{"hooks":[]},'), TAKEN],
  ])('%s', (_, text, answer) => {
    put(OURS)
    start()
    put(text)
    expect(change()).toEqual(answer)
    expect(watched.bodies(STREAM, 'settings.changed')).toMatchObject([{ path: settings() }])
    const refused = answer === KEPT ? [{ code: 'HOOKS_REMOVED', path: settings() }] : []
    expect(watched.bodies(STREAM, 'settings.refused')).toEqual(refused)
  })

  it('is refused if the file is gone', () => {
    put(OURS)
    start()
    rmSync(settings())
    expect(change()).toEqual(KEPT)
  })

  it('of a file without our hooks is accepted, unless it switches hooks off', () => {
    put(OURS)
    put(OTHERS, settings('settings.local.json'))
    start()
    put('{}', settings('settings.local.json'))
    expect(change(settings('settings.local.json'))).toEqual(TAKEN)
    put('{"disableAllHooks": true}', settings('settings.local.json'))
    expect(change(settings('settings.local.json'))).toEqual(KEPT)
  })

  it('is compared with what the session began with, however many stops were in between', () => {
    put(OURS)
    start()
    rmSync(settings())
    expect(change()).toEqual(KEPT)
    stop()
    tell('SessionStart', { source: 'compact' })
    stop()
    expect(change()).toEqual(KEPT)
    put('{"permissions":{}}')
    expect(change()).toEqual(KEPT)
    put(OURS)
    expect(change()).toEqual(TAKEN)
  })

  it('is compared with the hooks that were added since', () => {
    start()
    put(OURS)
    stop()
    put('{}')
    expect(change()).toEqual(KEPT)
  })

  it('is refused if the hooks are gone from another file, because the host reads all of them again', () => {
    put(OURS)
    put('{}', settings('settings.local.json'))
    start()
    put('{"model":"x"}', settings('settings.local.json'))
    expect(change(settings('settings.local.json'))).toEqual(TAKEN)
    rmSync(settings())
    put('{"model":"y"}', settings('settings.local.json'))
    expect(change(settings('settings.local.json'))).toEqual(KEPT)
  })

  it('is compared with the settings at the resumption of a session', () => {
    put(OURS)
    start()
    stop()
    put('{}')
    tell('SessionStart', { source: 'resume' })
    expect(change()).toEqual(TAKEN)
  })

  it('of an unknown file is accepted and recorded', () => {
    start()
    expect(tell('ConfigChange', { source: 'policy_settings' })).toEqual(TAKEN)
    expect(watched.bodies(STREAM, 'settings.changed')).toEqual([{ source: 'policy_settings', path: null }])
  })
})

describe('settings seen at the start and at each stop', () => {
  it('are recorded by their hashes, with the number of our hooks', () => {
    put(OURS)
    start()
    expect(watched.bodies(STREAM, 'settings.seen')).toEqual([
      { at: 'start', files: [{ path: settings(), sha256: sha256(OURS), hooks: 2 }] },
    ])
  })

  it('report nothing if they did not change', () => {
    put(OURS)
    start()
    stop()
    stop()
    expect(changed()).toEqual([])
  })

  it.each([
    ['changed', () => put('{}')],
    ['removed', () => rmSync(settings())],
    ['made', () => put('{}', settings('settings.local.json'))],
  ])('report what was %s in between', (what, act) => {
    put(OURS)
    start()
    act()
    stop()
    expect(changed()).toEqual([settings(what === 'made' ? 'settings.local.json' : 'settings.json')])
  })

  it('report a file that was created', () => {
    start()
    put('{}')
    stop()
    expect(changed()).toEqual([settings()])
  })

  it('report no changes made between two sessions', () => {
    put(OURS)
    start()
    stop()
    put('{}')
    start()
    stop()
    expect(changed()).toEqual([])
  })

  it('are not recorded for a subagent', () => {
    put(OURS)
    tell('SubagentStop', { agent_id: 'a', agent_type: 'Explore' })
    expect(watched.bodies(`${STREAM}.a`, 'settings.seen')).toEqual([])
  })
})

describe('another hook on stops', () => {
  const added = (): string[] => addedStopHooks(sessionOf(watched.entries(STREAM)))

  it('that is added during a session is a finding, at every later stop', () => {
    put(OURS, settings('settings.local.json'))
    start()
    stop()
    put(OTHERS)
    stop()
    stop()
    expect(added()).toEqual([`say done (in ${settings()})`])
    rmSync(settings())
    stop()
    expect(added()).toHaveLength(1)
  })

  it('that the session began with, or that a person adds between two sessions, is none', () => {
    put(OTHERS)
    start()
    put(`{"model":"x",${OTHERS.slice(1)}`)
    stop()
    put(OTHERS.replace('say done', 'say more'))
    tell('SessionStart', { source: 'resume' })
    stop()
    expect(added()).toEqual([])
  })

  const definition = (name: string): string => join(project, '.claude', name)
  const withHook = (event: string, command: string): string =>
    `---\nname: a\nhooks:\n  ${event}:\n    - hooks:\n        - type: command\n          command: ${command}\n---\nDo it.\n`

  it.each(['agents/team/a.md', 'skills/a/SKILL.md', 'commands/a.md'])(
    'that the frontmatter of %s gets is a finding, and one that ends turns is refused',
    (name) => {
      put(OURS)
      put('---\nname: a\n---\nDo it.\n', definition(name))
      start()
      put(withHook('Stop', 'notify-send done'), definition(name))
      stop()
      expect(added()).toEqual([`notify-send done (in ${definition(name)})`])
      put(withHook('Stop', `echo '{"continue": false}'`), definition(name))
      expect(change(definition(name))).toEqual(KEPT)
    },
  )

  it('in frontmatter is none if it runs on another event, or only the prompt below speaks of it', () => {
    put(OURS)
    start()
    put(withHook('PostToolUse', 'npx prettier --write .'), definition('agents/a.md'))
    put(`---\nname: b\n---\n${withHook('Stop', 'say done')}`, definition('agents/b.md'))
    stop()
    expect(added()).toEqual([])
    expect(changed()).toEqual([])
  })
})
