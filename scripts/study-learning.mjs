/**
 * Plays a labelled stream of calls to our loop and to one that runs away (it takes the maximum and learns from its own
 * flags): `npm run study -- learning <stream.jsonl>`. Prints both, ours with few known outcomes, and ours under 10,000
 * poisoned outcomes, before and after a recalibration. Writes docs/trust-learning.svg. Takes a minute or two.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readLines, withSources } from './evaluation.mjs'

const OUT = 'docs/trust-learning.svg'
const POISON = 10_000
const OUTCOMES = { ok: 'fine', sandbox_violation: 'violation', user_rejection: 'rejection', rollback: 'rollback' }

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true })
const [file] = positionals
if (file === undefined) {
  console.error('usage: npm run study -- learning <stream.jsonl> [--json]')
  process.exit(1)
}

await withSources(async (load) => {
  const { compilePack } = await load('scripts/trust-pack.ts', 'trust-pack')
  const { decodePack } = await load('src/trust/pack/format.ts', 'format')
  const { callOf } = await load('src/trust/call.ts', 'call')
  const study = await load('test/helpers/learning-study.ts', 'study')
  const { learningPlotOf } = await load('test/helpers/learning-plot.ts', 'plot')
  const { figuresOf, mostlyUnobserved, ourLoop, poisonFrom, recordAll, runawayLoop } = study

  const pack = decodePack(compilePack())
  const calls = recordAll(
    readLines(file).map(({ dispatch, label, campaign_kind, outcome }) => ({
      call: callOf(dispatch),
      isHarmful: label === 'harmful',
      isRecurring: campaign_kind === 'recurrence',
      outcome: OUTCOMES[outcome] ?? null,
    })),
    pack,
  )
  const poison = poisonFrom(calls, POISON)
  const middle = Math.floor(calls.length / 2)

  /** Our loop after `before`, measured on `measured`. */
  const after = (before, measured, recover = () => {}) => {
    const loop = ourLoop(pack)
    for (const one of before) loop.play(one)
    recover(loop.replay)
    return figuresOf(loop, measured)
  }
  const [first, second] = [calls.slice(0, middle), calls.slice(middle)]
  const results = {
    ours: after([], calls),
    'ours, 2 % of fine outcomes known': after([], mostlyUnobserved(calls, 50)),
    runaway: figuresOf(runawayLoop(pack), calls),
    'ours, poisoned before the stream': after(poison, calls),
    'ours, second half of the stream': after(first, second),
    'poisoned in the middle': after([...first, ...poison], second),
    'poisoned in the middle, then recalibrated': after([...first, ...poison], second, (replay) =>
      replay.recalibrate(middle),
    ),
  }
  writeFileSync(OUT, learningPlotOf(results.ours, results.runaway))
  if (values.json) console.log(JSON.stringify(results))
  else print(results)
})

function print(results) {
  const percent = (share) => `${(100 * share).toFixed(1)} %`
  table([
    ['', 'false positives', 'first tenth', 'last tenth', 'detection', 'recurring', 'patterns'],
    ...Object.entries(results).map(([name, { falsePositives, detection, recurring, tenths }]) => [
      name,
      percent(falsePositives),
      percent(tenths[0].falsePositives),
      percent(tenths.at(-1).falsePositives),
      percent(detection),
      percent(recurring),
      String(tenths.at(-1).patterns),
    ]),
  ])
  console.log(`\nwritten: ${OUT}`)
}

function table(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)))
  for (const row of rows) console.log(`  ${row.map((cell, i) => cell.padEnd(widths[i])).join('  ')}`.trimEnd())
}
