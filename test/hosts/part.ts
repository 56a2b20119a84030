import type { Entry } from '../../src/ledger/kinds.ts'
import type { Parts, Session } from './session.ts'

/** Entries about the session as a whole, which every part of it must find in its place. */
const FRAME = [
  ...['session.started', 'settings.seen', 'turn.opened', 'transcript.compared'],
  ...['stop.reached', 'stop.judged', 'turn.changed', 'session.ended'],
]

/** One part of a session that has many: the frame, and whatever its own calls left. */
export function partOf(session: Session, all: readonly Parts[], part: Parts): Session {
  const owners = ownersOf(session, all)
  const [main = '', ...others] = Object.keys(session.ledger.streams).sort((a, b) => a.length - b.length)
  const entries = ownEntries(session.ledger.streams[main] ?? [], owners, part)
  const streams = [main, ...(part.lanes === undefined ? [] : others)].map((name) => [
    name,
    name === main ? entries : (session.ledger.streams[name] ?? []),
  ])
  return {
    ...session,
    made: session.made.filter(({ id }) => owners.get(id) === part),
    ledger: { ...session.ledger, streams: Object.fromEntries(streams) },
  }
}

/** The part that each call of the model belongs to, in the order of the calls. */
function ownersOf({ made }: Session, all: readonly Parts[]): Map<string, Parts> {
  const inMain = [
    ...all.map((part) => [part, part.calls('')] as const),
    ...all.map((part) => [part, part.second] as const),
  ]
  const queue = inMain.flatMap(([part, replies = []]) => replies.flatMap(({ calls = [] }) => calls.map(() => part)))
  return new Map(
    made.flatMap(({ id, lane }) => {
      const owner = lane === 'main' ? queue.shift() : all.find(({ lanes = {} }) => lane in lanes)
      return owner === undefined ? [] : [[id, owner]]
    }),
  )
}

/**
 * Without a call's id, its proposal is the next of the model's calls, and what follows is about it. After the first turn,
 * everything belongs to the part that has a second.
 */
function ownEntries(entries: readonly Entry[], owners: Map<string, Parts>, part: Parts): Entry[] {
  const made = [...owners.values()]
  const second = made.find((one) => one.second !== undefined)
  const end = entries.findIndex(({ kind }) => kind === 'session.ended')
  let current: Parts | undefined
  return entries.filter(({ kind, body }, i) => {
    const { call } = body
    if (kind === 'dispatch.proposed') {
      const next = made.shift()
      current = typeof call === 'string' ? owners.get(call) : next
    }
    if (end !== -1 && i > end) return part === second
    if (FRAME.includes(kind)) return true
    return part === (typeof call === 'string' ? owners.get(call) : current)
  })
}
