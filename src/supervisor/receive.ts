import type { JsonObject } from '../ledger/kinds.ts'
import { type Answer, GO_ON } from './answer.ts'
import { observe, observeBatch, propose } from './dispatch.ts'
import type { HostEvent, Report } from './event.ts'
import { type Fact, restOf } from './fact.ts'
import { receivePrompt } from './prompt.ts'
import { reconcile } from './reconcile.ts'
import { record } from './record.ts'
import type { World } from './recorder.ts'
import { stop } from './stop.ts'

/** What happens with an event of a host: the one door by which hosts come in. */
export function receive(world: World, event: HostEvent): Answer {
  const { report } = event
  switch (report.kind) {
    case 'prompt':
      return receivePrompt(world, event, report)
    case 'dispatch':
      return propose(world, event, report.dispatch)
    case 'observation':
      observe(world, event, report.dispatch, report.observation)
      return GO_ON
    case 'batch':
      observeBatch(world, event, report)
      return GO_ON
    case 'stop':
      return stop(world, event, report)
    case 'session-ended':
      reconcile(world, event)
      record(world, event, factsOf(event, report))
      return GO_ON
    case 'session-started':
    case 'agent-started':
    case 'failure':
    case 'compaction':
    case 'settings-changed':
    case 'other':
      record(world, event, factsOf(event, report))
      return GO_ON
  }
}

type Plain = Exclude<Report, { kind: 'prompt' | 'dispatch' | 'observation' | 'batch' | 'stop' }>

/** The entries of reports that ask for nothing but to be recorded. */
function factsOf(event: HostEvent, report: Plain): Fact[] {
  const fact = (kind: string, body: JsonObject): Fact[] => [
    { kind, actor: 'harness', body: { ...body, ...restOf(event) } },
  ]
  switch (report.kind) {
    // The stream's beginning says it.
    case 'session-started':
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
    case 'settings-changed':
      return fact('settings.changed', { source: report.source, path: report.path })
    case 'other':
      return fact('host.event', { event: event.name })
  }
}
