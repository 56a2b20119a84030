import { acceptedTestsIn } from '../machine/accepted-tests.ts'
import { activePolicyIn } from '../machine/active-policy.ts'
import { blocksIn } from '../machine/blocks.ts'
import { guardOf } from '../machine/guard.ts'
import { trustIn } from '../machine/trust.ts'
import { receive } from '../supervisor/receive.ts'
import { isInterrupted } from '../views/check-life.ts'
import { hookWith } from './run.ts'

/** The hook for any event except the end of a turn. */
export const hook = hookWith((world, event, { home, opened, folder }) =>
  receive(
    {
      ...world,
      guard: guardOf(home.dir, process.env),
      activePolicy: activePolicyIn(opened),
      blocks: blocksIn(home),
      accepted: acceptedTestsIn(home, opened),
      isInterrupted: (checking) => isInterrupted(checking, new Date()),
      trust: trustIn(folder, opened),
    },
    event,
  ),
)
