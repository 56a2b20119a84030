import type { Reading } from '../../claims/extract/claim.ts'
import { extractClaims } from '../../claims/extract/extract.ts'
import type { Dispatch, HostEvent, Stop } from '../event.ts'
import type { GuardedWorld } from '../guard.ts'
import { earlierClaims } from './earlier.ts'
import { claimsOfShownRuns } from './shown-runs.ts'
import { leftBy } from './turn.ts'

/** A transcript larger than this must contain messages. */
const CLEARLY_TEXT_BYTES = 50 << 10

/** Extracts the claims from a final message, and those that stand from earlier messages of the turn. */
export function readMessage(world: GuardedWorld, event: HostEvent, { message }: Stop): Reading {
  const said = extractClaims(message ?? '')
  const shown = claimsOfShownRuns(said, world.recorder.recent(event.stream))
  const reading = { ...said, claims: [...said.claims, ...shown] }
  const { transcript } = event
  if (transcript === null) return reading
  if ((message ?? '').trim() !== '') return withEarlier(world, event, transcript, message ?? '', reading)
  if ((world.transcripts.sizeBytes(transcript) ?? 0) <= CLEARLY_TEXT_BYTES) return reading
  return { ...reading, finding: { code: 'NOTHING_READ', message: 'The host gave no final message.' } }
}

function withEarlier(
  world: GuardedWorld,
  event: HostEvent,
  transcript: string,
  final: string,
  reading: Reading,
): Reading {
  const { host, agent, cwd } = event
  const tools = world.guard.tools(host)
  const mayChange = (dispatch: Dispatch): boolean =>
    leftBy(tools.actOf(dispatch), tools.isIdle(dispatch.tool), cwd ?? '/').changed
  const latest = world.transcripts.sinceLastPrompt(transcript, agent === null ? 'main' : 'subagent')
  return { ...reading, claims: [...reading.claims, ...earlierClaims(latest, final, reading, mayChange)] }
}
