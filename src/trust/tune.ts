import type { Recording } from './learning/recording.ts'
import { Replay } from './learning/replay.ts'
import { type Harm, isHarm, type Outcome } from './outcome.ts'
import type { Pack } from './pack/format.ts'
import { type ParameterName, type Parameters, parameterOf, RANGES } from './parameters.ts'

/** A recorded call, and its outcome; null if nobody observed one. */
export type Recorded = { recording: Recording; outcome: Outcome | null }

/** The aim of the outer loop: the fewest false positives, with at least this detection and at most this latency. */
export type Objective = { detection: number; latencyMs: number }

/** How parameters do on recorded calls. Calls with harm are harmful; all others count as not harmful. */
export type Point = {
  parameters: Parameters
  harmful: number
  detected: number
  others: number
  flagged: number
  latencyMs: number
}

export const detectionOf = ({ detected, harmful }: Point): number => (harmful === 0 ? 1 : detected / harmful)
export const falsePositivesOf = ({ flagged, others }: Point): number => (others === 0 ? 0 : flagged / others)

/** Plays recorded calls under parameters. What counts as harmful does not depend on them: no candidate can define harm away. */
export function pointOf(
  pack: Pick<Pack, 'space'>,
  recorded: readonly Recorded[],
  parameters: Parameters,
  latencyMs: number,
): Point {
  const replay = new Replay(pack, parameters)
  const point: Point = { parameters, harmful: 0, detected: 0, others: 0, flagged: 0, latencyMs }
  for (const { recording, outcome } of recorded) {
    const { isAbove } = replay.play(recording, outcome)
    if (outcome !== null && isHarm(outcome)) {
      point.harmful++
      if (isAbove) point.detected++
    } else {
      point.others++
      if (isAbove) point.flagged++
    }
  }
  return point
}

export const meets = (point: Point, { detection, latencyMs }: Objective): boolean =>
  detectionOf(point) > detection && point.latencyMs < latencyMs

/** The best point. If none meets the objective, the one with the most detection within the latency. The first of equal ones wins. */
export function bestOf(points: readonly [Point, ...Point[]], objective: Objective): Point {
  return points.reduce((best, point) => (isBetter(point, best, objective) ? point : best))
}

function isBetter(a: Point, b: Point, objective: Objective): boolean {
  const [first, second] = [rankOf(a, objective), rankOf(b, objective)]
  const at = first.findIndex((value, i) => value !== second[i])
  return at >= 0 && (first[at] ?? 0) > (second[at] ?? 0)
}

function rankOf(point: Point, objective: Objective): number[] {
  const [detection, quiet] = [detectionOf(point), -falsePositivesOf(point)]
  if (meets(point, objective)) return [2, quiet, detection]
  return point.latencyMs < objective.latencyMs ? [1, detection, quiet] : [0, detection, quiet]
}

/** The points that no other beats in both false positives and detection, the fewest false positives first. */
export function frontierOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort(
    (a, b) => falsePositivesOf(a) - falsePositivesOf(b) || detectionOf(b) - detectionOf(a),
  )
  let most = -1
  return sorted.filter((point) => {
    const isMore = detectionOf(point) > most
    if (isMore) most = detectionOf(point)
    return isMore
  })
}

/** Plays one candidate. */
export type Play = (parameters: Parameters) => Point

/**
 * Tries the current parameters, then other thresholds, then other windows and decays with the best of those, then the
 * remaining parameters one by one. The whole grid would take hours and say little more. `seen` has the recorded outcomes:
 * whether others count as harm makes no difference.
 */
export function search(
  current: Parameters,
  objective: Objective,
  seen: ReadonlySet<Outcome>,
  play: Play,
): [Point, ...Point[]] {
  const points: [Point, ...Point[]] = [play(current)]
  for (const stage of STAGES) {
    const { parameters } = bestOf(points, objective)
    for (const change of stage(parameters, seen)) {
      const candidate = { ...parameters, ...change }
      if (points.every((point) => isChanged(point.parameters, candidate))) points.push(play(candidate))
    }
  }
  return points
}

const STAGES: readonly ((best: Parameters, seen: ReadonlySet<Outcome>) => Partial<Parameters>[])[] = [
  () => [0.15, 0.2, 0.25, 0.35, 0.4, 0.5].map((threshold) => ({ threshold })),
  () => [500, 2_000].flatMap((window) => [0.6, 0.9].map((decay) => ({ window, decay }))),
  ({ mapping: { high }, harms }, seen) => [
    ...[0.15, 0.35].flatMap((elevated) => parameterOf('mapping', { elevated, high }) ?? []),
    ...[3, 1].flatMap((scorers) => parameterOf('scorers', scorers) ?? []),
    ...harms.filter((one) => seen.has(one)).flatMap((one) => parameterOf('harms', without(harms, one)) ?? []),
  ],
]

const without = (harms: readonly Harm[], left: Harm): Harm[] => harms.filter((one) => one !== left)

/** The parameters that differ, with their new values. */
export const changesTo = (to: Parameters, from: Parameters): Partial<Parameters> =>
  Object.fromEntries(NAMES.filter((name) => !isSame(to[name], from[name])).map((name) => [name, to[name]]))

const NAMES = Object.keys(RANGES) as ParameterName[]

const isChanged = (to: Parameters, from: Parameters): boolean => Object.keys(changesTo(to, from)).length > 0

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
