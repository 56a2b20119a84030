import type { Answer } from '../answer.ts'

const MAX_NAMED = 2

/** Adds to an answer, for the person, where agents are no longer supervised. */
export function withLost(answer: Answer, lost: readonly string[]): Answer {
  if (lost.length === 0) return answer
  const more = lost.length - MAX_NAMED
  const names = lost.slice(0, MAX_NAMED).join(', ')
  const said = `Bailiff: hooks are gone from ${names}${more > 0 ? ` and ${more} more` : ''}, so agents there are not supervised. Run there: bailiff init, or bailiff uninstall --scope local if you removed them.`
  return { ...answer, notice: [answer.notice, said].filter((line) => line !== undefined).join('\n') }
}
