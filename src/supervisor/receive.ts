import { type Answer, GO_ON } from './answer.ts'
import { observe, observeBatch } from './dispatch.ts'
import type { HostEvent } from './event.ts'
import type { CountingWorld } from './guard.ts'
import { recordPlain } from './plain.ts'
import { receivePrompt } from './prompt.ts'
import { propose } from './propose.ts'
import { reconcile } from './reconcile.ts'
import { record, streamOf } from './record.ts'
import { sayRuling } from './ruling.ts'
import { receiveSettings, settingsSeen } from './settings.ts'
import { recordStop } from './stop.ts'
import { unansweredIn } from './unanswered.ts'

/** What happens with an event of a host: the one door by which hosts come in. */
export function receive(world: CountingWorld, event: HostEvent): Answer {
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
    // Judged by the gate, which has a hook of its own.
    case 'stop':
      recordStop(world, event, report, 'let go')
      return GO_ON
    case 'session-ended':
      reconcile(world, event)
      recordPlain(world, event, unansweredIn(world.recorder, streamOf(event)))
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
      recordPlain(world, event)
      return GO_ON
  }
}
