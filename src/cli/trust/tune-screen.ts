import type { Json } from '../../ledger/kinds.ts'
import { describeValue } from '../../trust/admin/command.ts'
import type { Parameters } from '../../trust/parameters.ts'
import {
  changesTo,
  detectionOf,
  falsePositivesOf,
  frontierOf,
  meets,
  type Objective,
  type Point,
} from '../../trust/tune.ts'
import type { Io } from '../command.ts'
import { colors, plural, table } from '../screens/output.ts'
import { fill } from '../screens/width.ts'

/** A finished search. `set` has the proposed changes; `file` is where they were written, null if nowhere. */
export type Tuning = {
  points: readonly Point[]
  best: Point
  objective: Objective
  current: Parameters
  set: Partial<Parameters>
  file: string | null
}

export const pointData = (point: Point): object => ({
  ...point,
  detection: detectionOf(point),
  falsePositives: falsePositivesOf(point),
})

/** The frontier, how the objective was met, and the proposal. */
export function renderTuning(tuning: Tuning, io: Io): string {
  return `${about(tuning)}\n${frontier(tuning, io)}\n${verdict(tuning)}${proposal(tuning)}`
}

/** The space does not break. */
const percent = (share: number): string => `${(100 * share).toFixed(1)}\u00a0%`

function about({ best: { harmful, others }, objective }: Tuning): string {
  const calls = `${plural(harmful + others, 'recorded call')}: ${harmful} with observed harm, ${others.toLocaleString('en-US')} others. Observed harm counts as harmful, everything else as not harmful, also calls whose outcome nobody observed.`
  const goal = `Objective: the fewest false positives, with detection above ${percent(objective.detection)} and a median latency below ${objective.latencyMs} ms.`
  return `${fill(calls)}${fill(goal)}`
}

/** The candidates that no other beats in both; the current parameters are always shown. */
function frontier(tuning: Tuning, io: Io): string {
  const { points, current } = tuning
  const c = colors(io.color)
  const shown = frontierOf(points)
  const mine = points.find(({ parameters }) => parameters === current)
  const all = mine === undefined || shown.includes(mine) ? shown : [...shown, mine].sort(byFalsePositives)
  const rows = all.map((point) => [
    percent(falsePositivesOf(point)).padStart(15),
    percent(detectionOf(point)).padStart(9),
    `${point.latencyMs.toFixed(2)} ms`.padStart(8),
    nameOf(point, tuning),
  ])
  const [title = '', ...lines] = table([['FALSE POSITIVES', 'DETECTION', ' LATENCY', 'PARAMETERS'], ...rows]).split(
    '\n',
  )
  return [c.dim(title), ...lines].join('\n')
}

const byFalsePositives = (a: Point, b: Point): number => falsePositivesOf(a) - falsePositivesOf(b)

function nameOf(point: Point, { best, objective, current }: Tuning): string {
  const name = point.parameters === current ? 'current parameters' : said(changesTo(point.parameters, current))
  if (point !== best) return name
  return `${name} ← ${meets(best, objective) ? 'best' : 'closest'}`
}

/** Changes in the form that "bailiff admin set" takes. */
const said = (set: Partial<Parameters>): string =>
  Object.entries(set)
    .map(([name, value]) => `${name} ${describeValue(value as Json)}`)
    .join(', ')

function verdict({ points, best, objective, current }: Tuning): string {
  const mine = points.find(({ parameters }) => parameters === current) ?? best
  const figures = `${percent(falsePositivesOf(best))} false positives (now ${percent(falsePositivesOf(mine))}) and ${percent(detectionOf(best))} detection (now ${percent(detectionOf(mine))})`
  if (meets(best, objective))
    return fill(
      best === mine
        ? `Of ${plural(points.length, 'candidate')}, the current parameters are the best that meet the objective.`
        : `Of ${plural(points.length, 'candidate')}, the best that meets the objective has ${figures}.`,
    )
  return fill(
    `None of ${plural(points.length, 'candidate')} meets the objective. ${best === mine ? 'The current parameters come' : 'The best one comes'} closest, with ${figures}.`,
  )
}

function proposal({ set, file }: Tuning): string {
  if (Object.keys(set).length === 0) return 'There is nothing to propose.\n'
  const text = `\nProposal: ${said(set)}\n`
  const next =
    file === null
      ? 'Nothing was changed. To write it to a file for signing: --proposal <file>. To set a parameter by hand: bailiff admin set <name> <value>'
      : `Nothing was changed; the proposal is in ${file}. An administrator reads it, then signs it: bailiff admin sign ${file} --out signed.json`
  return `${text}${fill(next)}`
}
