import { type HostEvent, type Parsed, placed } from '../supervisor/event.ts'
import { parseObject } from './fields.ts'
import type { Host } from './host.ts'
import { startedBy } from './nesting.ts'
import { lastMessage, saidBy } from './transcripts.ts'

/** The bytes that a host sent; `isCut` if there were more. */
type Sent = { bytes: Buffer; isCut: boolean }

/** Reads a host event. Bytes that are not a JSON object become an event of an unknown session. */
export function readEvent(host: Host, name: string, { bytes, isCut }: Sent, env: NodeJS.ProcessEnv): HostEvent {
  const given = parseObject(bytes) ?? { unreadable: bytes.toString('latin1') }
  const parsed = host.parse(name, isCut ? { ...given, cut: true } : given)
  const event = withMessage(host.complete?.(parsed) ?? parsed, host)
  return placed({ ...event, startedBy: startedBy(host.name, event.session, env), raw: bytes })
}

function withMessage(event: Parsed, host: Host): Parsed {
  const { report, transcript } = event
  if (report.kind !== 'stop' || report.message !== null || transcript === null) return event
  const seenIn = saidBy(event.agent === null ? 'main' : 'subagent', host.seenIn)
  return { ...event, report: { ...report, message: lastMessage(transcript, seenIn) } }
}
