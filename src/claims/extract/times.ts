import { has, some, type Token } from './tokens.ts'

/** Words after a cue that may be part of its time. */
const NEAR = 3

/** "Last year …", "In 2021 …", "On Monday …", "merged on Monday": about another time. */
export function isHistory(tokens: readonly Token[], at: number): boolean {
  const times = tokens.slice(0, at + NEAR)
  return (
    times.some((token, i) => has(token, 'past') && times[i + 1]?.text !== "'s") ||
    times.some(({ kind, text }, i) => kind === 'number' && YEAR.test(text) && has(times[i - 1], 'prep')) ||
    (at > 0 && (recalls(tokens) || dateAt(tokens, 0))) ||
    isDated(tokens.slice(at + 1))
  )
}

const YEAR = /^(?:19|20)\d\d$/

/** "In the last session we …", "Gestern …": a clause that begins with an earlier session or day. "Yesterday's crash" dates a problem. */
export function recalls(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex((token) => has(token, 'recap'))
  return (
    at >= 0 &&
    tokens.slice(0, at).every((token) => has(token, 'prep', 'det', 'on') && !TIES.test(token.text)) &&
    (tokens[at + 1]?.text === ',' || has(tokens[at + 1], 'agent', 'user', 'it', 'det', 'be', 'have')) &&
    !some(tokens, 'problem', 'bad', 'now')
  )
}

/** "As in the last session", "since yesterday". */
const TIES = /^(?:as|since|until|from|of|like)$/

/** True if the words after a cue name its day, with at most its place in between: "merged into main on Monday". */
function isDated(after: readonly Token[]): boolean {
  const from = after.findIndex((_, i) => dateAt(after, i))
  return from >= 0 && after.slice(0, from).every((token) => token.kind === 'code' || has(token, 'prep', 'det', 'place'))
}

const DAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/
const MONTH = /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/
const ORDINAL = /^\d{1,2}(?:st|nd|rd|th)$/

/** True if a day begins here: "on Monday", "last Tuesday", "on 12 May", "on May 12", "on the 14th". */
function dateAt(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text
  if (word !== 'on' && word !== 'last') return false
  const [first, second] = [tokens[at + 1], tokens[at + 2]]
  if (DAY.test(first?.text ?? '')) return second?.text !== "'s"
  if (isDayOf(first, second) || isDayOf(second, first)) return true
  return first?.text === 'the' && ORDINAL.test(second?.text ?? '')
}

const isDayOf = (day: Token | undefined, month: Token | undefined): boolean =>
  (day?.kind === 'number' || ORDINAL.test(day?.text ?? '')) && MONTH.test(month?.text ?? '')
