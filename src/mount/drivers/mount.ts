import { sha256 } from '../../ledger/digest.ts'
import { type Limits, limitsOf } from '../budget.ts'
import { type Block, render } from '../render.ts'
import { select } from '../select.ts'
import type { Snapshot } from '../snapshot.ts'
import type { RenderedMount } from '../state.ts'
import { readContents } from './contents.ts'
import { pastSnapshot, type Reading } from './evidence.ts'

/** Renders a block from a snapshot. Reads only the bytes that the block shows. */
export async function renderMount(ledger: Reading, snapshot: Snapshot, limits: Limits): Promise<Block> {
  const plan = select(snapshot, limits)
  return render(plan, await readContents(ledger, plan))
}

/** A block rendered again. `isSame`: its hash is the recorded one. */
export type Again = Block & { isSame: boolean }

/** Renders the block of a recorded mount again, from the entries up to the recorded heads. */
export async function renderAgain(
  ledger: Reading,
  of: { run: string; owner: string },
  { heads, budget, sha256: recorded }: RenderedMount,
): Promise<Again> {
  const limits = { ...limitsOf({ bytes: budget.bytes }), lines: budget.lines }
  const block = await renderMount(ledger, await pastSnapshot(ledger, of, heads), limits)
  return { ...block, isSame: sha256(block.text) === recorded }
}
