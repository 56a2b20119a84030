import { receive } from '../supervisor/receive.ts'
import { hookWith } from './run.ts'
import { worldIn } from './world.ts'

/** The hook for any event that has no program of its own. */
export const hook = hookWith((world, event, around) => receive(worldIn(world, around), event))
