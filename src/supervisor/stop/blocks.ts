/** Counts a turn's blocks outside the ledger as well, so that no turn is blocked forever, whatever is broken. */
export type Blocks = {
  read(stream: string): BlockCount
  /** Returns true if the count was stored. A block that cannot be counted must not happen. */
  keep(stream: string, count: BlockCount): boolean
  clear(stream: string): void
}

/** `failures` counts blocks because the gate itself failed; `reason` is the hash of the last reason given to the agent. */
export type BlockCount = { blocks: number; failures: number; reason: string | null }

export const NO_BLOCKS: BlockCount = { blocks: 0, failures: 0, reason: null }
