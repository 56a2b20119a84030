import { acceptedTestsIn } from '../machine/accepted-tests.ts'
import { activePolicyIn } from '../machine/active-policy.ts'
import { blocksIn } from '../machine/blocks.ts'
import { guardOf } from '../machine/guard.ts'
import { lostIn } from '../machine/lost-hooks.ts'
import { trustIn } from '../machine/trust.ts'
import { whoIn } from '../machine/who.ts'
import type { CountingWorld } from '../supervisor/guard.ts'
import type { World } from '../supervisor/world.ts'
import { isInterrupted } from '../views/check-life.ts'
import type { Around } from './run.ts'

/** The world of an event that may belong to a turn. */
export const worldIn = (world: World, { home, opened, folder }: Around): CountingWorld => ({
  ...world,
  guard: guardOf(home.dir, process.env),
  activePolicy: activePolicyIn(opened),
  blocks: blocksIn(home),
  accepted: acceptedTestsIn(home, opened),
  who: (project) => whoIn(home, project, process.env),
  lost: () => lostIn(home.dir),
  isInterrupted: (checking) => isInterrupted(checking, new Date()),
  trust: trustIn(folder, opened),
})
