import { startsIn } from '../machine/workspace.ts'
import { receive } from '../supervisor/receive.ts'
import { hookWith } from './run.ts'
import { worldIn } from './world.ts'

/** The hook for a person's prompt. It alone looks at the whole workspace before the agent can change anything. */
export const hook = hookWith((world, event, around) =>
  receive({ ...worldIn(world, around), start: startsIn(around.opened, world.recorder) }, event),
)
