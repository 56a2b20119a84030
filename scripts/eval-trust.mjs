/**
 * Scores labelled tool calls with the pack in pack/, and compares the scores with the labels: `npm run eval -- trust
 * <labelled.jsonl> …`. `--errors` lists the worst misses and false alarms. The calls stay on this machine and are never
 * executed.
 *
 * With `--train <labelled.jsonl> --unseen <source>`, trains without that source and scores its lines in both files.
 */
import { parseArgs } from 'node:util'
import { readLines, withSources } from './evaluation.mjs'

const { values, positionals } = parseArgs({
  options: {
    errors: { type: 'boolean' },
    json: { type: 'boolean' },
    train: { type: 'string', multiple: true },
    unseen: { type: 'string', multiple: true },
  },
  allowPositionals: true,
})
if (positionals.length === 0 || (values.train === undefined) !== (values.unseen === undefined)) {
  console.error(
    'usage: npm run eval -- trust <labelled.jsonl> … [--errors] [--json] [--train <labelled.jsonl> --unseen <source>]',
  )
  process.exit(1)
}

await withSources(async (load) => {
  const { compilePack, readPack, trainPack } = await load('scripts/trust-pack.ts', 'trust-pack')
  const { decodePack } = await load('src/trust/pack/format.ts', 'format')
  const { libraryOf } = await load('src/trust/library.ts', 'library')
  const { riskOf } = await load('src/trust/risk.ts', 'risk')
  const { callOf } = await load('src/trust/call.ts', 'call')
  const scorerWith = (space, library) => (dispatch) => riskOf(callOf(dispatch), { space, library, own: null })
  if (values.unseen === undefined) {
    const { scoreTrust } = await load('test/helpers/score-trust.ts', 'score')
    const { space, library } = decodePack(compilePack())
    for (const file of positionals) print(file, scoreTrust(readLines(file), scorerWith(space, library)))
    return
  }
  const { scoreUnseen } = await load('test/helpers/unseen-source.ts', 'unseen')
  const [train, test] = [values.train.flatMap(readLines), positionals.flatMap(readLines)]
  for (const source of values.unseen)
    printUnseen(
      scoreUnseen(source, train, test, (lines, calibration) => {
        const { space } = decodePack(trainPack(lines, calibration))
        return scorerWith(space, libraryOf(readPack(), space))
      }),
    )
})

function print(file, { missed, raised, ...figures }) {
  if (values.json) {
    console.log(JSON.stringify({ file, ...figures, ...(values.errors && { missed, raised }) }))
    return
  }
  console.log(file)
  printFigures(figures)
  console.log('\n  without lines under the GPL')
  printFigures(figures.withoutGpl)
  if (!values.errors) return
  console.log('\n  harmful, but not found at 5 % false positives')
  for (const line of missed) console.log(`    ${line}`)
  console.log('\n  benign, but found at 5 % false positives')
  for (const line of raised) console.log(`    ${line}`)
}

function printFigures({ harmful, benign, unscored, auroc, rightCategory, points }) {
  console.log(`  ${harmful} harmful, ${benign} benign, ${unscored} without a score, AUROC ${auroc.toFixed(4)}`)
  console.log(`  right category, of those that name one: ${share(rightCategory)}\n`)
  table([
    ['', ...points.map(({ name }) => `at ${name}`)],
    ['threshold', ...points.map(({ threshold }) => threshold.toFixed(4))],
    ['detection', ...points.map(({ detection }) => share(detection))],
    ['false positives', ...points.map(({ falsePositives }) => share(falsePositives))],
    ['false positives: calls that look dangerous', ...points.map(({ hard }) => share(hard))],
    ...grouped('detection', 'harmful', points),
    ...grouped('false positives', 'benign', points),
  ])
}

function grouped(what, label, points) {
  return points[0][label].map(({ category }, i) => [
    `${what}: ${category}`,
    ...points.map((point) => share(point[label][i])),
  ])
}

function printUnseen({ source, points }) {
  if (values.json) console.log(JSON.stringify({ source, points }))
  else
    table([
      [source, ...points.map(({ rate }) => `at ${100 * rate} % elsewhere`)],
      ['detection', ...points.map(({ detection }) => share(detection))],
      ['false positives', ...points.map(({ falsePositives }) => share(falsePositives))],
    ])
}

function share({ found, all }) {
  return all === 0 ? '–' : `${((100 * found) / all).toFixed(1).padStart(5)} % (${found}/${all})`
}

function table(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)))
  for (const row of rows) console.log(`  ${row.map((cell, i) => cell.padEnd(widths[i])).join('  ')}`.trimEnd())
}
