import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { readPause } from '../../machine/pause.ts'
import { isOver } from '../../session/pause.ts'
import { sayUntil } from '../../views/pauses.ts'
import type { Io } from '../command.ts'
import { colors } from './output.ts'

/** A line above screens while recording is paused: without it they would look as if nothing had happened. */
export function pausedLine(home: Readable, io: Io): string {
  const pause = readPause(home)
  if (pause === null || isOver(pause, new Date())) return ''
  return `${colors(io.color).yellow(`! Recording is paused ${sayUntil(pause)}. To resume: bailiff resume`)}\n`
}
