import type { Act } from '../dispatch/act.ts'
import type { Dispatch } from './event.ts'

/** The tools of a host, passed in by the program that starts the supervisor. */
export type Tools = {
  /** Says what a call would do. */
  actOf(dispatch: Dispatch): Act
  /** The fields that a tool needs, as dispatch/schema.ts reads them; null for an unknown tool. */
  shapeOf(tool: string): string | null
  /** True if a tool changes no file and starts nothing that could. */
  isIdle(tool: string): boolean
}
