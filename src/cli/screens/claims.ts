import type { Claim, Considered } from '../../claims/extract/claim.ts'
import { colors, oneLine, plural, printable, table } from './output.ts'

/** How wide a quote is shown in a list. */
const QUOTE = 60

type Span = { start: number; end: number; labels: string[] }

/** A message with what claims something in it marked, types behind; the marks are there without colours as well. */
export function highlight(text: string, claims: readonly Claim[], color: boolean): string {
  const { bold, cyan } = colors(color)
  let shown = ''
  let at = 0
  for (const { start, end, labels } of spansOf(claims)) {
    shown += printable(text.slice(at, start))
    shown += `${bold(`⟦${printable(text.slice(start, end))}⟧`)} ${cyan(labels.join(', '))}`
    at = end
  }
  return `${shown}${printable(text.slice(at))}`.replace(/\n*$/, '\n')
}

/** Claims of one sentence share its marks; sentences do not overlap. */
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

/** The claims one by one, with where they stand. */
export function listClaims(text: string, claims: readonly Claim[], color: boolean): string {
  const { bold } = colors(color)
  if (claims.length === 0) return `${bold('No claims.')}\n`
  const rows = claims.map((claim) => {
    const line = text.slice(0, claim.start).split('\n').length
    return [label(claim), `line ${line}`, claim.segment, `"${oneLine(claim.quote, QUOTE)}"`]
  })
  return `${bold(plural(claims.length, 'claim'))}\n${indent(table(rows))}`
}

/** Every word that could have made a claim. */
export function listConsidered(considered: readonly Considered[], color: boolean): string {
  const { bold } = colors(color)
  if (considered.length === 0) return `${bold('No word here could make a claim.')}\n`
  const rows = considered.map(({ type, cue, outcome }) => [`"${oneLine(cue, QUOTE)}"`, type, OUTCOMES[outcome]])
  return `${bold('Words that could make a claim')}\n${indent(table(rows))}`
}

const OUTCOMES: Readonly<Record<Considered['outcome'], string>> = {
  claimed: 'claimed',
  hedged: 'claimed, with doubt',
  negated: 'no: negated',
  planned: 'no: planned',
  required: 'no: required, not reported',
  conditional: 'no: on a condition, or to be checked',
  question: 'no: asked',
  quoted: 'no: quoted',
  attributed: 'no: said or done by somebody else',
  described: 'no: describes how things are',
  partial: 'no: only a part',
  draft: 'no: a draft',
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ')
