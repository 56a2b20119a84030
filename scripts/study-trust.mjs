/**
 * Measures how many scorers a risk score needs: `npm run study -- trust <train.jsonl> --test <test.jsonl>`. Trains variants
 * of the five views, and prints detection, steadiness and cost for sets of 1 to 9 scorers that are identical, similar or
 * diverse. Writes docs/trust-scorers.svg. Lines under the GPL are used for testing only. Takes a few minutes.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readLines, withSources } from './evaluation.mjs'

const OUT = 'docs/trust-scorers.svg'
const COUNTS = [1, 3, 5, 7, 9]
const SALTS = 9

const { values, positionals } = parseArgs({
  options: { test: { type: 'string', multiple: true }, json: { type: 'boolean' } },
  allowPositionals: true,
})
if (positionals.length === 0 || values.test === undefined) {
  console.error('usage: npm run study -- trust <train.jsonl> … --test <test.jsonl> [--json]')
  process.exit(1)
}

await withSources(async (load) => {
  const { labelled, mayTrain, readPack } = await load('scripts/trust-pack.ts', 'trust-pack')
  const { VIEWS } = await load('src/trust/views/views.ts', 'views')
  const { readCall } = await load('src/trust/reading/read.ts', 'read')
  const { studyData, trainScorer, variantOf } = await load('test/helpers/scorer-variants.ts', 'variants')
  const { study } = await load('test/helpers/scorer-study.ts', 'study')
  const { plotOf } = await load('test/helpers/scorer-plot.ts', 'plot')

  const test = values.test.flatMap(readLines).map(labelled)
  const data = studyData(positionals.flatMap(readLines).filter(mayTrain).map(labelled), readPack())
  const [readings, readingMicros] = each(test, ({ call }) => readCall(call))
  const costs = []
  const columns = VIEWS.map((view) =>
    Array.from({ length: SALTS }, (_, salt) => {
      const scorer = trainScorer(variantOf(view, salt), data, 1 + salt)
      const [scores, micros] = each(readings, scorer.score)
      costs.push({ micros, bytes: scorer.bytes })
      return Float64Array.from(scores)
    }),
  )
  const rows = study(
    columns,
    test.map(({ isHarmful }) => isHarmful),
    COUNTS,
  )
  const cost = {
    readingMicros,
    scorerMicros: mean(costs.map(({ micros }) => micros)),
    scorerBytes: mean(costs.map(({ bytes }) => bytes)),
  }
  writeFileSync(OUT, plotOf(rows))
  if (values.json) console.log(JSON.stringify({ cost, rows }))
  else print(cost, rows)
})

/** The results of a function, and its wall time per call in microseconds: the least of three runs. */
function each(list, act) {
  const times = []
  let results = []
  for (let run = 0; run < 3; run++) {
    const from = performance.now()
    results = list.map((one) => act(one))
    times.push((1000 * (performance.now() - from)) / list.length)
  }
  return [results, Math.min(...times)]
}

function mean(list) {
  return list.reduce((sum, one) => sum + one, 0) / list.length
}

function print({ readingMicros, scorerMicros, scorerBytes }, rows) {
  const spread = ({ mean, deviation }) => `${(100 * mean).toFixed(1)} ± ${(100 * deviation).toFixed(1)} %`
  console.log('The median of healthy scorers; ± is the standard deviation over 45 choices of scorers.\n')
  table([
    ['scorers', '', 'AUROC', 'at 1 % false positives', 'at 5 % false positives', 'µs per call', 'KB'],
    ...rows.map(({ diversity, scorers, healthy: { median } }) => [
      diversity,
      scorers,
      median.auroc.mean.toFixed(4),
      spread(median.at1),
      spread(median.at5),
      (readingMicros + scorers * scorerMicros).toFixed(0),
      ((scorers * scorerBytes) / 1024).toFixed(0),
    ]),
  ])
  const diverse = rows.filter(({ diversity }) => diversity === 'diverse')
  console.log('\nDiverse scorers, healthy, then broken: detection / false positives at the threshold for 5 % before.\n')
  table([
    ['scorers', '', 'healthy', ...brokenIn(diverse.at(-1), 'median').map(({ count, fault }) => `${count} ${fault}`)],
    ...diverse.flatMap((row) =>
      Object.entries(row.healthy).map(([aggregate, { at5 }]) => [
        row.scorers,
        aggregate,
        `${(100 * at5.mean).toFixed(1)} /   5`,
        ...brokenIn(row, aggregate).map(
          ({ detection, falsePositives }) =>
            `${(100 * detection.mean).toFixed(1).padStart(5)} / ${(100 * falsePositives.mean).toFixed(1).padStart(5)}`,
        ),
      ]),
    ),
  ])
  console.log(`\nwritten: ${OUT}`)
}

function brokenIn({ broken }, aggregate) {
  return broken.filter((one) => one.aggregate === aggregate)
}

function table(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => String(row[i] ?? '').length)))
  for (const row of rows) console.log(`  ${row.map((cell, i) => String(cell).padEnd(widths[i])).join('  ')}`.trimEnd())
}
