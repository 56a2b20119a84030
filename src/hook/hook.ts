import { receive } from '../supervisor/receive.ts'
import { hookWith } from './run.ts'

/** The hook for any event. */
export const hook = hookWith(receive)
