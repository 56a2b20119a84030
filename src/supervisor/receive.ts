import type { JsonObject } from '../ledger/kinds.ts'
import { type Answer, GO_ON } from './answer.ts'
import { observe, observeBatch } from './dispatch.ts'
import type { HostEvent, Report } from './event.ts'
import { type Fact, restOf } from './fact.ts'
import type { GuardedWorld } from './guard.ts'
import { receivePrompt } from './prompt.ts'
import { propose } from './propose.ts'
import { reconcile } from './reconcile.ts'
import { record } from './record.ts'
import { sayRuling } from './ruling.ts'
import { receiveSettings, settingsSeen } from './settings.ts'
import { stop } from './stop.ts'

/** What happens with an event of a host: the one door by which hosts come in. */
export function receive(world: GuardedWorld, event: HostEvent): Answer {
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
    case 'settings-changed':
      return receiveSettings(world, event, report)
    case 'session-started': {
      const { facts, answer } = sayRuling(world, event)
      record(world, event, [...settingsSeen(world, event, 'start'), ...facts])
      return answer
    }
    case 'agent-started':
    case 'failure':
    case 'compaction':
    case 'other':
      record(world, event, factsOf(event, report))
      return GO_ON
  }
}

type Plain = Extract<Report, { kind: 'session-ended' | 'agent-started' | 'failure' | 'compaction' | 'other' }>

/** The entries of reports that ask for nothing but to be recorded. */
function factsOf(event: HostEvent, report: Plain): Fact[] {
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
    case 'other':
      return fact('host.event', { event: event.name })
  }
}
