/** Audits a ledger and prints what it found and the most memory it took: `node measure-verify.mjs <home>`. */
import { verifyFiles } from '../../dist/index.js'

const { ok, entries, findings, unlisted } = await verifyFiles(process.argv[2])
const maxRssBytes = process.resourceUsage().maxRSS * 1024
process.stdout.write(`${JSON.stringify({ ok, entries, findings: findings.length, unlisted, maxRssBytes })}\n`)
