import { describe, expect, it } from 'vitest'
import { runCli } from '../../../test/helpers/cli.ts'
import { guardFor, STATE } from '../../../test/helpers/guard.ts'
import { watch } from '../../../test/helpers/world.ts'
import { MESSAGES } from '../../dispatch/messages.ts'
import { sessionOf } from '../../session/fold.ts'
import { foldFacts } from '../../session/fold-facts.ts'
import { emptyTally, TALLY_FOLDS } from '../../session/tally.ts'
import type { Dispatch, HostEvent } from '../event.ts'
import type { Guard } from '../guard.ts'
import { check } from './protect.ts'

const EVENT: HostEvent = {
  host: 'claude-code',
  name: 'PreToolUse',
  session: 's',
  agent: null,
  cwd: '/home/me/work',
  transcript: null,
  report: { kind: 'other' },
  rest: {},
  startedBy: null,
  raw: new Uint8Array(),
  isWhole: true,
  stream: 'session/claude-code-s',
  lead: 'session/claude-code-s',
}

const bash = (command: string): Dispatch => ({ tool: 'Bash', input: { command }, call: 'c', command })
const write = (file_path: string): Dispatch => ({
  tool: 'Write',
  input: { file_path, content: '' },
  call: null,
  command: null,
})

const fail = (): never => {
  throw new RangeError('this was not foreseen')
}

const BROKEN: [string, Partial<Guard>][] = [
  ['reading the call', { tools: fail }],
  ['resolving paths', { realPaths: fail }],
  ['reading scripts', { scripts: fail }],
]

describe.each(BROKEN)('a check that fails while %s', (_, broken) => {
  const guard = { ...guardFor(), ...broken }

  it.each([
    bash(`./x; rm -rf ${STATE}`),
    bash('./x; echo {} > .claude/settings.json'),
    write('/home/me/.claude/settings.json'),
  ])('denies a call that names a protected place', (dispatch) => {
    const isReached = !('scripts' in broken) || dispatch.command !== null
    const { reason, facts } = check(guard, EVENT, dispatch)
    if (isReached) {
      expect(reason).toContain(MESSAGES.CHECK_FAILED)
      expect(facts.map(({ kind, body }) => [kind, 'code' in body && body.code])).toEqual([
        ['check.failed', 'INTERNAL'],
        ['dispatch.denied', 'CHECK_FAILED'],
      ])
    } else expect(reason).not.toBe(null)
  })

  it('lets everything else through, and records that it failed', () => {
    const { reason, facts } = check(guard, EVENT, bash('./x; npm test'))
    expect(reason).toBe(null)
    expect(facts.map(({ kind }) => kind)).toEqual(['check.failed'])
  })
})

it('a check without known places lets calls through, and records that it failed', () => {
  const { reason, facts } = check({ ...guardFor(), protection: fail }, EVENT, bash(`rm -rf ${STATE}`))
  expect(reason).toBe(null)
  expect(facts.map(({ kind }) => kind)).toEqual(['check.failed'])
})

describe('a denied call', () => {
  const tell = (host: string, event: string, command: string, more = {}) => {
    const watched = watch()
    const tool = host === 'gemini' ? 'run_shell_command' : 'Bash'
    const payload = { session_id: 's', cwd: '/w', tool_name: tool, tool_input: { command }, ...more }
    watched.tell(host, event, payload)
    return { ...watched, stream: `session/${host}-s` }
  }

  it.each([
    ['claude-code', 'PreToolUse', { tool_use_id: 'c' }],
    ['gemini', 'BeforeTool', {}],
  ])('of %s is recorded after its proposal, and shown as denied', (host, event, more) => {
    const { kinds, bodies, entries, stream } = tell(host, event, 'bailiff gc', more)
    expect(kinds(stream)).toEqual(['session.started', 'dispatch.proposed', 'dispatch.denied'])
    expect(bodies(stream, 'dispatch.denied')).toMatchObject([{ code: 'PERSON_ONLY', what: 'bailiff gc' }])
    expect(sessionOf(entries(stream)).before).toMatchObject([{ kind: 'call', denied: 'PERSON_ONLY', end: null }])
  })

  it('is not a failure, whatever is reported later, and explain shows its code', async () => {
    const watched = watch()
    const call = {
      session_id: 's',
      cwd: '/w',
      tool_name: 'Bash',
      tool_input: { command: 'bailiff gc' },
      tool_use_id: 'c',
    }
    watched.tell('claude-code', 'SessionStart', { session_id: 's', cwd: '/w', source: 'startup' })
    watched.tell('claude-code', 'PreToolUse', call)
    const told = { ...call, tool_response: MESSAGES.PERSON_ONLY }
    watched.tell('claude-code', 'PostToolBatch', { session_id: 's', cwd: '/w', tool_calls: [told] })
    const { out } = await runCli(['explain', 's'], { BAILIFF_HOME: watched.home })
    expect(out).toMatch(/✗ Bash {2}bailiff gc +PERSON_ONLY/)
    expect(out).toContain('1 call (1 denied)')
    const tally = foldFacts(watched.entries('session/claude-code-s'), emptyTally(), TALLY_FOLDS).tally
    expect(tally).toMatchObject({ calls: 1, failed: 0 })
  })
})

describe('a denial', () => {
  const reasonOf = (dispatch: Dispatch): string | null => check(guardFor(), EVENT, dispatch).reason

  it('quotes the protected place as the call writes it', () => {
    expect(reasonOf(bash('rm ./.claude/settings.json'))).toBe(
      `${MESSAGES.PROTECTED_SETTINGS} In the call: ./.claude/settings.json`,
    )
    expect(reasonOf(bash('cat ~/.local/state/bailiff/keys/*'))).toBe(
      `${MESSAGES.PROTECTED_KEYS} In the call: ~/.local/state/bailiff/keys/*`,
    )
    expect(reasonOf(bash('npx bailiff gc --yes'))).toBe(`${MESSAGES.PERSON_ONLY} In the call: bailiff gc`)
  })

  it('stays one short line, whatever the call contains', () => {
    const reason = reasonOf(bash(`cat $'${STATE}/\\n\\x1b[2J${'x'.repeat(900)}'`)) ?? ''
    expect(reason).toMatch(/^[ -~]{1,350}$/)
  })
})
