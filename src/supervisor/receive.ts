import { type Answer, GO_ON } from './answer.ts'
import { propose } from './dispatch.ts'
import type { HostEvent } from './event.ts'
import type { CountingWorld } from './guard.ts'
import { observeOutcomes } from './outcomes/observe.ts'
import { recordAsked } from './record/asked.ts'
import { withLost } from './record/lost-hooks.ts'
import { observe, observeBatch } from './record/observation.ts'
import { recordPlain } from './record/plain.ts'
import { receivePrompt } from './record/prompt.ts'
import { reconciled } from './record/reconcile.ts'
import { record } from './record/record.ts'
import { announcePolicy } from './record/session-start.ts'
import { receiveSettings, settingsSeen } from './record/settings.ts'
import { recordStop } from './record/stop.ts'
import { unansweredIn } from './record/unanswered.ts'

/** Handles any host event. */
export function receive(world: CountingWorld, event: HostEvent): Answer | Promise<Answer> {
  const { report } = event
  switch (report.kind) {
    case 'prompt':
      return receivePrompt(world, event, report)
    case 'dispatch':
      return propose(world, event, report.dispatch)
    case 'asked':
      recordAsked(world, event, report)
      return GO_ON
    case 'observation':
      return observe(world, event, report.dispatch, report.observation)
    case 'batch':
      observeBatch(world, event, report)
      return GO_ON
    // The gate judges stops, in a separate hook program.
    case 'stop':
      recordStop(world, event, report, 'let go')
      return GO_ON
    case 'session-ended':
      recordPlain(world, event, [...reconciled(world, event), ...unansweredIn(world, event)])
      observeOutcomes(world, event)
      return GO_ON
    case 'settings-changed':
      return receiveSettings(world, event, report)
    case 'session-started': {
      const { facts, answer } = announcePolicy(world, event)
      record(world, event, [...settingsSeen(world, event, 'start'), ...facts])
      observeOutcomes(world, event)
      refreshTrust(world, event)
      return withLost(answer, world.lost())
    }
    case 'agent-started':
    case 'failure':
    case 'compaction':
    case 'other':
      recordPlain(world, event)
      return GO_ON
  }
}

/** Between sessions nobody waits; within one, every tool call would. */
function refreshTrust({ trust, activePolicy }: CountingWorld, { cwd }: HostEvent): void {
  const project = cwd === null ? null : (activePolicy(cwd)?.project ?? null)
  if (project === null) return
  try {
    trust?.refresh(project)
  } catch {
    // The scores go on with what was known before.
  }
}
