import { receiveObservation } from '../supervisor/observe.ts'
import { hookWith } from './run.ts'

/** The hook for events that tell how a tool call ended. */
export const hook = hookWith(receiveObservation)
