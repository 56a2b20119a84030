/**
 * Trains the weights of the risk scorers: `npm run train -- trust <labelled.jsonl> … --calibrate <other.jsonl>`.
 * Writes pack/weights.bin, which is committed. Lines under the GPL are left out. The same files give the same bytes. See
 * docs/trust.md for the format of the lines.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readLines, withSources } from './evaluation.mjs'

const OUT = 'pack/weights.bin'

const { values, positionals } = parseArgs({
  options: { calibrate: { type: 'string', multiple: true } },
  allowPositionals: true,
})
if (positionals.length === 0 || values.calibrate === undefined) {
  console.error('usage: npm run train -- trust <labelled.jsonl> … --calibrate <other.jsonl>')
  process.exit(1)
}

await withSources(async (load) => {
  const { trainPack, mayTrain } = await load('scripts/trust-pack.ts', 'trust-pack')
  const lines = positionals.flatMap(readLines)
  writeFileSync(OUT, trainPack(lines, values.calibrate.flatMap(readLines)))
  console.log(`${OUT}: trained on ${lines.filter(mayTrain).length} lines and on the pack`)
})
