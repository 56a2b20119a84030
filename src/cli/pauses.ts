import { isOver, readPause } from '../hook/pause.ts'
import { type Readable, sealedEntries } from '../ledger/stores/files/stream-lines.ts'
import { minute, minuteUtc } from '../supervisor/minute.ts'
import type { Pause } from '../supervisor/pause.ts'
import type { Io } from './command.ts'
import { colors } from './output.ts'

/** What people are told of pauses. */

/** The stream that tells when people paused recording, and when they went on. */
export const PAUSE_STREAM = 'admin/pause'

/** Above screens that would look meanwhile as if nothing had happened; nothing where recording is not paused. */
export function pausedLine(home: Readable, io: Io): string {
  const pause = readPause(home)
  if (pause === null || isOver(pause, new Date())) return ''
  return `${colors(io.color).yellow(`! Recording is paused ${sayUntil(pause)}: bailiff resume`)}\n`
}

export const sayUntil = ({ until }: Pause): string =>
  until === null ? 'until further notice' : `until ${minuteUtc(until)}`

/** A pause as it stands now: one that lasts, or one that is over. */
export const sayPause = (pause: Pause, now: Date): string =>
  pause.until !== null && isOver(pause, now)
    ? `recording was paused from ${minute(pause.since)} to ${minuteUtc(pause.until)}`
    : `recording is paused ${sayUntil(pause)}`

/** Every pause on record, by the entry that began it. */
export function readPauses(home: Readable): (Pause & { seq: number })[] {
  const pauses: (Pause & { seq: number })[] = []
  for (const { kind, at, seq, body } of sealedEntries(home, PAUSE_STREAM)) {
    const last = pauses.at(-1)
    // Whatever comes next ends it, unless its time was over: a person went on, or paused anew.
    if (last !== undefined && (last.until === null || last.until > at)) last.until = at
    const until = typeof body['until'] === 'string' ? body['until'] : null
    if (kind === 'pause.began') pauses.push({ since: at, until, seq })
  }
  return pauses
}
