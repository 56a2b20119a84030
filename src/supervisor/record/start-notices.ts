import type { TakenStart } from '../guard.ts'

/** Lines for the person if the content at the start of a turn is not known, or not all of it. */
export function startNotices(taken: TakenStart | null): string[] {
  if (taken === null) return []
  if (taken.kind === 'unknown')
    return [
      `Bailiff: the files at the start of this turn are not known: ${taken.why.replace(/\.$/, '')}. Its changes are judged by the agent's calls; removed tests may go unnoticed.`,
    ]
  const { unread } = taken.start
  return unread === 0
    ? []
    : [
        `Bailiff: there was no time to read ${unread} test ${unread === 1 ? 'file' : 'files'}: ${unread === 1 ? 'it counts' : 'they count'} as weakened if this turn changes ${unread === 1 ? 'it' : 'them'}.`,
      ]
}
