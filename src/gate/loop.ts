import { randomBytes } from 'node:crypto'
import { LedgerError } from '../ledger/errors.ts'
import type { Store } from '../ledger/store.ts'
import { type Clock, realClock } from './drivers/clock.ts'
import { Ending, Halt } from './drivers/halt.ts'
import { RunRecord } from './drivers/record.ts'
import type { Agent, AgentMessage, Environment, Performed } from './environment.ts'
import type { Fact } from './facts.ts'
import { isContradicted } from './masks.ts'
import { GATE_MESSAGES } from './messages.ts'
import { type ProbeAnswer, summaryOf } from './observation.ts'
import { answerOf, type Probed, questionsOf } from './probe.ts'
import { endOf, type RunResult } from './result.ts'
import { openRun, type RunState } from './state.ts'
import { type Action, judgedOf, parseStep, type Step } from './step.ts'
import { isOwnAction, type Task } from './task.ts'
import { introduction, outputOf, reply } from './tell.ts'
import type { Ruling } from './verdict.ts'

export type SuperviseOptions = {
  ledger: Store
  clock?: Clock
  /** A person's stop. It takes effect at once, whatever else is going on. */
  signal?: AbortSignal
  /** The run's stream; default: a new one. */
  stream?: string
  /** The agent and its folder, for the ledger. */
  about?: { agent: string; cwd: string }
  /** Called for every fact after it is recorded. */
  watch?: (fact: Fact, state: RunState) => void
}

/**
 * Supervises an agent until its termination is earned, its budget is spent, observations contradict each other or a person
 * stops it. The run always ends, whatever the agent and the environment do, and the ledger records how.
 */
export async function supervise(
  agent: Agent,
  environment: Environment,
  task: Task,
  { ledger, clock = realClock, signal, about, watch = () => {}, ...options }: SuperviseOptions,
): Promise<RunResult> {
  const startedAt = clock.now()
  const stream = options.stream ?? newStream(startedAt)
  const record = new RunRecord(ledger, stream, openRun(task), watch)
  await record.add({ kind: 'run.opened', body: { task, agent: about?.agent ?? null, cwd: about?.cwd ?? null } })
  const halt = new Halt(clock, task.limits.seconds * 1000, signal)
  try {
    const ending = await loop({ agent, environment, task, record, halt })
    const words = await record.shorten('free_text', ending.freeText ?? '')
    const freeText = ending.freeText === null ? null : words.text
    const { code, why } = ending
    const body = endOf(record.state, { code, why, freeText }, clock.now() - startedAt)
    await record.add({ kind: 'run.ended', body }, words.artifacts)
    return { ...body, freeText: ending.freeText, stream, message: GATE_MESSAGES[code] }
  } finally {
    halt.release()
  }
}

/** Returns a name such as `run/20260131T120000-1a2b3c4d`: it sorts by time and is unique. */
export function newStream(at: number): string {
  const time = new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')
  return `run/${time}-${randomBytes(4).toString('hex')}`
}

type Parts = { agent: Agent; environment: Environment; task: Task; record: RunRecord; halt: Halt }

async function loop(parts: Parts): Promise<Ending> {
  try {
    return await steps(parts)
  } catch (error) {
    if (error instanceof Ending) return error
    throw error
  }
}

/** The canonical loop: check the shape, check the action, observe, check the belief, check legality, execute, repeat. */
async function steps(parts: Parts): Promise<Ending> {
  const { task, record } = parts
  let told = introduction(record.state)
  while (record.state.steps < task.limits.steps) {
    const parsed = parseStep(await emitted(parts, told), task)
    if (!parsed.ok) {
      await record.add({ kind: 'step.malformed', body: { step: record.state.steps + 1, why: parsed.why } })
      told = reply(record.state, await rule(parts), null)
      continue
    }
    await propose(record, parsed.step)
    await check(parts, parsed.step.action)
    await observe(parts)
    if (isContradicted(record.state.masks)) return new Ending('CONTRADICTED')
    const ruling = await rule(parts)
    if (ruling.verdict === 'TERMINATE') return new Ending('EARNED', { freeText: parsed.step.free_text })
    const performed = ruling.verdict === 'ALLOW' ? await execute(parts, parsed.step.action) : null
    told = reply(record.state, ruling, performed)
  }
  return new Ending('STEPS_SPENT')
}

/** Waits for the agent's next step, unchecked. */
async function emitted({ agent, halt }: Parts, told: AgentMessage): Promise<unknown> {
  const given = await halt.wait(() => agent(told, halt.signal)).catch(failing('AGENT_FAILED'))
  if (given === null || given === undefined) throw new Ending('AGENT_ENDED')
  return given
}

/** Turns a failure into the end of the run. An aborted wait is not a failure. */
const failing =
  (code: 'AGENT_FAILED' | 'ENVIRONMENT_FAILED') =>
  (error: unknown): never => {
    if (error instanceof Ending) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new Ending(code, { why: why.slice(0, MAX_WHY_CHARS).toWellFormed() })
  }

const MAX_WHY_CHARS = 500

/** Records a well-formed step without its free text. A long payload becomes an artifact. */
async function propose(record: RunRecord, { belief, action }: Step): Promise<void> {
  const affordances = Object.entries(belief.affordances).map(([name, claimed]) => ({ name, claimed }))
  const payload = await record.shorten('payload', JSON.stringify(action.payload))
  const kept = payload.isWhole ? action : { ...action, payload: { ...judgedOf(action), artifact: 'payload' } }
  const body = { step: record.state.steps + 1, belief: { ...belief, affordances }, action: kept }
  await record.add({ kind: 'step.proposed', body }, payload.artifacts)
}

/** Checks an action that would be carried out. A denial is a fact, like any observation: the ruling follows from it. */
async function check({ environment, record }: Parts, action: Action): Promise<void> {
  if (isOwnAction(action.type) || environment.check === undefined) return
  const { denied, facts } = await environment.check(action).catch(failing('ENVIRONMENT_FAILED'))
  await record.note(facts)
  const { steps: step } = record.state
  if (denied !== null) await record.add({ kind: 'action.denied', body: { step, action: action.type, why: denied } })
}

/** Runs the probes that are due and records their answers. The fold combines them with the last execution. */
async function observe({ environment, task, record, halt }: Parts): Promise<void> {
  const { masks, execution, steps: step } = record.state
  // Probes with the same command share one run, so that their answers are from the same moment.
  const probed = new Map<string, Probed>()
  const answers: ProbeAnswer[] = []
  for (const question of questionsOf(task, masks, execution)) {
    const { command } = question.probe
    const key = JSON.stringify(command)
    const said =
      probed.get(key) ??
      (await halt.wait(() => environment.ask(command, halt.signal)).catch(failing('ENVIRONMENT_FAILED')))
    probed.set(key, said)
    answers.push(answerOf(question, said))
  }
  await record.add({ kind: 'observation.made', body: { step, answers } })
}

/** Records and returns the ruling that the facts lead to. */
async function rule({ record, halt }: Parts): Promise<Ruling> {
  // A person's stop takes precedence over any ruling.
  halt.signal.throwIfAborted()
  const { ruling, steps: step } = record.state
  if (ruling === null) throw new Error('Bug: the step has no ruling because it was not judged.')
  await record.add({ kind: 'verdict.given', body: { step, ...ruling } })
  return ruling
}

/** Carries out an allowed action. Its result is recorded at once and observed before the next step is judged. */
async function execute({ environment, record, halt }: Parts, action: Action): Promise<Performed | null> {
  if (isOwnAction(action.type)) return null
  halt.signal.throwIfAborted()
  const { steps: step } = record.state
  try {
    const performed = await halt.wait(() => environment.perform(action, halt.signal))
    if (performed !== null) await putOnRecord(record, action, performed)
    return performed
  } catch (error) {
    if (error instanceof LedgerError) throw error
    await record.add({ kind: 'action.interrupted', body: { step, action: action.type } })
    return failing('ENVIRONMENT_FAILED')(error)
  }
}

async function putOnRecord(record: RunRecord, { type }: Action, performed: Performed): Promise<void> {
  const { success, exit, wrote, stdout, stderr, droppedBytes } = performed
  const command = performed.command === null ? null : summaryOf(performed.command)
  const artifacts = [...(await record.keep('stdout', stdout)), ...(await record.keep('stderr', stderr))]
  const output_summary = outputOf(stdout, stderr)
  const body = { step: record.state.steps, action: type, command, success, exit, wrote, droppedBytes, output_summary }
  await record.add({ kind: 'action.executed', body }, artifacts)
}
