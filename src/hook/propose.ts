import { receiveProposal } from '../supervisor/propose.ts'
import { guardOf } from './guard.ts'
import { rulingIn } from './ruling.ts'
import { hookWith } from './run.ts'

/** The hook for events before a tool call. */
export const hook = hookWith((world, event, { home, opened }) =>
  receiveProposal(
    { ...world, guard: guardOf(home, process.env), ruling: (workspace) => rulingIn(opened, workspace) },
    event,
  ),
)
