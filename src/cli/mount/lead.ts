import { openFileStore } from '../../ledger/stores/files/files.ts'
import { closeHome } from '../../ledger/stores/files/home.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import { spawnCheckOf } from '../../machine/spawn-check.ts'
import { type ServedLead, serveLead } from '../../mcp/lead-tools.ts'
import { readingOf } from '../../mount/drivers/reading.ts'
import type { CheckCommand } from '../../mount/drivers/tools.ts'
import { MountError } from '../../mount/errors.ts'
import type { Args, Io } from '../command.ts'
import { requireLedger } from '../input/home.ts'
import { findOwned } from './open.ts'

/** Opens the ledger for a lead and returns its tools. `stop` ends its workers and closes the ledger. */
export async function openLead(args: Args, io: Io): Promise<ServedLead> {
  requireLedger(args.home)
  const home = openFiles(args.home)
  const owner = args.get('owner')
  const given = args.get('run')
  const isNamed = owner !== undefined && given !== undefined
  const run = isNamed ? await findOwned(home.dir, readingOf(home), { kind: 'run', owner, given }) : given
  const check = spawnCheckOf(home, io.env)
  const agent = args.get('agent')
  await requirePermitted(agent, check, io.cwd)
  const ledger = openFileStore(args.home)
  const { tools, stop } = serveLead(ledger, {
    owner,
    run,
    agent,
    commands: { cwd: io.cwd, env: io.env, check },
  })
  return {
    tools,
    stop: async () => {
      await stop()
      await ledger.close()
      closeHome(home)
    },
  }
}

/** Throws if the agent's command is not permitted. It is checked too, because an agent may have started this program. */
async function requirePermitted(agent: string | undefined, check: CheckCommand, cwd: string): Promise<void> {
  const denied = agent === undefined ? null : (await check(agent, cwd)).denied
  if (denied !== null) throw new MountError('SPAWN_DENIED', denied)
}
