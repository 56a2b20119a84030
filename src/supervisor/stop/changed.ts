import type { SeenCall } from '../../claims/turn.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'

/** The files that a turn changed. `paths` lists as many as fit in an entry. */
export type Changed = { paths: string[]; total: number }

/** `start` is the hash of the stored content that the turn started with. */
export type AskedChanges = { active: ActivePolicy; start: string; calls: readonly SeenCall[] }
