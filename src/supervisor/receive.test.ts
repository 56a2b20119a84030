import { describe, expect, it } from 'vitest'
import { type Captured, captured } from '../../test/helpers/fixtures.ts'
import { watch } from '../../test/helpers/world.ts'
import { HOSTS } from '../hosts/registry.ts'
import { isObject } from '../ledger/kinds.ts'
import { sessionStream } from '../session/streams.ts'

/** The order in which a host sends its events; events of one kind are sorted by number. */
const ORDER = [
  /^SessionStart$/,
  /^(UserPromptSubmit|BeforeAgent)$/,
  /^(BeforeModel|BeforeToolSelection|PreCompress|PreCompact|AfterModel)$/,
  /^SubagentStart$/,
  /^(PreToolUse|BeforeTool)$/,
  /^(PostToolUse|PostToolUseFailure|AfterTool)$/,
  /^PostToolBatch$/,
  /^(SubagentStop|ConfigChange|PostCompact)$/,
  /^(Stop|StopFailure|AfterAgent)$/,
  /^SessionEnd$/,
]

const inOrder = (events: Captured[]): Captured[] => [...events].sort((a, b) => placeOf(a) - placeOf(b) || a.n - b.n)

function placeOf({ event }: Captured): number {
  const place = ORDER.findIndex((kind) => kind.test(event))
  if (place === -1) throw new Error(`Where does ${event} come?`)
  return place
}

const cases = (host: string): [name: string, events: Captured[]][] => {
  const events = captured(host)
  return [...new Set(events.map((one) => one.case))].map((name) => [
    name,
    inOrder(events.filter((one) => one.case === name)),
  ])
}

const count = (events: Captured[], ...names: string[]): number =>
  events.filter(({ event }) => names.includes(event)).length

/** True if an event would switch hooks off, which is not permitted. */
const isTampering = ({ tool_input, tool_response, tool_calls }: Captured['stdin']): boolean =>
  tool_calls === undefined &&
  tool_response === undefined &&
  JSON.stringify(tool_input ?? '').includes('disableAllHooks')

/** The calls of batches that no other event reported as ended, each once. */
function neverRan(events: Captured[]): string[] {
  const ended = new Set(
    events.filter(({ event }) => /^PostToolUse/.test(event)).map(({ stdin }) => stdin['tool_use_id']),
  )
  const told = events.flatMap(({ stdin }) => (Array.isArray(stdin['tool_calls']) ? stdin['tool_calls'] : []))
  const ids = told.map((call) => (isObject(call) ? String(call['tool_use_id']) : ''))
  return [...new Set(ids)].filter((id) => !ended.has(id))
}

describe.each(HOSTS.map(({ name }) => name))('captured events of %s', (host) => {
  it.each(cases(host))('are recorded completely and once: %s', async (_, events) => {
    const watched = watch()
    for (const { event, stdin } of events) {
      expect(watched.tell(host, event, stdin).kind).toBe(isTampering(stdin) ? 'deny' : 'go-on')
    }
    const streams = new Set(
      events.flatMap(({ stdin }) => [
        sessionStream(host, String(stdin['session_id'])),
        ...(stdin['agent_id'] ? [sessionStream(host, String(stdin['session_id']), String(stdin['agent_id']))] : []),
      ]),
    )
    const all = [...streams].flatMap((stream) => watched.entries(stream))
    const of = (kind: string): number => all.filter((entry) => entry.kind === kind).length
    const refused = all.filter(({ kind, body }) => kind === 'dispatch.observed' && body['shownBy'] === 'PostToolBatch')

    expect(of('dispatch.proposed')).toBe(count(events, 'PreToolUse', 'BeforeTool'))
    expect(refused.map(({ body }) => body['call'])).toEqual(neverRan(events))
    expect(of('dispatch.observed') - refused.length).toBe(
      count(events, 'PostToolUse', 'PostToolUseFailure', 'AfterTool'),
    )
    expect(of('turn.opened') + of('notice.received')).toBe(count(events, 'UserPromptSubmit', 'BeforeAgent'))
    const compactors = events.filter(({ stdin }) => stdin['agent_type'] === '').length
    expect(of('stop.reached')).toBe(count(events, 'Stop', 'SubagentStop', 'AfterAgent') - compactors)
    expect(of('agent.stopped')).toBe(count(events, 'SubagentStop') - compactors)
    expect(of('stop.failed')).toBe(count(events, 'StopFailure'))
    expect(of('session.ended')).toBe(count(events, 'SessionEnd'))
    expect(of('context.compacted')).toBe(count(events, 'PreCompact', 'PostCompact'))
    expect(of('settings.changed')).toBe(count(events, 'ConfigChange'))
    expect(of('host.event')).toBe(
      count(events, 'BeforeModel', 'AfterModel', 'BeforeToolSelection', 'PreCompress') + compactors,
    )
    expect(all.filter(({ kind }) => kind === 'dispatch.unseen')).toEqual([])
    // Every stream has one start entry, and one more for each time its session was announced again.
    const announced = count(events, 'SessionStart')
    const begun = [...streams].filter((stream) => watched.entries(stream).length > 0)
    expect(of('session.started')).toBe(begun.length + Math.max(0, announced - 1))
    expect(begun.map((stream) => watched.kinds(stream)[0])).toEqual(begun.map(() => 'session.started'))
    expect(of('agent.started')).toBe(begun.filter((stream) => stream.includes('.')).length)
    await watched.verify()
  })
})
