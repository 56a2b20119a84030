import type { CheckEffect } from '../controller/drivers/driver.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import type { ActivePolicy } from '../policy/choose-policy.ts'
import { loadActivePolicy } from '../policy/stores/load-active-policy.ts'
import { type Caller, unattendedWorld } from './call-check.ts'
import { checkCalls } from './checked-calls.ts'

const CONTROLLER: Caller = { role: 'controller', tool: 'apply_effect', noun: 'effect' }

/**
 * Checks the calls of an effect or a sensor. Stricter than the hook, because no person watches: a question is a denial, and
 * so is a policy that cannot be read or was tampered with.
 */
export const effectCheckOf =
  (home: Home, env: NodeJS.ProcessEnv): CheckEffect =>
  async (calls, cwd) => {
    const worldOf = () => ({ ...unattendedWorld(home, env), activePolicy: strictPolicyIn(home, env) })
    return checkCalls(worldOf, CONTROLLER, calls, cwd)
  }

/** Returns the policy with questions turned into denials. Throws if the policy people decided on is not available. */
const strictPolicyIn =
  (home: Home, env: NodeJS.ProcessEnv) =>
  (workspace: string): ActivePolicy => {
    const active = loadActivePolicy(home, workspace, env)
    if (active.finding !== null) throw new Error(active.finding)
    const { policy } = active
    return { ...active, policy: { ...policy, dispatch: { ...policy.dispatch, nobodyToAsk: 'deny' } } }
  }
