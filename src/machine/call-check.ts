import type { Draft } from '../ledger/kinds.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import { recorderOf } from '../ledger/stores/files/recorder.ts'
import { pickEnvironment } from '../process/environment.ts'
import { type Fact, fact, isFact } from '../session/facts.ts'
import { draftsOf } from '../session/long-texts.ts'
import { nestedAgents } from '../supervisor/dispatch/nested.ts'
import { type Judged, judgeCall } from '../supervisor/dispatch.ts'
import type { Dispatch, HostEvent } from '../supervisor/event.ts'
import type { GuardedWorld } from '../supervisor/guard.ts'
import { activePolicyIn } from './active-policy.ts'
import { guardOf } from './guard.ts'

/** A part of Bailiff that makes calls for a model. */
export type Caller = {
  /** The role that a policy may give it. Without such a role, the role of subagents applies, `*`. */
  role: string
  /** The name of its calls in facts. */
  tool: string
  /** The word for its calls in messages. */
  noun: string
}

/** `denied` is the reason, or null. `facts` are for the caller to record; there are none if no check objects. */
export type CallCheck = { denied: string | null; facts: readonly Draft[] }

/**
 * Checks a call that Bailiff makes for a model as the hook checks a tool call: protected places first, then the active
 * policy of the folder. If a check fails, the call is denied.
 */
export function checkCall(
  world: GuardedWorld,
  { role, tool, noun }: Caller,
  { input, command }: Pick<Dispatch, 'input' | 'command'>,
  cwd: string,
): CallCheck {
  const { attempt, facts, answer } = judgeCall(world, eventIn(cwd, role, tool), { tool, input, call: null, command })
  const all: Fact[] = [...facts, ...nestedAgents(attempt, world.guard.hosts.agents)]
  const denied = reasonOf(answer) ?? (all.some((one) => isFact(one, 'check.failed')) ? uncheckedMessage(noun) : null)
  const proposed = fact('dispatch.proposed', { tool, input, cwd })
  const recorded = all.length === 0 && denied === null ? [] : [proposed, ...all]
  return { denied, facts: draftsOf(world.recorder, recorded) }
}

/** A world in which nobody can be asked. Its guard looks up each path once, so every check needs a new one. */
export const unattendedWorld = (home: Home, env: NodeJS.ProcessEnv): GuardedWorld => ({
  recorder: recorderOf(home),
  sessions: { opened: () => {}, closed: () => {} },
  transcripts: { sizeBytes: () => null, read: () => null, sinceLastPrompt: () => [] },
  environment: pickEnvironment(env),
  contents: { fileAt: () => null, headOf: () => null },
  guard: { ...guardOf(home.dir, env), canAsk: () => false },
  activePolicy: activePolicyIn(home),
  // Scores are for agents of hosts: here the policy decides alone.
  trust: null,
})

export const uncheckedMessage = (noun: string): string =>
  `Not permitted: this ${noun} could not be checked (CHECK_FAILED).`

const reasonOf = (answer: Judged['answer']): string | null =>
  answer.kind === 'deny' || answer.kind === 'ask' ? answer.reason : null

/** Creates the event for a call that has no host and no session. */
const eventIn = (cwd: string, role: string, tool: string): HostEvent => ({
  host: 'bailiff',
  name: tool,
  session: '',
  agent: { id: role, type: role },
  cwd,
  transcript: null,
  report: { kind: 'other' },
  rest: {},
  stream: NO_STREAM,
  lead: NO_STREAM,
  startedBy: null,
  raw: new Uint8Array(),
  isWhole: true,
})

/** A stream that does not exist: the folder alone decides which policy applies. */
const NO_STREAM = 'session/none'
