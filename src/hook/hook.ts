import { receive } from '../supervisor/receive.ts'
import { guardOf } from './guard.ts'
import { rulingIn } from './ruling.ts'
import { hookWith } from './run.ts'

/** The hook for any event. */
export const hook = hookWith((world, event, home, opened) =>
  receive({ ...world, guard: guardOf(home, process.env), ruling: (workspace) => rulingIn(opened, workspace) }, event),
)
