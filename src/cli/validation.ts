import { type Refused, refuse } from '../claims/validators/outcome.ts'
import type { Place } from '../gatherer/world.ts'
import { listOpen, type OpenStream } from '../ledger/stores/files/open-streams.ts'
import { type Readable, sealedEntries } from '../ledger/stores/files/stream-lines.ts'
import type { Ancestor } from '../process/ancestors.ts'
import { sessionOf } from '../supervisor/session/fold.ts'
import type { Io } from './command.ts'
import { findSession } from './find-session.ts'
import { rootIfThere } from './here.ts'

/** The session that a validation belongs to: the one a person or agent named, or the one that is open in this project. */
export function findPlace(home: Readable, named: string | undefined, io: Io): ({ kind: 'place' } & Place) | Refused {
  const here = rootIfThere(io.cwd)
  if (named !== undefined) {
    const stream = findSession(home.dir, named)
    return { kind: 'place', stream, workspace: sessionOf(sealedEntries(home, stream)).cwd ?? io.cwd }
  }
  const open = listOpen(home.dir).filter(({ workspace }) => here !== null && rootIfThere(workspace) === here)
  const [only, ...others] = open.length > 1 ? startedBy(open, io.ancestors()) : open
  if (only !== undefined && others.length === 0)
    return { kind: 'place', stream: only.stream, workspace: only.workspace }
  return open.length === 0
    ? refuse('NO_SESSION', 'No session is open in this project.')
    : refuse('SEVERAL_SESSIONS', `${open.length} sessions are open in this project, and none was named.`)
}

/** Of several sessions the one whose host started this. */
const startedBy = (open: readonly OpenStream[], ancestors: readonly Ancestor[]): OpenStream[] =>
  open.filter(({ process }) => ancestors.some(({ pid, start }) => pid === process?.pid && start === process.start))
