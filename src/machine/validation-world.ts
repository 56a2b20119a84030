import { loadStart } from '../claims/changes/stores/start.ts'
import type { Fingerprint } from '../claims/fingerprint/fingerprint.ts'
import { LIMITS } from '../claims/fingerprint/stores/budget.ts'
import { takeWith } from '../claims/fingerprint/stores/workspace.ts'
import { type Refused, refuse } from '../claims/validators/outcome.ts'
import { outputsOf } from '../claims/validators/outputs.ts'
import { type ValidatorWorld, WorkspaceUnknown } from '../claims/validators/world.ts'
import { toolsOf } from '../hosts/calls.ts'
import { type Entry, isObject } from '../ledger/kinds.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import { recentEntries } from '../ledger/stores/files/recent.ts'
import { readTextPart } from '../ledger/stores/files/text-part.ts'
import type { ActivePolicy } from '../policy/choose-policy.ts'
import type { Policy } from '../policy/policy.ts'
import { type Checked, keepBaseline, readBaseline } from '../policy/stores/baselines.ts'
import { keepFloor, readFloor, readRun } from '../policy/stores/floors.ts'
import { loadActivePolicy } from '../policy/stores/load-active-policy.ts'
import { pickEnvironment } from '../process/environment.ts'
import { run } from '../process/run.ts'
import type { PlainRun } from '../process/run-with.ts'
import { isSupportFile } from '../project/support.ts'
import { sessionOf } from '../session/fold.ts'
import type { Session, Text } from '../session/state.ts'
import { callsOf, type Reader, turnOf } from '../supervisor/stop/turn.ts'
import { startOfWork } from '../supervisor/stop/unjudged.ts'
import type { RuledWorld } from '../supervisor/stop/validate.ts'
import { passesOf } from './passes.ts'
import { recordedEnvironment } from './session-environment.ts'

/**
 * The session that validators run for, and its working directory. `root` is the worktree of the project that they check; by
 * default, the project itself.
 */
export type ValidationTarget = { stream: string; workspace: string; root?: string }

/** The caller's environment; `signal` stops running validators, and `leftMs` is the time left for fingerprints. */
export type Asking = { env: NodeJS.ProcessEnv; signal: AbortSignal; leftMs?: () => number }

/** The world that validators see in a session, under its active policy. */
export function worldOf(home: Home, target: ValidationTarget, asking: Asking): RuledWorld | Refused {
  const { source, ...active } = loadActivePolicy(home, target.workspace, asking.env, 'ledger')
  if (source === null) return refuse('NO_POLICY', active.finding === null ? NO_POLICY : TAMPERED)
  return worldUnder({ ...active, source }, home, target, asking)
}

const NO_POLICY = 'This project has no approved policy.'
const TAMPERED = 'The approved policy was tampered with, so it is not used.'

/** The policy that validators run under. */
export type Ruler = Pick<ActivePolicy, 'policy' | 'pinned' | 'project' | 'approvedAt'> & { source: string }

/** The world that validators see in a session, under a given policy. */
export function worldUnder(
  { policy, source, pinned, project, approvedAt }: Ruler,
  home: Home,
  { stream, root: chosen }: Omit<ValidationTarget, 'workspace'>,
  { env, signal, leftMs = () => Number.POSITIVE_INFINITY }: Asking,
): RuledWorld {
  const root = chosen ?? project
  // Includes spooled entries, as the gate does.
  const entries = [...recentEntries(home, stream)].reverse()
  const session = sessionOf(entries)
  const reader: Reader = {
    root,
    tools: toolsOf(session.host),
    endOf: (text) => endOf(home.dir, text),
    outputOf: (seq) => outputIn(entries.find((entry) => entry.seq === seq)),
  }
  // The start is about the project's own folder.
  const opened = root === project ? startOfWork(session, reader) : null
  const turn = turnOf(session, reader)
  // The tests of the starting content are what counts. A turn that changed what tests stand on may hide some from the
  // runner without touching their files: it is held to the last run, whatever content that was on.
  const hasSupport = turn.changes?.paths.some(isSupportFile) ?? false
  const ranOnStart = (words: readonly string[], cwd: string): boolean =>
    opened !== null && readRun(home, checked(words, cwd), opened.content).kind !== 'none'
  const checked = (words: readonly string[], cwd: string): Checked => ({ project, source, approvedAt, words, cwd })
  const leastOf = (words: readonly string[], cwd: string): string | null =>
    hasSupport && !ranOnStart(words, cwd) ? null : (opened?.content ?? null)
  return {
    kind: 'world',
    root,
    policy,
    source,
    pinned,
    ...environmentFor(home, stream, session, env),
    turn,
    calls: () => callsOf(session, reader),
    start: opened && { content: opened.content, load: () => loadStart(home.dir, opened.sha256) },
    baselines: {
      find: (words, cwd) => (leastOf(words, cwd) === null ? readBaseline(home, checked(words, cwd)) : { kind: 'none' }),
      // The first counts stay, whatever a later turn is compared with.
      keep: (words, cwd, counts) => {
        if (readBaseline(home, checked(words, cwd)).kind === 'none') keepBaseline(home, checked(words, cwd), counts)
      },
    },
    floors: {
      find: (words, cwd) => readFloor(home, checked(words, cwd), leastOf(words, cwd)),
      last: (words, cwd) => readFloor(home, checked(words, cwd), null),
      on: (words, cwd, fingerprint) => readRun(home, checked(words, cwd), fingerprint),
      keep: (words, cwd, fingerprint, run) => keepFloor(home, checked(words, cwd), fingerprint, run),
    },
    passes: passesOf(home, stream, { project, policy: source }),
    fingerprint: () => fingerprintOf(root, home, policy, { signal, leftMs: leftMs() }),
    signal,
  }
}

async function fingerprintOf(
  root: string,
  { dir, keyring }: Home,
  policy: Policy,
  { signal, leftMs }: { signal: AbortSignal; leftMs: number },
): Promise<Fingerprint> {
  const asked: PlainRun = (command, args, options) => run(command, args, { ...options, signal })
  const limits = { timeoutMs: Math.max(1, Math.min(LIMITS.timeoutMs, Math.ceil(leftMs))) }
  const taken = await takeWith(asked, root, { home: dir, key: keyring.current(), outputs: outputsOf(policy), limits })
  if (taken.kind === 'taken') return taken.fingerprint
  throw new WorkspaceUnknown(taken.finding.message)
}

/** An agent's shell controls the environment it passes on; only the environment recorded by the hook is the host's. */
function environmentFor(
  home: Home,
  stream: string,
  session: Session,
  env: NodeJS.ProcessEnv,
): Pick<ValidatorWorld, 'environment' | 'grade'> {
  const own = recordedEnvironment(home, stream, session)
  return own === null
    ? { environment: pickEnvironment(env), grade: 'reported' }
    : { environment: own, grade: 'executed' }
}

/** The output that an entry reports. A long one is an artifact, and is left out. */
function outputIn(entry: Entry | undefined): string {
  const output = entry?.body['output']
  if (!isObject(output)) return ''
  return ['text', 'stdout', 'stderr']
    .flatMap((name) => (typeof output[name] === 'string' ? [output[name]] : []))
    .join('\n')
}

const SAID_BYTES = 8 << 10

const endOf = (dir: string, text: Text): string =>
  typeof text === 'string'
    ? text.slice(-SAID_BYTES)
    : (readTextPart(dir, text.sha256, Math.max(0, text.bytes - SAID_BYTES), SAID_BYTES) ?? '')
