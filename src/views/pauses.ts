import { type Readable, sealedEntries } from '../ledger/stores/files/stream-lines.ts'
import { deciderIn } from '../session/decider.ts'
import { isOver, type Pause } from '../session/pause.ts'
import { PAUSE_STREAM } from '../session/streams.ts'
import type { Decider } from '../session/who.ts'
import { minute, minuteInZone } from './local-time.ts'

export const sayUntil = ({ until }: Pause): string =>
  until === null ? 'until further notice' : `until ${minuteInZone(until)}`

/** Describes a current or past pause. */
export const sayPause = (pause: Pause, now: Date): string =>
  pause.until !== null && isOver(pause, now)
    ? `recording was paused from ${minute(pause.since)} to ${minuteInZone(pause.until)}`
    : `recording is paused ${sayUntil(pause)}`

/** `seq` is that of the entry that began it. */
type RecordedPause = Pause & { seq: number; decider: Decider | null }

/** Every recorded pause. */
export function readPauses(home: Readable): RecordedPause[] {
  const pauses: RecordedPause[] = []
  for (const { kind, at, seq, body } of sealedEntries(home, PAUSE_STREAM)) {
    const last = pauses.at(-1)
    // The next entry ends the pause, unless it was already over: the person resumed, or paused again.
    if (last !== undefined && (last.until === null || last.until > at)) last.until = at
    const until = typeof body['until'] === 'string' ? body['until'] : null
    if (kind === 'pause.began') pauses.push({ since: at, until, seq, decider: deciderIn(body) })
  }
  return pauses
}
