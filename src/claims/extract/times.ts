import { has, some, someBefore, type Token } from './tokens.ts'

/** Words after a cue that may be part of its time. */
const NEAR = 3

/** "Last year …", "In 2021 …", "On Monday …", "merged on Monday", "fixed in `4f2a1c9` two weeks ago": about another time. */
export function isHistory(tokens: readonly Token[], at: number): boolean {
  const times = tokens.slice(0, at + NEAR)
  return (
    times.some((token, i) => has(token, 'past') && times[i + 1]?.text !== "'s") ||
    times.some(({ kind, text }, i) => kind === 'number' && YEAR.test(text) && has(times[i - 1], 'prep')) ||
    someBefore(tokens, at, 'recap') ||
    tokens.some((_, i) => i < at && dateAt(tokens, i) > 0 && !someBefore(tokens, i, 'problem', 'bad')) ||
    endsEarlier(tokens.slice(at + 1))
  )
}

const YEAR = /^(?:19|20)\d\d$/

/** True if the words after a cue are its time, or end with it. "I fixed the crash that you saw on Monday" dates the crash. */
function endsEarlier(after: readonly Token[]): boolean {
  const from = after.findIndex((token, i) => has(token, 'past', 'recap') || dateAt(after, i) > 0)
  if (from < 0) return false
  const between = after.slice(0, from)
  const next = after[from + Math.max(1, dateAt(after, from))]
  const ends = next === undefined || next.kind !== 'word' || has(next, 'prep', 'and', 'but')
  return (
    ends &&
    next?.text !== "'s" &&
    !some(between, 'that', 'agent', 'user', 'other', 'say', 'be', 'have', 'if', 'problem', 'bad') &&
    !between.some(({ text }) => BELONGS.test(text))
  )
}

/** Words that tie a time to the thing before it: "the crash from last week". */
const BELONGS = /^(?:from|of|for|since|until|by|with|like|as|which|who|where|when)$/

const DAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/
const MONTH = /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/
const ORDINAL = /^\d{1,2}(?:st|nd|rd|th)$/

/** The number of words of a date: "on Monday", "last Tuesday", "on 12 May", "the 6 March release", "the March sprint"; 0 if there is none. */
function dateAt(tokens: readonly Token[], at: number): number {
  const word = tokens[at]?.text
  if (word !== 'on' && word !== 'last' && word !== 'the') return 0
  const [first, second] = [tokens[at + 1], tokens[at + 2]]
  const isThe = word === 'the'
  if (DAY.test(first?.text ?? '') && !isThe) return 2
  if (isThe && MONTH.test(first?.text ?? '') && EVENT.test(second?.text ?? '')) return 3
  const isDay = first?.text === 'the' && ORDINAL.test(second?.text ?? '')
  return isDay || isDayOf(first, second) || isDayOf(second, first) ? 3 : 0
}

const EVENT = /^(?:sprint|release|milestone|iteration|session|deploy|deployment|migration|review)$/

const isDayOf = (day: Token | undefined, month: Token | undefined): boolean =>
  (day?.kind === 'number' || ORDINAL.test(day?.text ?? '')) && MONTH.test(month?.text ?? '')
