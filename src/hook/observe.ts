import { receiveObservation } from '../supervisor/observe.ts'
import { hookWith } from './run.ts'

/** The hook for events after a tool call. */
export const hook = hookWith(receiveObservation)
