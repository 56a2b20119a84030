import type { Fingerprint } from '../claims/fingerprint/fingerprint.ts'
import { takeFingerprint } from '../claims/fingerprint/stores/take.ts'
import { type Refused, refuse } from '../claims/validators/outcome.ts'
import { WorkspaceUnknown, type World } from '../claims/validators/world.ts'
import { actOf } from '../hosts/tools.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import { listOpen, type OpenStream } from '../ledger/stores/files/open-streams.ts'
import { type Readable, sealedEntries } from '../ledger/stores/files/stream-lines.ts'
import { type Checked, keepBaseline, readBaseline } from '../policy/stores/baselines.ts'
import { rulingPolicy } from '../policy/stores/ruling.ts'
import { projectRoot } from '../policy/stores/source.ts'
import type { Ancestor } from '../process/ancestors.ts'
import { pickEnvironment } from '../process/environment.ts'
import { sessionOf } from '../supervisor/session/fold.ts'
import type { Session } from '../supervisor/session/state.ts'
import { turnOf } from '../supervisor/turn.ts'
import type { RuledWorld } from '../supervisor/validate.ts'
import type { Io } from './command.ts'
import { findSession } from './find-session.ts'
import { endOf } from './texts.ts'

/** The session that a validation belongs to. */
export type Place = { kind: 'place'; stream: string; workspace: string }

/** The session a person or agent named, or the one that is open in this project. */
export function findPlace(home: Readable, named: string | undefined, io: Io): Place | Refused {
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

function rootIfThere(workspace: string): string | null {
  try {
    return projectRoot(workspace)
  } catch {
    return null
  }
}

async function fingerprintOf(root: string, home: string): Promise<Fingerprint> {
  const taken = await takeFingerprint(root, { home })
  if (taken.kind === 'taken') return taken.fingerprint
  throw new WorkspaceUnknown(taken.finding.message)
}

/** The world as validators see it in a session, under the policy that rules there. */
export function worldOf(home: Home, { stream, workspace }: Place, io: Io): RuledWorld | Refused {
  const { policy, source, pinned, project, approvedAt } = rulingPolicy(home, workspace, io.env, 'ledger')
  if (source === null) return refuse('NO_POLICY', 'No approved policy rules this project.')
  const session = sessionOf(sealedEntries(home, stream))
  const { environment, grade } = environmentFor(session, io)
  const checked = (words: readonly string[], cwd: string): Checked => ({ project, source, approvedAt, words, cwd })
  return {
    kind: 'world',
    root: project,
    policy,
    source,
    pinned,
    environment,
    grade,
    turn: turnOf(session, { root: project, actOf, endOf: (text) => endOf(home.dir, text) }),
    baselines: {
      find: (words, cwd) => readBaseline(home, checked(words, cwd)),
      keep: (words, cwd, counts) => keepBaseline(home, checked(words, cwd), counts),
    },
    fingerprint: () => fingerprintOf(project, home.dir),
    signal: io.stopped(),
  }
}

/** An agent's shell decides what it hands down: only what the hook put on record is the host's own. */
const environmentFor = ({ environment }: Session, io: Io): Pick<World, 'environment' | 'grade'> =>
  environment === null
    ? { environment: pickEnvironment(io.env), grade: 'reported' }
    : { environment, grade: 'executed' }
