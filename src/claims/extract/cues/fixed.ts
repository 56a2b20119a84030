import { HAN_OR_KANA } from '../lexicon/chars.ts'
import type { Clause } from '../sentences.ts'
import { has, some } from '../tokens.ts'
import { frameOf, isHabitual } from '../view.ts'
import { type Cue, each, type FindCues, isHeading, type Surroundings } from './cue.ts'

/** Finds claims that a problem is gone: "fixed", "the error is gone", "this resolves the crash", "no longer fails". */
export const fixedCues: FindCues = (clause, around) =>
  each(clause.tokens, (token, i) => {
    if (has(token, 'fixed')) return fixedAt(clause, i, isHeading(around))
    if (has(token, 'vanished')) return vanishedAt(clause, i)
    if (has(token, 'fixes')) return fixesAt(clause, i)
    if (has(token, 'no-longer')) return noLonger(clause, i)
    if (/^(?:again|anymore|any more)$/.test(token.text)) return neverAgain(clause, i)
    if (isNamedFix(clause, i, around)) return { type: 'fixed', at: i, named: true }
    return i === 0 && isLabel(around) && some(clause.tokens, 'now', 'changed') ? { type: 'fixed', at: 0 } : null
  })

/** "- 修复 ESLint 错误", "- 表示の不具合を修正": an item of a list of work. Other sentences must back it. */
const isNamedFix = ({ tokens, order }: Clause, at: number, { segment, index }: Surroundings): boolean =>
  order === 'free' &&
  index === 0 &&
  segment.kind !== 'prose' &&
  segment.level === undefined &&
  has(tokens[at], 'to-fix') &&
  HAN_OR_KANA.test(tokens[at]?.text ?? '') &&
  (at === 0
    ? some(tokens.slice(1), 'problem', 'bad') && tokens[1]?.text !== '的'
    : at === tokens.length - 1 && some(tokens.slice(0, at), 'problem', 'bad') && tokens[at - 1]?.text === 'を')

/** "Fix: the key now includes the tenant." */
const isLabel = ({ before }: Surroundings): boolean => before?.tokens.length === 1 && has(before.tokens[0], 'to-fix')

/** "Sidebar: fixed width": does not move. "Fixed layout bug" has no label. */
const isSteady = ({ tokens, opener }: Clause, at: number): boolean =>
  tokens[at]?.text === 'fixed' &&
  opener === ':' &&
  /^(?:width|height|size|position|positioning|length|rate|price|cost|number|header|footer|layout|set|amount|interval)$/.test(
    tokens[at + 1]?.text ?? '',
  )

function fixedAt(clause: Clause, at: number, heading: boolean): Cue {
  if (isSteady(clause, at)) return { type: 'fixed', at, not: 'described' }
  // "What was fixed": a heading over the fixes.
  if (heading && has(clause.tokens[0], 'what') && some(clause.tokens.slice(0, at), 'was', 'been'))
    return { type: 'fixed', at, named: true }
  const frame = frameOf(clause, at)
  if (frame === 'user' || frame === 'other') return { type: 'fixed', at, not: 'attributed' }
  const described =
    (frame === 'attributive' && !heading) || frame === 'relative' || (frame === 'state' && isHabitual(clause, at))
  return described ? { type: 'fixed', at, not: 'described' } : { type: 'fixed', at }
}

/** "The error is gone": something that is gone is fixed only if it was a problem. */
function vanishedAt(clause: Clause, at: number): Cue | null {
  const { tokens } = clause
  const frame = frameOf(clause, at)
  const stands = at === tokens.length - 1 && (frame === 'state' || frame === 'passive') && !has(tokens[0], 'your')
  const gone = stands && /^(?:sorted|gone)$/.test(tokens[at]?.text ?? '')
  const property = frame === 'attributive' || frame === 'relative'
  return gone || (!property && some(tokens.slice(0, at), 'problem', 'bad')) ? { type: 'fixed', at } : null
}

/** "This fixes the crash." */
function fixesAt({ tokens }: Clause, at: number): Cue | null {
  const subject = tokens[at - 1]
  if ((at > 0 && !has(subject, 'it', 'work', 'changed', 'that', 'now')) || subject?.text === 'these') return null
  return some(tokens.slice(at + 1), 'problem', 'bad', 'it') ? { type: 'fixed', at } : null
}

/** "502": the status of a failed request. */
const FAILED_STATUS = /^[45]\d\d$/

/** "You won't see that error again." */
const neverAgain = ({ tokens }: Clause, at: number): Cue | null =>
  some(tokens.slice(0, at), 'not') &&
  tokens
    .slice(0, at)
    .some((token, i) => has(token, 'problem') || (has(tokens[i - 1], 'det') && FAILED_STATUS.test(token.text))) &&
  !some(tokens, 'changed', 'step')
    ? { type: 'fixed', at, negative: true }
    : null

/** "no longer fails"; with free word order also "l'erreur n'apparaît plus". */
const noLonger = ({ tokens, order }: Clause, at: number): Cue | null =>
  some(tokens.slice(at + 1, at + 4), 'bad', 'problem') || (order === 'free' && some(tokens.slice(0, at), 'problem'))
    ? { type: 'fixed', at, negative: true }
    : null
