import type { Claim, Considered } from '../../claims/extract/claim.ts'
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
  return `${shown}${printable(text.slice(at))}`.replace(/\n*$/, '\n')
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
  const rows = considered.map(({ type, cue, outcome }) => [`"${oneLine(cue, QUOTE)}"`, type, OUTCOMES[outcome]])
  return `${bold('Words that signal a claim')}\n${table(indented(rows))}`
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
