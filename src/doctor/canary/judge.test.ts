import { describe, expect, it } from 'vitest'
import { MESSAGES } from '../../dispatch/messages.ts'
import { claudeCodeHooks } from '../../hosts/claude-code/install.ts'
import type { Entry, JsonObject } from '../../ledger/kinds.ts'
import { type CanaryRecord, judgeCanary } from './judge.ts'
import { marksOf } from './marks.ts'

const MARKS = marksOf('abc', "/home/an o'x")

const entry = (kind: string, body: JsonObject = {}): Entry => ({ kind, body }) as Entry

const harmless = { input: { command: MARKS.harmless.command } }
const RECORD = [
  entry('session.started', { source: 'startup' }),
  entry('turn.opened'),
  entry('dispatch.proposed', harmless),
  entry('dispatch.observed', harmless),
  entry('dispatch.proposed', { input: { command: MARKS.denied.command } }),
  entry('dispatch.denied'),
  entry('stop.reached'),
]
const HEARD = [MARKS.prompt, MARKS.harmless.prints, JSON.stringify({ text: MESSAGES.PROTECTED_KEYS })]

const said = (more: Partial<CanaryRecord> = {}): string[] =>
  judgeCanary({
    title: 'Claude Code',
    moments: claudeCodeHooks.moments,
    whenSilent: 'Look for it.',
    marks: MARKS,
    failure: null,
    heard: HEARD,
    isEndedByHook: false,
    entries: RECORD,
    ...more,
  }).map(({ code, what, fix }) => `${code} ${what} ${fix}`)

const without = (kind: string, test: (body: JsonObject) => boolean = () => true): Entry[] =>
  RECORD.filter((one) => one.kind !== kind || !test(one.body))

describe('a canary', () => {
  it('finds that another hook ends turns, if the program says so', () => {
    expect(said({ isEndedByHook: true })).toEqual([
      expect.stringMatching(/^BLOCK_OVERRULED .* on Stop in the settings/),
    ])
  })

  it('is sound if every hook fired and the denial was honoured', () => {
    expect(said()).toEqual([])
  })

  it('prints text that no command contains, and quotes the key file for a shell', () => {
    for (const { command, prints } of [MARKS.harmless, MARKS.denied]) expect(command).not.toContain(prints)
    expect(MARKS.denied.command).toContain(`cat '/home/an o'\\''x/keys/current'`)
  })

  it.each([
    ['SessionStart', without('session.started')],
    ['SessionStart', [entry('session.started', { source: 'unannounced' }), ...RECORD.slice(1)]],
    ['UserPromptSubmit', without('turn.opened')],
    ['PreToolUse', without('dispatch.proposed')],
    ['PostToolUse', without('dispatch.observed')],
    [
      'PostToolUse',
      [...without('dispatch.observed'), entry('dispatch.observed', { ...harmless, shownBy: 'transcript' })],
    ],
    ['Stop', without('stop.reached')],
  ])('names the hook for %s that did not fire', (event, entries) => {
    expect(said({ entries })).toEqual([expect.stringMatching(new RegExp(`^HOOK_SILENT .*our hook for ${event}:`))])
  })

  it('says once that none of them fired, and what to do for this host', () => {
    expect(said({ entries: [] })).toEqual([expect.stringMatching(/^HOOK_SILENT .*none of our hooks.* Look for it\.$/)])
  })

  it('finds a call that ran although it was denied', () => {
    expect(said({ heard: [...HEARD, MARKS.denied.prints] })).toEqual([expect.stringMatching(/^ANSWER_IGNORED/)])
  })

  it('finds a model that did not get the reason, and a hook that did not deny', () => {
    expect(said({ heard: HEARD.slice(0, 2) })).toEqual([expect.stringMatching(/^ANSWER_UNHEARD/)])
    expect(said({ entries: without('dispatch.denied') })).toEqual([expect.stringContaining('did not deny')])
  })

  it('does not blame the hook after a call that the program itself forbids', () => {
    const heard = HEARD.filter((one) => one !== MARKS.harmless.prints)
    expect(said({ heard, entries: without('dispatch.observed') })).toEqual([
      expect.stringMatching(/^HOST_FAILED .*did not make the one permitted call/),
    ])
  })

  it('reports that the program did not get that far, with its last output', () => {
    expect(said({ heard: [], entries: [], failure: 'it ended with 41 (no login)' })).toEqual([
      expect.stringMatching(/^HOST_FAILED .*it ended with 41 \(no login\)\./),
    ])
    expect(said({ heard: [], entries: [] })).toEqual([expect.stringContaining('without asking the model')])
    expect(said({ failure: 'it had not ended' })).toEqual([expect.stringMatching(/^HOST_FAILED/)])
  })
})
