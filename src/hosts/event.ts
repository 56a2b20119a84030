import { type HostEvent, type Parsed, placed } from '../supervisor/event.ts'
import { parseBeginning, parseObject } from './fields.ts'
import type { Host } from './host.ts'
import { startedBy } from './nesting.ts'
import { lastMessage, saidBy } from './transcripts.ts'

/** Reads a host event. Of one that is no complete JSON object, the fields at its beginning count. */
export function readEvent(host: Host, name: string, { bytes }: { bytes: Buffer }, env: NodeJS.ProcessEnv): HostEvent {
  const whole = parseObject(bytes)
  const parsed = host.parse(name, whole ?? parseBeginning(bytes))
  const known = whole === null ? withoutEnd(parsed) : parsed
  const event = withMessage(host.complete?.(known) ?? known, host)
  return placed({ ...event, startedBy: startedBy(host.name, event.session, env), raw: bytes, isWhole: whole !== null })
}

/** How a call ended is unknown if its result was cut off. */
function withoutEnd(event: Parsed): Parsed {
  const { report } = event
  if (report.kind !== 'observation') return event
  return { ...event, report: { ...report, observation: { ...report.observation, status: 'unknown', exit: null } } }
}

function withMessage(event: Parsed, host: Host): Parsed {
  const { report, transcript } = event
  if (report.kind !== 'stop' || report.message !== null || transcript === null) return event
  const seenIn = saidBy(event.agent === null ? 'main' : 'subagent', host.seenIn)
  return { ...event, report: { ...report, message: lastMessage(transcript, seenIn) } }
}
