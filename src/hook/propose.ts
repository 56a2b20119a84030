import { activePolicyIn } from '../machine/active-policy.ts'
import { guardOf } from '../machine/guard.ts'
import { trustIn } from '../machine/trust.ts'
import { receiveProposal } from '../supervisor/dispatch.ts'
import { hookWith, type Receive } from './run.ts'

/** Receives events before a tool call. */
export const receiveCall: Receive = (world, event, { home, opened, folder }) =>
  receiveProposal(
    {
      ...world,
      guard: guardOf(home.dir, process.env),
      activePolicy: activePolicyIn(opened),
      trust: trustIn(folder, opened),
    },
    event,
  )

export const hook = hookWith(receiveCall)
