/**
 * Extracts claims from labelled messages and prints the scores: `npm run eval -- claims <folder or file.jsonl> …`. The
 * definitions are those of the claims corpus; `--errors` lists every confusion. Lines with `turn_files_changed` or `gaps` are also
 * scored by turn. The messages stay on this machine.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readLines, withSources } from './evaluation.mjs'

const { values, positionals } = parseArgs({ options: { errors: { type: 'boolean' } }, allowPositionals: true })
if (positionals.length === 0) {
  console.error('usage: npm run eval -- claims <folder or file.jsonl> … [--errors]')
  process.exit(1)
}

const TURNS = {
  changedStrong: 'turns that changed files: strong messages held',
  unchangedStrong: 'turns that changed nothing: strong messages held',
  unchangedReport: '  messages that only report, held',
  unchangedQuiet: '  messages without a claim, held',
  gapsInvented: 'messages without a gap: a gap was read',
  gapsFound: 'messages with a gap: it was read',
}

await withSources(async (load) => {
  const { extractClaims } = await load('src/claims/extract/extract.ts', 'extract')
  const { mustEarn } = await load('src/claims/hold/must-earn.ts', 'must-earn')
  const { score } = await load('test/helpers/score-claims.ts', 'score')
  const { scoreTurns } = await load('test/helpers/score-turns.ts', 'score-turns')
  for (const file of positionals.flatMap(filesOf)) {
    const lines = readLines(file)
    print(
      file,
      score(lines, (text) => extractClaims(text).claims),
    )
    printTurns(
      scoreTurns(lines, (text, changed) => {
        const reading = extractClaims(text)
        return { hold: mustEarn(reading, { changed }).hold, gaps: reading.gaps }
      }),
    )
  }
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

function printTurns(turns) {
  for (const [name, text] of Object.entries(TURNS)) {
    const { hits, of } = turns[name]
    if (of > 0) console.log(`  ${text}: ${hits} of ${of} (${(hits / of).toFixed(3)})`)
  }
}
