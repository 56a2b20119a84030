import type { Checking } from '../../session/state.ts'

/** The checks that still run, and for how long they have. */
export const runningFor = ({ checks, since }: Checking): string =>
  `${checks.join(', ')}, ${Math.max(0, Math.round((Date.now() - Date.parse(since)) / 1000))} s`
