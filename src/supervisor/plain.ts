import type { JsonObject } from '../ledger/kinds.ts'
import type { HostEvent } from './event.ts'
import { type Fact, restOf } from './fact.ts'
import { record } from './record.ts'
import type { World } from './recorder.ts'

/** Puts an event on record that asks for nothing more, behind what it shows of what was before. */
export function recordPlain(world: World, event: HostEvent, before: readonly Fact[] = []): void {
  record(world, event, [...before, ...factsOf(event)])
}

function factsOf(event: HostEvent): Fact[] {
  const { report } = event
  const fact = (kind: string, body: JsonObject): Fact[] => [
    { kind, actor: 'harness', body: { ...body, ...restOf(event) } },
  ]
  switch (report.kind) {
    // The stream's beginning says it.
    case 'agent-started':
      return []
    case 'session-ended':
      return fact('session.ended', { reason: report.reason })
    case 'failure':
      return fact('stop.failed', { error: report.error, message: report.message })
    case 'compaction':
      return fact('context.compacted', {
        phase: report.phase,
        trigger: report.trigger,
        ...(report.summary !== null && { summary: report.summary }),
      })
    case 'prompt':
    case 'dispatch':
    case 'observation':
    case 'batch':
    case 'stop':
    case 'settings-changed':
    case 'session-started':
    case 'other':
      return fact('host.event', { event: event.name })
  }
}
