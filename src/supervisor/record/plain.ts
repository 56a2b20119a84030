import { type Fact, fact } from '../../session/facts.ts'
import type { HostEvent } from '../event.ts'
import { restOf } from '../event.ts'
import { turnSighting } from '../outcomes/turn-sighting.ts'
import type { World } from '../world.ts'
import { record } from './record.ts'

/** Records an event that needs no other handling, after the facts in `before`. */
export function recordPlain(world: World, event: HostEvent, before: readonly Fact[] = []): void {
  record(world, event, [...before, ...factsOf(world, event)])
}

function factsOf(world: World, event: HostEvent): Fact[] {
  const { report } = event
  const rest = restOf(event)
  switch (report.kind) {
    // The stream's first entry already says so.
    case 'agent-started':
      return []
    case 'session-ended':
      return [fact('session.ended', { reason: report.reason, ...turnSighting(world, event), ...rest })]
    case 'failure':
      return [fact('stop.failed', { error: report.error, message: report.message, ...rest })]
    case 'compaction':
      return [
        fact('context.compacted', {
          phase: report.phase,
          trigger: report.trigger,
          ...(report.summary !== null && { summary: report.summary }),
          ...rest,
        }),
      ]
    case 'prompt':
    case 'dispatch':
    case 'asked':
    case 'observation':
    case 'batch':
    case 'stop':
    case 'settings-changed':
    case 'session-started':
    case 'other':
      return [fact('host.event', { event: event.name, ...rest })]
  }
}
