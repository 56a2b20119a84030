import type { Home } from '../ledger/stores/files/home.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import { acceptedTests, keepAcceptedTests } from '../policy/stores/accepted-tests.ts'
import type { AcceptedTests } from '../supervisor/accepted-tests.ts'

/** The accepted tests of a home; `opened` is null if it can only be read. */
export const acceptedTestsIn = (home: Readable, opened: Home | null): AcceptedTests => ({
  of: (project) => acceptedTests(home, project),
  // Nothing is accepted without an entry, and without the keys there was none.
  keep: (project, tests) => {
    if (opened !== null) keepAcceptedTests(opened, project, tests)
  },
})
