import { receive } from '../supervisor/receive.ts'
import { blocksIn } from './blocks.ts'
import { guardOf } from './guard.ts'
import { rulingIn } from './ruling.ts'
import { hookWith } from './run.ts'

/** The hook for any event but the end of a turn. */
export const hook = hookWith((world, event, { home, opened }) =>
  receive(
    {
      ...world,
      guard: guardOf(home, process.env),
      ruling: (workspace) => rulingIn(opened, workspace),
      blocks: blocksIn(home),
    },
    event,
  ),
)
