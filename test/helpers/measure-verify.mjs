/** Audits a ledger and prints the result and the peak memory: `node measure-verify.mjs <home>`. */
import { verifyFiles } from '../../dist/index.js'

const { ok, entries, findings, unlisted } = await verifyFiles(process.argv[2])
const maxRssBytes = process.resourceUsage().maxRSS * 1024
process.stdout.write(`${JSON.stringify({ ok, entries, findings: findings.length, unlisted, maxRssBytes })}\n`)
