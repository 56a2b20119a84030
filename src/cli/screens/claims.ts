import type { Claim, Considered, Reading, StatedGap } from '../../claims/extract/claim.ts'
import { neededFor } from '../../claims/extract/confidence.ts'
import { POINTS } from '../../claims/extract/trait-points.ts'
import { isFirm } from '../../claims/extract/weigh.ts'
import type { Hold } from '../../claims/hold/must-earn.ts'
import type { TurnWork } from '../../claims/hold/numbers.ts'
import type { ModelReader } from '../../policy/policy.ts'
import { colors, oneLine, plural, printable, table } from './output.ts'

/** The width of a quote in a list. */
const QUOTE = 40

type Span = { start: number; end: number; labels: string[] }

/** The message with its claims marked, followed by their types. The marks do not depend on colours. */
export function highlight(text: string, claims: readonly Claim[], color: boolean): string {
  const { bold, cyan } = colors(color)
  let shown = ''
  let at = 0
  for (const { start, end, labels } of spansOf(claims)) {
    shown += printable(text.slice(at, start))
    shown += `${bold(`⟦${printable(text.slice(start, end))}⟧`)} ${cyan(labels.join(', '))}`
    at = end
  }
  return `${shown}${printable(text.slice(at))}`.replace(/(?<!\n)\n*$/, '\n')
}

/** Claims in the same sentence share its marks. Sentences do not overlap. */
function spansOf(claims: readonly Claim[]): Span[] {
  const spans: Span[] = []
  for (const claim of claims) {
    const last = spans.at(-1)
    if (last !== undefined && claim.start < last.end) last.labels.push(label(claim))
    else spans.push({ start: claim.start, end: claim.end, labels: [label(claim)] })
  }
  return spans
}

function label({ type, level, hedged }: Claim): string {
  const notes = [level === 'report' ? 'report' : '', hedged ? 'hedged' : ''].filter((note) => note !== '')
  return notes.length === 0 ? type : `${type} (${notes.join(', ')})`
}

/** The claims one by one, with their line numbers. */
export function listClaims(text: string, claims: readonly Claim[], color: boolean): string {
  const { bold } = colors(color)
  if (claims.length === 0) return `${bold('No claims.')}\n`
  const rows = claims.map((claim) => {
    const line = text.slice(0, claim.start).split('\n').length
    return [label(claim), `line ${line}`, claim.segment, `"${oneLine(claim.quote, QUOTE)}"`]
  })
  return `${bold(plural(claims.length, 'claim'))}\n${table(indented(rows))}`
}

/** Every word that signals a claim. */
export function listConsidered(considered: readonly Considered[], color: boolean): string {
  const { bold } = colors(color)
  if (considered.length === 0) return `${bold('No words that signal a claim.')}\n`
  const rows = considered.map((one) => [
    `"${oneLine(one.cue, QUOTE)}"`,
    one.type,
    [OUTCOMES[one.outcome], pointsOf(one)].filter((part) => part !== '').join('; '),
  ])
  return `${bold('Words that signal a claim')}\n${table(indented(rows))}`
}

/** "3 points of -1 needed: bare 2, first 1". */
function pointsOf({ type, level, confidence, frame = [] }: Considered): string {
  const needed = neededFor(type, level)
  if (confidence === undefined || needed === null) return ''
  const traits = frame.map((trait) => `${trait} ${POINTS[trait]}`).join(', ')
  return `${plural(confidence, 'point')} of ${needed} needed (${traits})`
}

/** The gaps that a message states. */
export function listGaps(text: string, gaps: readonly StatedGap[], color: boolean): string {
  const { bold } = colors(color)
  if (gaps.length === 0) return ''
  const rows = gaps.map(({ kind, quote, start }) => [
    kind,
    `line ${text.slice(0, start).split('\n').length}`,
    `"${oneLine(quote, QUOTE)}"`,
  ])
  return `${bold(plural(gaps.length, 'gap'))}\n${table(indented(rows))}`
}

/** Renders the decision whether the turn must be earned, with its reasons. */
export function explainHold(reading: Reading, turn: TurnWork, decision: Hold, color: boolean): string {
  const { bold } = colors(color)
  const changed = turn.changed === null ? 'unknown' : turn.changed ? 'yes' : 'no'
  const rows = [
    ['changed files', changed],
    ['states a gap', reading.gaps.length > 0 ? 'yes: the turn ends open, and what it covers is not held back' : 'no'],
    ['points', `${decision.points} of ${decision.needed} needed`],
    ...decision.contributions.map(({ name, value, points }) => [
      `  ${name}`,
      `${points > 0 ? '+' : ''}${points}${Math.abs(value) === 1 ? '' : ` (${value})`}`,
    ]),
    ['must be earned', askedFor(reading, decision)],
  ]
  return `${bold('This turn')}\n${table(indented(rows))}`
}

/** Says that a stop here would also ask a model; empty if it would not. */
export const explainModel = (model: ModelReader | null): string =>
  model === null
    ? ''
    : `At a stop the model ${printable(model.name)} would also be asked, and could add claims and gaps. It was not asked now.\n`

function askedFor({ claims }: Reading, { by }: Hold): string {
  const types = [...new Set(claims.filter(isFirm).map(({ type }) => type))].join(', ')
  switch (by) {
    case 'work':
      return `yes: it changed files, so the checks for work must pass${types === '' ? '' : `, and those for ${types}`}`
    case 'words':
      return types === '' ? 'yes: the checks for done must pass' : `yes: the checks for ${types} must pass`
    case 'unread':
      return 'yes: the message could not be read in full, so a stop is blocked'
    case 'none':
      return types === '' ? 'no' : `no: ${types} only warns`
  }
}

const OUTCOMES: Readonly<Record<Considered['outcome'], string>> = {
  claimed: 'claimed',
  hedged: 'claimed, but hedged',
  negated: 'no: negated',
  planned: 'no: planned',
  required: 'no: required, not reported as done',
  conditional: 'no: conditional, or still to be checked',
  question: 'no: a question',
  quoted: 'no: quoted',
  attributed: 'no: said or done by someone else',
  described: 'no: a description, not a result',
  partial: 'no: only partly done',
  draft: 'no: a draft',
}

const indented = (rows: readonly string[][]): string[][] => rows.map(([first = '', ...rest]) => [`  ${first}`, ...rest])
