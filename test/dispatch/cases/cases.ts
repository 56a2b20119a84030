import type { DispatchCode } from '../../../src/policy/dispatch.ts'

/** Commands by the code they are found with: plainly, and in the ways by which that is hidden; and work that looks like it. */
type Case = { found: readonly string[]; hidden: readonly string[]; ordinary: readonly string[] }

export type Cases = Partial<Record<DispatchCode, Case>>
