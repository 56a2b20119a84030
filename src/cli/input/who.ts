import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { whoIn } from '../../machine/who.ts'
import type { Confirmed, Decision } from '../../session/who.ts'
import type { Io } from '../command.ts'

/** What an entry about a decision says about the person at the command line. */
export const decisionOf = (home: Readable, io: Io, confirmed: Confirmed): Decision => ({
  confirmed,
  who: whoIn(home, io.cwd, io.env),
})
