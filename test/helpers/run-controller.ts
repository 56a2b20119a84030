import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openController } from '../../src/controller/drivers/controller.ts'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'

/**
 * Runs one cycle of a controller with ten effects, and prints how it ended. The argument is JSON: `root` contains `home`,
 * the ledger, and `work`, the folder that the effects change.
 */
const { root } = JSON.parse(process.argv[2] ?? '') as { root: string }
const work = join(root, 'work')
const ledger = openFileStore(join(root, 'home'))
const controller = await openController(ledger, readFileSync(join(work, 'bundle.yaml')), {
  cwd: work,
  agents: {
    'ten:decide': {
      // Always the same plan, until it was carried out.
      async decide({ environment }) {
        const wanted = JSON.parse(readFileSync(join(work, 'plan.json'), 'utf8'))
        return { decisions: environment['last_report'] === undefined ? wanted : [] }
      },
    },
  },
})
const { end, report, isResumed } = await controller.cycle()
await controller.close()
await ledger.close()
process.stdout.write(`${JSON.stringify({ end, isResumed, execution_hash: report?.execution_hash ?? null })}\n`)
