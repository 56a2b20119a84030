import type { Explanation } from '../../trust/explain.ts'
import type { Risk } from '../../trust/risk.ts'
import type { Route } from '../../trust/route.ts'
import type { Neighbour } from '../../trust/scorers/scorer.ts'
import type { Io } from '../command.ts'
import { colors, oneLine, printable, table } from '../screens/output.ts'
import { cutTo, SCREEN_WIDTH, wrapWords } from '../screens/width.ts'

/** The score of one call, in a few lines. */
export function renderScore(risk: Risk, route: Route, threshold: number, io: Io): string {
  const c = colors(io.color)
  const paint = route.kind === 'escalate' ? c.red : c.green
  const lines = [`risk ${paint(shown(risk.score))}: ${reasonOf(risk, route, threshold)}`]
  const nearest = nearestOf(risk)
  if (risk.categories.length > 0) lines.push(`Resembles: ${risk.categories.map(words).join(', ')}`)
  if (route.kind === 'escalate' && nearest !== null)
    lines.push(
      `Most similar pattern: ${oneLine(nearest.of.member(nearest.index).about, 50)} (${percent(nearest.similarity)})`,
    )
  for (const { scorer, why } of risk.left) lines.push(`Without ${scorer}: ${oneLine(why, 60)}`)
  return `${lines.join('\n')}\n`
}

const shown = (score: number | null): string => (score === null ? 'unknown' : score.toFixed(2))

function reasonOf({ opinions }: Risk, route: Route, threshold: number): string {
  if (route.kind === 'escalate' && route.why === 'quorum') return 'escalate, because too few scorers answered'
  const above = opinions.filter(({ score }) => score > threshold).length
  const side = route.kind === 'escalate' ? 'escalate' : 'proceed'
  return `${side}, because ${above} of ${opinions.length} scorers ${above === 1 ? 'is' : 'are'} above ${threshold.toFixed(2)}`
}

/** The nearest pattern of the scorer that is most sure of one. */
function nearestOf({ opinions }: Risk): Neighbour | null {
  const found = opinions.flatMap(({ danger, ownDanger }) => [danger, ownDanger].flatMap((one) => one ?? []))
  return found.sort((a, b) => b.similarity - a.similarity)[0] ?? null
}

export const words = (category: string): string => category.replaceAll('_', ' ')

const percent = (share: number): string => `${Math.round(share * 100)} % alike`

/** Every scorer's reasons, and what would change the route. */
export function renderExplanation({ risk, route, scorers, deciding }: Explanation, threshold: number, io: Io): string {
  const c = colors(io.color)
  const blocks = scorers.map(({ scorer, score, danger, benign, ownDanger, ownBenign, features }) => {
    const rows = [
      ['  pattern', neighbour(danger)],
      ['  exemplar', neighbour(benign)],
      ...(ownDanger === null ? [] : [['  learnt here', neighbour(ownDanger)]]),
      ...(ownBenign === null ? [] : [['  fine here', neighbour(ownBenign)]]),
      [
        '  features',
        features.map(({ feature, weight }) => `"${cutTo(printable(feature), 30)}" ${signed(weight)}`).join(', ') || '-',
      ],
    ]
    return `${c.bold(scorer)} ${score.toFixed(2)}\n${table(rows)}`
  })
  return `${renderScore(risk, route, threshold, io)}\n${blocks.join('\n')}${changes(route, deciding)}`
}

const neighbour = (one: Neighbour | null): string => {
  if (one === null) return 'nothing similar'
  const { about, category } = one.of.member(one.index)
  return `${oneLine(about, 100)} (${percent(one.similarity)}${category === null ? '' : `, ${words(category)}`})`
}

const signed = (weight: number): string => `${weight < 0 ? '−' : '+'}${Math.abs(weight).toFixed(2)}`

function changes(route: Route, deciding: Explanation['deciding']): string {
  if (deciding === null) return ''
  const other = route.kind === 'escalate' ? 'proceed' : 'escalate'
  const list = deciding.map(({ word, score }) => `"${oneLine(word, 30)}" (${score.toFixed(2)})`)
  const text =
    list.length === 0
      ? `No single word decides: without any one of them the call would still ${route.kind}.`
      : `It would ${other} without ${list.join(', or without ')}.`
  return `\n${wrapWords(text, SCREEN_WIDTH).join('\n')}\n`
}
