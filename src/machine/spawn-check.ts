import type { Home } from '../ledger/stores/files/home.ts'
import { recorderOf } from '../ledger/stores/files/recorder.ts'
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

/** The role of workers in a policy. If the policy does not define it, the subagent role `*` applies. */
const ROLE = 'worker'

/** The tool name under which facts record the start of a worker. */
const TOOL = 'spawn_worker'

/**
 * Checks a worker's command line as the hook checks a tool call: protected places first, then the folder's active policy.
 * No one can be asked, and the worker does not start if the check fails.
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

/** Built anew for each check: a guard looks up each path only once, and an earlier worker may have added a symlink. */
const worldOf = (home: Home, env: NodeJS.ProcessEnv): GuardedWorld => ({
  recorder: recorderOf(home),
  sessions: { opened: () => {}, closed: () => {} },
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
