/** Runs one script of a kind: `npm run eval -- claims <file>` runs scripts/eval-claims.mjs with the rest of the arguments. */
import { readdirSync } from 'node:fs'

const [kind, subject] = process.argv.splice(2, 2)
const scripts = new Map(
  readdirSync(import.meta.dirname)
    .filter((name) => name.startsWith(`${kind}-`) && name.endsWith('.mjs'))
    .map((name) => [name.slice(kind.length + 1, -'.mjs'.length), name]),
)
const script = scripts.get(subject)
if (script === undefined) {
  if (subject !== undefined) console.error(`Unknown subject "${subject}".`)
  console.error(`usage: npm run ${kind} -- ${[...scripts.keys()].sort().join('|')} [arguments]`)
  process.exit(1)
}
await import(new URL(script, import.meta.url))
