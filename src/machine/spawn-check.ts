import type { Home } from '../ledger/stores/files/home.ts'
import type { CheckCommand } from '../mount/drivers/tools.ts'
import { pickEnvironment } from '../process/environment.ts'
import { type Fact, fact, isFact } from '../session/facts.ts'
import { draftsOf } from '../session/long-texts.ts'
import { nestedAgents } from '../supervisor/dispatch/nested.ts'
import { judgeCall } from '../supervisor/dispatch.ts'
import type { Dispatch, HostEvent } from '../supervisor/event.ts'
import type { GuardedWorld } from '../supervisor/guard.ts'
import { activePolicyIn } from './active-policy.ts'
import { guardOf } from './guard.ts'
import { recorderOf } from './recorder.ts'

/** The role that a policy gives to workers. Without such a role, the role of subagents applies, `*`. */
const ROLE = 'worker'

/** The tool that starts a worker, as facts name it. */
const TOOL = 'spawn_worker'

/**
 * Checks the command line of a worker as the hook checks a tool call: protected places first, then the active policy of
 * the folder. Nobody can be asked, and nothing is started if the check fails.
 */
export function spawnCheckOf(home: Home, env: NodeJS.ProcessEnv): CheckCommand {
  return async (command, cwd) => {
    const world = worldOf(home, env)
    const dispatch: Dispatch = { tool: TOOL, input: { command }, call: null, command }
    const { attempt, facts, answer } = judgeCall(world, eventIn(cwd), dispatch)
    const all: Fact[] = [...facts, ...nestedAgents(attempt, world.guard.hosts.agents)]
    const denied = reasonOf(answer) ?? (all.some((one) => isFact(one, 'check.failed')) ? FAILED : null)
    const proposed = fact('dispatch.proposed', { tool: TOOL, input: { command }, cwd })
    const recorded = all.length === 0 && denied === null ? [] : [proposed, ...all]
    return { denied, facts: draftsOf(world.recorder, recorded) }
  }
}

/** A guard looks up each path once, as a hook does for one call. An earlier worker may have made a symlink since. */
const worldOf = (home: Home, env: NodeJS.ProcessEnv): GuardedWorld => ({
  recorder: recorderOf(home),
  transcripts: { sizeBytes: () => null, read: () => null },
  environment: pickEnvironment(env),
  guard: { ...guardOf(home.dir, env), canAsk: () => false },
  activePolicy: activePolicyIn(home),
})

const FAILED = 'Not permitted: this command could not be checked (CHECK_FAILED).'

const reasonOf = (answer: ReturnType<typeof judgeCall>['answer']): string | null =>
  answer.kind === 'deny' || answer.kind === 'ask' ? answer.reason : null

/** Creates the event for a worker, which has no host and no session. */
const eventIn = (cwd: string): HostEvent => ({
  host: 'bailiff',
  name: TOOL,
  session: '',
  agent: { id: ROLE, type: ROLE },
  cwd,
  transcript: null,
  report: { kind: 'other' },
  rest: {},
  stream: NO_STREAM,
  lead: NO_STREAM,
  startedBy: null,
  raw: new Uint8Array(),
})

/** A stream that does not exist: the folder alone decides which policy applies. */
const NO_STREAM = 'session/none'
