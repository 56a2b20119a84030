import type { CycleView } from '../../views/cycle-view.ts'
import { type Colors, plural } from '../screens/output.ts'

/** Says how a cycle ended. */
export function endWords(view: CycleView): string {
  const { end, isDryRun, running, report, compared } = view
  if (compared !== null) return 'decided again on an old snapshot'
  if (end === null) return running !== null ? 'running' : isDryRun ? 'dry run, interrupted' : 'interrupted'
  const isStanding = end === 'idle' && report !== null && report.status !== 'succeeded'
  if (isRejected(view)) return isStanding ? 'idle, still rejected' : 'rejected'
  return isStanding ? `idle, still ${report.status}` : ENDS[end]
}

/** True if the cycle did nothing because a person rejected its plan. */
export const isRejected = ({ guard }: Pick<CycleView, 'guard'>): boolean =>
  guard.some(({ allowed, by }) => !allowed && by === 'person')

const ENDS = {
  succeeded: 'succeeded',
  partial: 'partial',
  failed: 'failed',
  idle: 'idle',
  'awaiting-approval': 'awaiting approval',
  'dry-run': 'dry run',
  cancelled: 'cancelled',
  error: 'error',
} as const

export function paintEnd(view: CycleView, c: Colors): (text: string) => string {
  const { end, report, guard } = view
  if (end === 'succeeded') return c.green
  if (end === 'dry-run') return guard.every(({ allowed }) => allowed) ? c.green : c.red
  if (end === 'idle') return report?.status === 'succeeded' ? c.dim : c.red
  if (end === 'awaiting-approval' || end === 'cancelled' || end === null) return c.yellow
  return c.red
}

export const signOf = ({ end, report }: CycleView): string => {
  if (end === 'succeeded' || end === 'dry-run') return '✓'
  if (end === 'idle') return report?.status === 'succeeded' ? '·' : '✗'
  return end === null || end === 'cancelled' ? '·' : '✗'
}

const partialText = (done: number, unknown: number): string =>
  unknown === 0
    ? `Partial: only ${plural(done, 'effect')} done.`
    : `Partial: ${plural(done, 'effect')} done, ${unknown} with unknown outcome.`

export function resultText(view: CycleView): string {
  const { end, effects, report, running, cycle, last } = view
  const done = effects.filter(({ outcome }) => outcome === 'done').length
  switch (end) {
    case 'succeeded':
      return done === 0 ? 'Succeeded: nothing had to be changed.' : `Succeeded: ${plural(done, 'effect')} done.`
    case 'idle':
      return report?.status === 'succeeded'
        ? 'Idle: nothing has changed, so there is nothing to do.'
        : 'Idle: nothing has changed, so the problem remains.'
    case 'partial':
      return partialText(done, effects.filter(({ outcome }) => outcome === 'unknown').length)
    case 'failed':
      return isRejected(view) ? 'Rejected: nothing was changed.' : 'Failed: nothing was changed.'
    case 'error':
      return 'Error: the cycle could not be completed.'
    case 'cancelled':
      return 'Cancelled: the cycle was stopped before it acted.'
    case 'dry-run':
      return 'Dry run: nothing was changed.'
    case 'awaiting-approval':
      return 'Awaiting approval.'
    case null:
      if (running !== null && cycle === last) return `Running: process ${running.pid}.`
      return effects.length > 0
        ? 'Interrupted: the next run finishes this cycle first.'
        : 'Interrupted before any effect.'
  }
}
