/** Loads a library in a fresh process, scores one call, and prints what that took: `node fresh-risk.mjs <file>`. */
import { readFileSync } from 'node:fs'
import { callOf } from '../src/trust/call.ts'
import { decodePack } from '../src/trust/pack/format.ts'
import { riskOf } from '../src/trust/risk.ts'

export type Fresh = { loadMs: number; scoreMs: number; bytes: number }

const used = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const before = used()
const from = performance.now()
const { space, library } = decodePack(readFileSync(process.argv[2] ?? ''))
const loaded = performance.now()
riskOf(callOf({ tool: 'Bash', input: { command: 'git push origin main' } }), { space, library, own: null })
const scored = performance.now()
const fresh: Fresh = { loadMs: loaded - from, scoreMs: scored - loaded, bytes: used() - before }
console.log(JSON.stringify(fresh))
