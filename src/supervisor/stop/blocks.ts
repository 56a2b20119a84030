/** Counts a turn's blocks outside the ledger as well, so that no turn is blocked forever, whatever is broken. */
export type Blocks = {
  read(stream: string): BlockCount
  /** Returns true if the count was stored. A block that cannot be counted must not happen. */
  keep(stream: string, count: BlockCount): boolean
  clear(stream: string): void
}

/** `failures` counts the blocks for failures of the gate itself; `reason` is the hash of the agent's last block reason. */
export type BlockCount = { blocks: number; failures: number; reason: string | null }

export const NO_BLOCKS: BlockCount = { blocks: 0, failures: 0, reason: null }
