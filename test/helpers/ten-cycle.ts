import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openController } from '../../src/controller/drivers/controller.ts'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'

/** How a cycle ended. */
export type Printed = { end: string; isResumed: boolean; execution_hash: string | null }

/** Runs one cycle of a controller with ten effects. `root` contains `home`, the ledger, and `work`, the folder they change. */
export async function cycleTen(root: string): Promise<Printed> {
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
  return { end, isResumed, execution_hash: report?.execution_hash ?? null }
}
