import type { CheckAction } from '../gate/environment.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import { type Caller, unattendedWorld } from './call-check.ts'
import { checkCalls } from './checked-calls.ts'

const RUN: Caller = { role: 'run', tool: 'run_action', noun: 'action' }

/** Checks everything that a supervised run starts or writes: the agent program, its actions, and the task's probes. */
export const actionCheckOf =
  (home: Home, env: NodeJS.ProcessEnv): CheckAction =>
  async (call, cwd) =>
    checkCalls(() => unattendedWorld(home, env), RUN, [call], cwd)
