import type { Act } from '../dispatch/act.ts'
import type { Dispatch } from './event.ts'

/** A host's tools, passed in by the program that starts the supervisor. */
export type Tools = {
  /** Returns the effect that a call would have. */
  actOf(dispatch: Dispatch): Act
  /** The fields that a tool requires, in the notation of dispatch/schema.ts; null for an unknown tool. */
  shapeOf(tool: string): string | null
  /** True if a tool changes no file and starts nothing that could. */
  isIdle(tool: string): boolean
}
