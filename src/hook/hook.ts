import { receive } from '../supervisor/receive.ts'
import { hookWith, type Receive } from './run.ts'
import { worldIn } from './world.ts'

/** Receives any event that has no program of its own. */
export const receiveAny: Receive = (world, event, around) => receive(worldIn(world, around), event)

export const hook = hookWith(receiveAny)
