import type { Session, Turn } from '../../session/state.ts'

/**
 * The content that the work to judge started with: that of this turn or, if turns before it ended without a judgement, because a
 * person interrupted them, that of the first of these. Null if it is unknown.
 */
export function startOfWork({ turns }: Pick<Session, 'turns'>): Turn['start'] {
  const isJudged = ({ steps }: Turn): boolean => steps.some(({ kind }) => kind === 'judgement')
  const judged = turns.slice(0, -1).findLastIndex(isJudged)
  return turns.slice(judged + 1).find(({ start }) => start !== null)?.start ?? null
}
