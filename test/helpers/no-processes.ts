import child from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Setup of the "quick" project. Its tests must not start a process, so that `npm run test:quick` stays quick and runs
 * anywhere.
 */
function refuse(): never {
  throw new Error('Tests in this project must not start processes. Rename the file to *.process.test.ts.')
}

const STARTERS = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const

for (const name of STARTERS) Object.assign(child, { [name]: refuse })
syncBuiltinESMExports()
