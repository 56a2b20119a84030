/**
 * How often a turn was held back, kept outside the ledger as well: whatever is broken, no turn is held back without end.
 */
export type Blocks = {
  read(stream: string): BlockCount
  /** Whether it could be kept: what cannot be counted must not be done. */
  keep(stream: string, count: BlockCount): boolean
  clear(stream: string): void
}

/** `failures` are blocks because the gate itself failed; `reason` is the hash of what the agent was last told. */
export type BlockCount = { blocks: number; failures: number; reason: string | null }

export const NO_BLOCKS: BlockCount = { blocks: 0, failures: 0, reason: null }
