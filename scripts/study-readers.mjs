/**
 * Looks for texts that stop the clock: `npm run study -- readers [pattern of names] [--rounds 100] [--seed 1]`. For each
 * reader of text from outside (test/helpers/readers.ts), grows texts from the words and patterns of its own code, keeps those
 * that take longest, and reads them at twice the length until a megabyte. Prints the readers whose time grows faster than the text.
 */
import { parseArgs } from 'node:util'
import { withSources } from './evaluation.mjs'
import { fragmentsOf } from './fragments.mjs'

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string' }, seed: { type: 'string' } },
  allowPositionals: true,
})
const CHARS = 1 << 20
const LIMIT_MS = 12_000
/** A megabyte that takes longer is a finding. */
const MAX_MS = 1_000
const SHOWN = 4

await withSources(async (load) => {
  const { READERS } = await load('test/helpers/readers.ts', 'readers')
  const { growthOf, randomOf, worstShapes } = await load('test/helpers/worst-case.ts', 'worst-case')
  const seed = Number(values.seed ?? 1)
  const rounds = Number(values.rounds ?? 100)
  const [part = ''] = positionals
  let found = 0
  for (const [name, { read, from }] of [...READERS].filter(([one]) => new RegExp(part).test(one))) {
    const shapes = worstShapes(read, fragmentsOf(from, seed), randomOf(seed), { rounds })
    const rows = shapes.map(({ shape }) => rowOf(growthOf(read, shape, CHARS, LIMIT_MS)))
    rows.sort((a, b) => cost(b) - cost(a))
    const slow = rows.filter((row) => cost(row) > MAX_MS)
    if (slow.length > 0) found++
    show(name, slow.length > 0 ? slow.slice(0, SHOWN) : rows.slice(0, 1))
    for (const { error, shape } of rows.filter((row) => row.error !== null).slice(0, 1))
      console.log(`  throws: ${error} ${JSON.stringify(shape)}`)
  }
  console.log(`${found} readers are too slow`)
})

function rowOf({ shape, steps, exponent }) {
  // Some readers refuse long texts, so the longest is not always the dearest.
  const { chars, ms } = steps.reduce((worst, one) => (one.ms > worst.ms ? one : worst))
  const isLast = chars === steps.at(-1).chars
  const { error } = steps.find((one) => one.error !== null) ?? { error: null }
  return { shape, chars, ms, exponent, error, isLast }
}

/** The time for a megabyte, as far as it can be foreseen. */
function cost({ chars, ms, exponent, isLast }) {
  if (!isLast) return ms
  return ms * (CHARS / chars) ** Math.max(1, exponent)
}

function show(name, rows) {
  for (const row of rows) {
    const { head, part, tail, kind } = row.shape
    const size = `${(row.chars / 1024).toFixed(0)} KB in ${row.ms.toFixed(0)} ms, n^${row.exponent.toFixed(2)}`
    const parts = JSON.stringify([head, part, tail].map((one) => one.join('')))
    console.log(`${cost(row) > MAX_MS ? 'SLOW' : 'fine'}  ${name}: ${size} ${kind} ${parts}`)
  }
}
