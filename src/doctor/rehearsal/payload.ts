import type { Canary } from '../../hosts/canary.ts'
import type { HostHooks } from '../../hosts/install/hooks.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import type { Marks } from '../canary/marks.ts'

/** One event as its host would send it. `denies`: the hook must deny it. */
export type Payload = { event: string; body: JsonObject; denies: boolean }

/** Returns the payloads for one event. Before a tool call there are two, one of which must be denied. Pure. */
export function payloadsFor(
  { moments }: HostHooks,
  { shell, payloads = {} }: Canary,
  event: string,
  { marks, session, cwd }: { marks: Marks; session: string; cwd: string },
): Payload[] {
  const base: JsonObject = { session_id: session, transcript_path: null, cwd, hook_event_name: event }
  const payload = (body: JsonObject, denies = false): Payload => ({ event, body: { ...base, ...body }, denies })
  const call = (command: string, id: string): JsonObject => ({
    tool_name: shell.tool,
    tool_input: { command },
    tool_use_id: id,
  })
  switch (event) {
    case moments.start:
      return [payload({ source: 'startup' })]
    case moments.prompt:
      return [payload({ prompt: marks.prompt })]
    case moments.before:
      return [payload(call(marks.harmless.command, 'harmless')), payload(call(marks.denied.command, 'denied'), true)]
    case moments.after:
      return [
        payload({ ...call(marks.harmless.command, 'harmless'), tool_response: shell.printed(marks.harmless.prints) }),
      ]
    case moments.stop:
      return [payload({ stop_hook_active: false, last_assistant_message: ENDED, prompt_response: ENDED })]
    default:
      // Other events about a tool call refer to the harmless one.
      return [
        payload(payloads[event] ?? (/Tool|Permission/.test(event) ? call(marks.harmless.command, 'harmless') : {})),
      ]
  }
}

const ENDED = 'The rehearsal has ended.'
