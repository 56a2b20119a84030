/**
 * Splits labelled messages by repository: `npm run train -- split-claims <labelled.jsonl> <folder>`. Writes `set-aside.jsonl`
 * (a quarter of the repositories), `thresholds.jsonl` (a quarter) and `read.jsonl`. The same lines and seed give the same parts.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readLines } from './evaluation.mjs'

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string', default: '20261118' } },
  allowPositionals: true,
})
const [file, folder] = positionals
if (file === undefined || folder === undefined) {
  console.error('usage: npm run train -- split-claims <labelled.jsonl> <folder> [--seed <number>]')
  process.exit(1)
}

const lines = readLines(file)
const repositories = shuffled([...new Set(lines.map(({ source }) => source))].sort(), Number(values.seed))
const quarter = repositories.length / 4
mkdirSync(folder, { recursive: true })
for (const [name, drawn] of Object.entries({
  'set-aside': repositories.slice(0, quarter),
  thresholds: repositories.slice(quarter, 2 * quarter),
  read: repositories.slice(2 * quarter),
})) {
  const part = lines.filter(({ source }) => drawn.includes(source))
  writeFileSync(join(folder, `${name}.jsonl`), part.map((line) => `${JSON.stringify(line)}\n`).join(''))
  console.log(`${name}: ${part.length} lines from ${drawn.length} repositories`)
  // To be listed wherever its figures are reported.
  if (name === 'set-aside') console.log(`  ${drawn.toSorted().join(', ')}`)
}

function shuffled(list, seed) {
  const next = random(seed)
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    ;[list[i], list[j]] = [list[j], list[i]]
  }
  return list
}

/** mulberry32: the same seed gives the same numbers on every machine. The figures in docs/claims.md depend on this draw. */
function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
