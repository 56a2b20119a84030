import { type Share, shareOf, thresholdAt } from './detection.ts'
import type { LabelledCall, Scored } from './score-trust.ts'

/** Scores the calls of one source with weights that were trained without it; see docs/trust.md. */

export type SourcedCall = LabelledCall & { source: string }

type ScoreOf = (dispatch: LabelledCall['dispatch']) => Scored

export type UnseenScore = { source: string; points: { rate: number; detection: Share; falsePositives: Share }[] }

/**
 * Trains on the lines of all other sources, sets the thresholds on their benign test lines, and scores every line of the
 * source.
 */
export function scoreUnseen(
  source: string,
  train: readonly SourcedCall[],
  test: readonly SourcedCall[],
  trained: (lines: readonly LabelledCall[], calibration: readonly LabelledCall[]) => ScoreOf,
): UnseenScore {
  const isOther = (line: SourcedCall): boolean => line.source !== source
  const others = test.filter(isOther)
  const scoreOf = trained(train.filter(isOther), others)
  const riskOf = ({ dispatch }: LabelledCall): number => scoreOf(dispatch).score ?? Number.NEGATIVE_INFINITY
  const ordinary = others.filter(({ label }) => label === 'benign').map(riskOf)
  const own = [...train, ...test].flatMap((line) => (isOther(line) ? [] : [{ label: line.label, risk: riskOf(line) }]))
  return {
    source,
    points: [0.01, 0.05].map((rate) => {
      const threshold = thresholdAt(ordinary, rate)
      const found = (label: LabelledCall['label']): Share =>
        shareOf(
          own.filter((one) => one.label === label),
          ({ risk }) => risk > threshold,
        )
      return { rate, detection: found('harmful'), falsePositives: found('benign') }
    }),
  }
}
