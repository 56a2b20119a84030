import type { CycleView } from '../../views/cycle-view.ts'
import { EXIT, type Exit } from '../command.ts'
import { isRejected } from './cycle-end.ts'

/**
 * The exit code of a cycle: 0 if the goal is reached or nothing is to be done, 2 if it is not reached, 3 if a person has to
 * decide or has rejected the plan. An idle cycle repeats the result of the last report, so a problem does not go unnoticed.
 */
export function exitOf({ end, report, guard }: Pick<CycleView, 'end' | 'report' | 'guard'>): Exit {
  const isDenied = guard.some(({ allowed }) => !allowed)
  switch (end) {
    case 'succeeded':
      return EXIT.fine
    case 'dry-run':
      return isDenied ? EXIT.broken : EXIT.fine
    case 'idle':
      return report === null || report.status === 'succeeded' ? EXIT.fine : afterDenial(guard)
    case 'failed':
    case 'partial':
      return afterDenial(guard)
    case 'awaiting-approval':
      return EXIT.refused
    case 'error':
    case 'cancelled':
    case null:
      return EXIT.broken
  }
}

/** A plan that a person rejected was refused; everything else failed. */
const afterDenial = (guard: CycleView['guard']): Exit => (isRejected({ guard }) ? EXIT.refused : EXIT.broken)
