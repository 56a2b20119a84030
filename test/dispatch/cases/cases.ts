import type { DispatchCode } from '../../../src/policy/dispatch.ts'

/** Commands by code: written plainly, written in disguise, and ordinary work that looks similar. */
type Case = { found: readonly string[]; hidden: readonly string[]; ordinary: readonly string[] }

export type Cases = Partial<Record<DispatchCode, Case>>
