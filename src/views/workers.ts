import { isObject, type Json } from '../ledger/kinds.ts'
import type { Evidence, Reading } from '../mount/drivers/evidence.ts'
import { isAlive } from '../mount/drivers/run.ts'
import { factOf } from '../mount/facts.ts'
import type { SeenWorker } from '../mount/snapshot.ts'
import type { WorkerState } from '../mount/state.ts'

/** A worker in a run, for screens and programs. `at` is null if its trace is gone. */
export type WorkerSummary = {
  job: number
  worker: string
  status: SeenWorker['status']
  why: string | null
  task: string
  at: WorkerState['at'] | null
  bytes: number
  files: FileSummary[]
}

type FileSummary = { name: string; status: string; bytes: number }

/** The current workers of a run, in order of their job numbers. */
export async function readWorkers(evidence: Evidence): Promise<WorkerSummary[]> {
  const { workers } = await evidence.snapshot()
  const summaries: WorkerSummary[] = []
  for (const worker of workers) summaries.push(summaryOf(worker, await evidence.worker(worker.job)))
  return summaries
}

function summaryOf({ job, stream, status, why, task, files }: SeenWorker, state: WorkerState | null): WorkerSummary {
  return {
    job,
    worker: stream,
    status,
    why: state !== null && state.at.ended === null && !isAlive(state.process) ? GONE : why,
    task,
    at: state?.at ?? null,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    files: files.map(({ name, status: ended, bytes }) => ({ name, status: ended, bytes })),
  }
}

/** The end of such a worker is recorded only when its run is opened again. */
const GONE = 'its process is gone'

/** A worker's tool call: its input and how it ended. */
export type CallSummary = { file: string; tool: string; input: Json; exit: number | null }

/** The tool calls in a worker's stream, in order. */
export async function readCalls(ledger: Reading, worker: string): Promise<CallSummary[]> {
  const calls = new Map<number, CallSummary>()
  for await (const entry of ledger.read(worker)) {
    const fact = factOf(entry)
    if (fact?.kind === 'call.started') {
      const { call, tool, file, input } = fact.body
      calls.set(call, { file, tool, input: parsed(input), exit: null })
    }
    if (fact?.kind === 'call.ended') {
      const known = calls.get(fact.body.call)
      if (known !== undefined) known.exit = fact.body.exit
    }
  }
  return [...calls.values()]
}

/** Parses an input. A cut input is no longer valid JSON and stays a string. */
function parsed(input: string): Json {
  try {
    const value: unknown = JSON.parse(input)
    return isObject(value) || typeof value === 'string' ? (value as Json) : input
  } catch {
    return input
  }
}
