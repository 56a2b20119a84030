import { has, type Token } from './tokens.ts'

/** "Last year …", "In 2021 …": about another time. */
export function isHistory(tokens: readonly Token[], at: number): boolean {
  const times = tokens.slice(0, at + 3)
  const past = times.some((token, i) => has(token, 'past') && times[i + 1]?.text !== "'s")
  return past || times.some(({ text }, i) => /^(?:19|20)\d\d$/.test(text) && has(times[i - 1], 'prep'))
}
