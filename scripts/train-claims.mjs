/**
 * Trains the decision whether a turn must be earned: `npm run train -- claims <labelled.jsonl> … --thresholds <other.jsonl>`.
 * Writes src/claims/hold/weights.ts, which is committed. Without labelled files it keeps the weights and fits only the thresholds.
 * With `--points` it first refits the points of the traits, in src/claims/extract/trait-points.ts, on the labelled lines and on
 * those of `--points`. The same files give the same table. See docs/claims.md for the format of the lines.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readLines, withSources } from './evaluation.mjs'

const OUT = 'src/claims/hold/weights.ts'
const POINTS = 'src/claims/extract/trait-points.ts'
/** Draws which repositories are left out together when the pull towards zero is chosen. */
const SEED = 20261118
/**
 * Shares of strong messages that must be held; the thresholds are the highest ones that do so. The first is the target of the
 * decision. A share above the second holds about one more message without a claim for each strong one.
 */
const HELD = { unchanged: 0.9, unknown: 0.93 }

const { values, positionals } = parseArgs({
  options: { thresholds: { type: 'string', multiple: true }, points: { type: 'string', multiple: true } },
  allowPositionals: true,
})
if (values.thresholds === undefined || (positionals.length === 0 && values.points !== undefined)) {
  console.error(
    'usage: npm run train -- claims [<labelled.jsonl> …] --thresholds <other.jsonl> … [--points <more.jsonl>]',
  )
  process.exit(1)
}

if (values.points !== undefined)
  await withSources(async (load) => {
    const { trainPoints } = await load('scripts/claims-points.ts', 'claims-points')
    writeFileSync(POINTS, pointsTable(trainPoints([...positionals, ...values.points].flatMap(readLines))))
  })

await withSources(async (load) => {
  const { trainDecision, thresholdFor, DECISION } = await load('scripts/claims-decision.ts', 'claims-decision')
  const lines = positionals.flatMap(readLines)
  const others = values.thresholds.flatMap(readLines)
  const trained = lines.length > 0 ? trainDecision(lines, SEED) : null
  const decision = trained ?? DECISION
  const unknown = others.map(({ turn_files_changed: _, ...line }) => line)
  const unchanged = others.filter(({ turn_files_changed: files }) => files === 0)
  const needed = {
    unchanged: thresholdFor(unchanged, decision, HELD.unchanged),
    unknown: thresholdFor(unknown, decision, HELD.unknown),
  }
  writeFileSync(OUT, tableOf(decision, needed))
  execFileSync('npx', ['biome', 'check', '--write', OUT], { stdio: 'ignore' })
  const sources = new Set(lines.map(({ source }) => source)).size
  console.log(`${OUT}: thresholds from ${others.length} lines`)
  if (trained !== null)
    console.log(
      `trained on ${lines.length} lines from ${sources} repositories; seed ${SEED}, grouped by repository: pull ${trained.pull}, log loss ${trained.loss.toFixed(3)} on repositories left out`,
    )
})

/** Replaces the numbers in the table and keeps its comments. */
function tableOf({ start, weights }, { unchanged, unknown }) {
  const rows = Object.entries({ start, ...weights }).map(([name, points]) => `  '${name}': ${points},`)
  return readFileSync(OUT, 'utf8')
    .replace(/(WEIGHTS = \{\n)[^}]*(\} as const)/, `$1${rows.join('\n')}\n$2`)
    .replace(/NEEDED = \{[^}]*\}/, `NEEDED = { unchanged: ${unchanged}, unknown: ${unknown} }`)
}

/** Replaces the points of the traits and keeps their comments. */
function pointsTable(points) {
  return readFileSync(POINTS, 'utf8').replace(/^ {2}('?)([\w ]+)\1: -?\d+,$/gm, (line, quote, trait) =>
    trait in points ? `  ${quote}${trait}${quote}: ${points[trait]},` : line,
  )
}
