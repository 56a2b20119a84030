import { sha256 } from '../ledger/digest.ts'
import { type Entry, isObject, type Json } from '../ledger/kinds.ts'
import { objectIn, textIn } from '../session/body.ts'
import { sessionOf } from '../session/fold.ts'
import { type Call, type Session, type Step, stepsOf, type Text } from '../session/state.ts'
import { callFile, RESULT } from './names.ts'
import type { SeenWorker, Snapshot } from './snapshot.ts'
import { bytesOf, type Part, type TraceFile } from './state.ts'

/**
 * The subagents in a host session as workers. Short output is inside entries; it is addressed by its hash, like an
 * artifact, and `texts` holds the bytes.
 */
export type SubagentEvidence = { snapshot: Snapshot; texts: ReadonlyMap<string, Uint8Array> }

/** A session's stream and those of its subagents, by name. */
export type SessionStreams = ReadonlyMap<string, readonly Entry[]>

export type AgentStep = Extract<Step, { kind: 'agent' }>

/** The subagents named in these entries. */
export const agentsIn = (entries: readonly Entry[]): AgentStep[] =>
  stepsOf(sessionOf(entries)).filter((step) => step.kind === 'agent')

/** The evidence of a session's subagents. A subagent's job number is its position in the order of starting. */
export function subagentEvidence(session: string, streams: SessionStreams): SubagentEvidence {
  const texts = new Map<string, Uint8Array>()
  const sessions = new Map([...streams].map(([stream, entries]) => [stream, sessionOf(entries)]))
  const isOver = (sessions.get(session)?.ended ?? null) !== null
  const workers = startedIn(sessions).map((step, i): SeenWorker => {
    const stream = step.stream ?? ''
    const entries = streams.get(stream)
    const own = sessions.get(stream)
    if (entries === undefined || own === undefined)
      return { job: i + 1, stream, task: step.type, status: 'unavailable', why: null, files: [] }
    const ending = endingOf(step, own, isOver)
    return {
      job: i + 1,
      stream,
      task: taskOf(step, own, streams),
      ...ending,
      files: filesOf(own, entries, ending, texts),
    }
  })
  const heads = Object.fromEntries([...streams].map(([stream, entries]) => [stream, entries.at(-1)?.seq ?? 0]))
  return { snapshot: { run: session, workers, heads }, texts }
}

/** Every subagent once, in the order they started. */
function startedIn(sessions: ReadonlyMap<string, Session>): AgentStep[] {
  const steps = [...sessions.values()].flatMap((one) => stepsOf(one).filter((step) => step.kind === 'agent'))
  const byStream = new Map(steps.flatMap((step) => (step.stream === null ? [] : [[step.stream, step] as const])))
  return [...byStream.values()].sort((a, b) => (a.at < b.at || (a.at === b.at && a.seq < b.seq) ? -1 : 1))
}

type EndingOf = Pick<SeenWorker, 'status' | 'why'>

function endingOf({ stoppedAt }: AgentStep, own: Session, isSessionOver: boolean): EndingOf {
  const last = stepsOf(own).findLast(({ kind }) => kind === 'stop' || kind === 'failure')
  if (last?.kind === 'failure') return { status: 'failed', why: typeof last.error === 'string' ? last.error : null }
  if (stoppedAt !== null) return { status: 'success', why: null }
  return isSessionOver ? { status: 'failed', why: 'its session ended' } : { status: 'running', why: null }
}

/** Input fields that tell an agent what to do, in order of preference. */
const TASK_FIELDS = ['prompt', 'message', 'task', 'description'] as const

/** The subagent's task, from its own first notice or from the call that started it; otherwise its type. */
function taskOf({ agent, type }: AgentStep, own: Session, streams: SessionStreams): string {
  const told = stepsOf(own).find((step) => step.kind === 'notice' && step.origin === 'agent')
  if (told?.kind === 'notice' && typeof told.text === 'string') return told.text
  const started = [...streams.values()].flat().find((entry) => isStartOf(entry, agent))
  const input = started === undefined ? null : objectIn(started.body, 'input')
  const given = TASK_FIELDS.map((name) => input?.[name]).find((value) => typeof value === 'string' && value !== '')
  return typeof given === 'string' ? given : type
}

/** True if the call's result contains the agent's id. Hosts put it in different places. */
const isStartOf = ({ kind, body }: Entry, agent: string): boolean =>
  kind === 'dispatch.observed' &&
  agent !== '' &&
  TASK_FIELDS.some((name) => objectIn(body, 'input')?.[name] !== undefined) &&
  JSON.stringify(body['output'] ?? null).includes(agent)

function filesOf(
  own: Session,
  entries: readonly Entry[],
  ending: EndingOf,
  texts: Map<string, Uint8Array>,
): TraceFile[] {
  const steps = stepsOf(own)
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]))
  const calls = steps.filter((step) => step.kind === 'call')
  const files = calls.map((call, i) => {
    const seen = call.end === null ? undefined : bySeq.get(call.end.seq)
    const parts = seen === undefined ? [] : outputOf(seen).map((text) => partOf(text, texts))
    return fileOf(callFile(i + 1, call.tool), statusOf(call, ending), parts)
  })
  const message = steps.findLast((step) => step.kind === 'stop')?.message ?? null
  return message === null ? files : [...files, fileOf(RESULT, 'success', [partOf(message, texts)])]
}

const fileOf = (name: string, status: TraceFile['status'], parts: Part[]): TraceFile => ({
  name,
  status,
  bytes: bytesOf(parts),
  head: parts,
  tail: parts,
  output: null,
})

/** A call without a result was denied or failed with its agent. Until the agent ends, the call may still be running. */
function statusOf({ end, task, denied }: Call, { status }: EndingOf): TraceFile['status'] {
  if (end === null) return denied !== null || status !== 'running' ? 'failed' : 'running'
  switch (end.status) {
    case 'succeeded':
    case 'unknown':
      return 'success'
    case 'failed':
    case 'refused':
      return 'failed'
    case 'interrupted':
      return 'cancelled'
    case 'running':
      return task === null ? 'running' : task.exit === 0 ? 'success' : 'failed'
  }
}

/** The recorded output of a call: stdout, then stderr, because tools print their conclusion last. */
function outputOf(entry: Entry): Text[] {
  const output = objectIn(entry.body, 'output') ?? {}
  const texts = ['stdout', 'stderr', 'text'].map((name) => textIn(entry, output, name)).filter((text) => text !== null)
  const said = texts.filter((text) => text !== '')
  return texts.length === 0 ? detailsOf(entry, output['details']) : said.map((text, i) => apart(text, said[i + 1]))
}

/** Adds a line break if needed, so that two pieces of output never share a line. */
const apart = (text: Text, next: Text | undefined): Text =>
  next !== undefined && typeof text === 'string' && !text.endsWith('\n') ? `${text}\n` : text

/** A structured result as JSON, followed by its long strings, which are stored as artifacts. */
function detailsOf({ artifacts }: Entry, details: Json | undefined): Text[] {
  if (details === undefined || details === null) return []
  const stored = artifacts.filter(({ name }) => isObject(details) && name.startsWith('output.details'))
  return [
    `${JSON.stringify(details, null, 2)}\n`,
    ...stored.map(({ name, sha256: hash, bytes }) => ({ artifact: name, sha256: hash, bytes })),
  ]
}

function partOf(text: Text, texts: Map<string, Uint8Array>): Part {
  if (typeof text !== 'string') return { sha256: text.sha256, bytes: text.bytes }
  const bytes = Buffer.from(text.toWellFormed())
  const hash = sha256(bytes)
  texts.set(hash, bytes)
  return { sha256: hash, bytes: bytes.length }
}
