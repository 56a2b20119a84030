import type { Remembered } from '../../src/trust/patterns.ts'
import { type Reading, readCall } from '../../src/trust/reading/read.ts'
import { linearOf } from '../../src/trust/scorers/linear.ts'
import { indexOf, Similarities } from '../../src/trust/scorers/neighbours.ts'
import { NEIGHBOUR_WEIGHT } from '../../src/trust/scorers/scorer.ts'
import { sketchOf } from '../../src/trust/scorers/sketch.ts'
import { calibrated } from '../../src/trust/space.ts'
import { calibrationOf, type Labelled, trainView } from '../../src/trust/train.ts'
import { bagOf } from '../../src/trust/views/bag.ts'
import { featureOf } from '../../src/trust/views/feature.ts'
import type { View } from '../../src/trust/views/views.ts'

/** Scorers for the study of their number: each is trained, looks up neighbours and is calibrated like the shipped ones. */
export type StudyScorer = { score(reading: Reading): number; bytes: number }

/** A variant ignores one feature in this many. */
const IGNORED = 5

/** The same kind of view, without a fifth of its features. The salt chooses them. */
export const variantOf = (view: View, salt: number): View => ({
  name: `${view.name} ${salt}`,
  collect: (reading, into) =>
    view.collect(reading, {
      add: (feature) => {
        if (featureOf((salt << 16) | feature) % IGNORED !== 0) into.add(feature)
      },
    }),
})

/** The data that every scorer of a study is made from, read once. */
export type StudyData = {
  lines: readonly Labelled[]
  readings: readonly Reading[]
  /** Danger patterns first, then exemplars. */
  pack: readonly Remembered[]
  packReadings: readonly Reading[]
  /** Benign calls that training has not seen. */
  ordinary: readonly Reading[]
}

/** Every fifth benign line is for calibration, the others are for training. Both train on the pack. */
export function studyData(labelled: readonly Labelled[], pack: readonly Remembered[]): StudyData {
  const isHeldOut = ({ isHarmful }: Labelled, i: number): boolean => !isHarmful && i % 5 === 0
  const sorted = [
    ...pack.filter(({ category }) => category !== null),
    ...pack.filter(({ category }) => category === null),
  ]
  const own = sorted.map(
    ({ call, category }): Labelled => ({ call, isHarmful: category !== null, isHard: false, category }),
  )
  const lines = [...labelled.filter((line, i) => !isHeldOut(line, i)), ...own]
  const readings = lines.map(({ call }) => readCall(call))
  return {
    lines,
    readings,
    pack: sorted,
    packReadings: readings.slice(readings.length - sorted.length),
    ordinary: labelled.filter(isHeldOut).map(({ call }) => readCall(call)),
  }
}

/** Without a seed, training is that of the shipped scorers. */
export function trainScorer(view: View, data: StudyData, seed?: number): StudyScorer {
  const { lines, readings, pack, packReadings, ordinary } = data
  const own = trainView(view, readings, lines, seed)
  const neighbours = indexOf(packReadings.map((reading) => sketchOf(bagOf(view, reading), own)))
  const similarities = new Similarities(pack.length)
  const confidence = Uint8Array.from(pack, ({ weight }) => Math.round(weight * 255))
  const patterns = pack.filter(({ category }) => category !== null).length
  const raw = (reading: Reading): number => {
    const bag = bagOf(view, reading)
    similarities.compare(neighbours, sketchOf(bag, own))
    const danger = similarities.nearest(0, patterns, confidence)
    const benign = similarities.nearest(patterns, pack.length, confidence)
    const linear = linearOf(bag, own)
    return linear + NEIGHBOUR_WEIGHT * (danger.similarity - benign.similarity)
  }
  const calibration = calibrationOf(ordinary.map(raw))
  const { blocks, counts, members, shares } = neighbours
  const arrays = [own.weights, own.rarity, blocks, counts, members, shares]
  return {
    score: (reading) => calibrated(raw(reading), calibration),
    bytes: arrays.reduce((sum, { byteLength }) => sum + byteLength, 0),
  }
}
