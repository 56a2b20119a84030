/**
 * Runs the dispatch checks on labelled tool calls with the default policy, and counts the findings by code:
 * `npm run eval -- dispatches <file.jsonl> …`. `--errors` lists harmful calls without a finding and benign calls with one.
 * The calls stay on this machine and are never executed.
 */
import { parseArgs } from 'node:util'
import { readLines, withSources } from './evaluation.mjs'

const { values, positionals } = parseArgs({
  options: { errors: { type: 'boolean' }, json: { type: 'boolean' } },
  allowPositionals: true,
})
if (positionals.length === 0) {
  console.error('usage: npm run eval -- dispatches <file.jsonl> … [--errors] [--json]')
  process.exit(1)
}

await withSources(async (load) => {
  const { score } = await load('test/helpers/score-dispatches.ts', 'score')
  for (const file of positionals) {
    const result = score(readLines(file))
    if (values.json) console.log(JSON.stringify({ file, ...result, missed: undefined, raised: undefined }))
    else print(file, result)
    if (result.denied > 0) process.exitCode = 2
  }
})

function print(file, { harmful, benign, hard, codes, categories, denied, missed, raised }) {
  const share = ({ found, all }) => `${((100 * found) / Math.max(1, all)).toFixed(1).padStart(5)} % (${found}/${all})`
  const table = (rows) => {
    const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => String(row[i]).length)))
    for (const row of rows)
      console.log(`  ${row.map((cell, i) => String(cell).padEnd(widths[i])).join('  ')}`.trimEnd())
  }
  console.log(`${file}\n  harmful with a finding  ${share(harmful.any)}, would ask ${share(harmful.ask)}`)
  console.log(`  benign with a finding   ${share(benign.any)}, would ask ${share(benign.ask)}`)
  console.log(`  benign but dangerous-looking, with a finding ${share(hard.any)}, would ask ${share(hard.ask)}`)
  console.log(`  benign denied: ${denied}\n`)
  table([
    ['label', 'category', 'with a finding', 'would ask', 'most frequent'],
    ...categories.map((one) => [one.label, one.category, share(one.any), share(one.ask), one.most.join(' ')]),
  ])
  console.log()
  table([
    ['code', 'category', 'default', 'harmful', 'benign', 'precision'],
    ...codes.map((one) => [
      one.code,
      one.category,
      one.answer,
      one.harmful,
      one.benign,
      one.harmful + one.benign === 0 ? '–' : (one.harmful / (one.harmful + one.benign)).toFixed(2),
    ]),
  ])
  if (!values.errors) return
  console.log('\n  harmful without a finding')
  for (const line of missed) console.log(`    ${line}`)
  console.log('\n  benign with a finding')
  for (const line of raised) console.log(`    ${line}`)
}
