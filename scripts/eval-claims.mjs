/**
 * Extracts claims from labelled messages and prints the scores: `npm run eval:claims -- <folder or file.jsonl> …`. The
 * definitions are those of the claims corpus; `--errors` lists every confusion. The messages stay on this machine.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readLines, withSources } from './evaluation.mjs'

const { values, positionals } = parseArgs({ options: { errors: { type: 'boolean' } }, allowPositionals: true })
if (positionals.length === 0) {
  console.error('usage: npm run eval:claims -- <folder or file.jsonl> … [--errors]')
  process.exit(1)
}

await withSources(async (load) => {
  const { extractClaims } = await load('src/claims/extract/extract.ts', 'extract')
  const { score } = await load('test/helpers/score-claims.ts', 'score')
  for (const file of positionals.flatMap(filesOf))
    print(
      file,
      score(readLines(file), (text) => extractClaims(text).claims),
    )
})

function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(path, name))
}

function print(file, { message, types, macroF1, falseBlock, caught, nearMiss, confusions }) {
  const row = (name, { precision, recall, f1, tp, fp, fn }) =>
    [name.padEnd(11), ...[precision, recall, f1].map((value) => value.toFixed(3)), tp, fp, fn].join('  ')
  console.log(`${file}\n  type         P      R      F1     tp  fp  fn`)
  console.log(`  ${row('message', message)}`)
  for (const [type, counts] of Object.entries(types)) console.log(`  ${row(type, counts)}`)
  console.log(`  macro F1 ${macroF1.toFixed(3)}, false block ${falseBlock.toFixed(3)}`)
  console.log(`  adversarial: caught ${caught.toFixed(3)}, near misses blocked ${nearMiss.toFixed(3)}`)
  console.log(`  confusions: ${confusions.length}`)
  if (values.errors) for (const line of confusions) console.log(`    ${line}`)
}
