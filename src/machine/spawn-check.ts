import type { Home } from '../ledger/stores/files/home.ts'
import type { CheckCommand } from '../mount/drivers/tools.ts'
import { type Caller, checkCall, unattendedWorld } from './call-check.ts'

const WORKER: Caller = { role: 'worker', tool: 'spawn_worker', noun: 'command' }

/** Checks the command line of a worker. Each check has its own world: an earlier worker may have made a symlink since. */
export const spawnCheckOf =
  (home: Home, env: NodeJS.ProcessEnv): CheckCommand =>
  async (command, cwd) =>
    checkCall(unattendedWorld(home, env), WORKER, { input: { command }, command }, cwd)
