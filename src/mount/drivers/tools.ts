import { z } from 'zod'
import type { Draft } from '../../ledger/kinds.ts'
import { MountError } from '../errors.ts'
import { RESULT } from '../names.ts'
import { requireWorker, SEEN_STATUSES, type SeenWorker, type Snapshot } from '../snapshot.ts'
import { firstBytes, oneLine } from '../text.ts'
import { type CommandWorkspace, commandWork } from './command.ts'
import { readFile, requireFile } from './files.ts'
import { grepWorkers } from './grep.ts'
import type { Work } from './pool.ts'
import type { Run } from './run.ts'

/** A lead's tool. `call` checks its input and returns text, or throws a `MountError`. */
export type LeadTool = {
  name: string
  description: string
  input: z.ZodObject
  isReadOnly: boolean
  call(input: unknown): Promise<string>
}

/** Work by name: other agents, or the program's own functions. */
export type Agents = { readonly [name: string]: (task: string) => Work }

/** Checks a command line before it is started. `denied` is the reason, or null; `facts` are recorded with the run. */
export type CheckCommand = (command: string, cwd: string) => Promise<{ denied: string | null; facts: readonly Draft[] }>

export type SpawnOptions = {
  agents?: Agents
  /** Lets the lead run commands in this folder. Each command is checked first. */
  commands?: CommandWorkspace & { check: CheckCommand }
}

const DEFAULT_TIMEOUT_SECONDS = 300
const MAX_TIMEOUT_SECONDS = 3600
const MAX_READ_BYTES = 32 << 10
const LEAST_EVIDENCE_BYTES = 1024
const MOST_EVIDENCE_BYTES = 200_000
const MAX_LISTED = 100

const job = z.int().min(1).describe('the worker number that list_workers shows')

/**
 * A lead's tools, for any protocol. They give access only to the run's own workers. `open` is called when a tool is used,
 * so the first use may start the run.
 */
export function leadToolsFor(open: OpenRun, options: SpawnOptions = {}): LeadTool[] {
  return [...(canSpawn(options) ? [spawnTool(open, options)] : []), ...readingTools(open)]
}

type OpenRun = () => Promise<Run>

const canSpawn = ({ agents = {}, commands }: SpawnOptions): boolean =>
  Object.keys(agents).length > 0 || commands !== undefined

const tool = <Input extends z.ZodObject>(
  name: string,
  description: string,
  input: Input,
  call: (given: z.output<Input>) => Promise<string>,
  isReadOnly = true,
): LeadTool => ({
  name,
  description,
  input,
  isReadOnly,
  call: async (given) => {
    const read = input.safeParse(given)
    if (!read.success) throw new MountError('INPUT_INVALID', z.prettifyError(read.error))
    return call(read.data)
  },
})

function spawnTool(open: OpenRun, { agents = {}, commands }: SpawnOptions): LeadTool {
  const names = Object.keys(agents)
  const input = z.object({
    task: z.string().min(1).describe('what the worker should do'),
    ...(names.length > 0 && { agent: z.enum(names).optional().describe('the agent to use; default: the first') }),
    ...(commands !== undefined && { command: z.string().min(1).optional().describe('a command line to run instead') }),
    timeout_seconds: z.number().positive().max(MAX_TIMEOUT_SECONDS).default(DEFAULT_TIMEOUT_SECONDS),
    wait: z.boolean().default(false).describe('reply only after the worker has ended'),
  })
  return tool(
    'spawn_worker',
    'Starts a worker. Its tool outputs are recorded and become visible as evidence.',
    input,
    async (given) => {
      const { task, timeout_seconds, wait, agent, command } = given as z.output<typeof input> & {
        agent?: string
        command?: string
      }
      const run = await open()
      const work = await workFor(run, task, { agent, command }, { agents, commands })
      const job = await run.spawn(task, work, { timeoutMs: timeout_seconds * 1000 })
      if (wait) await run.wait(job)
      const seen = (await run.evidence.snapshot()).workers[job - 1]
      return `Worker ${job}: ${seen?.status ?? 'queued'}.`
    },
    false,
  )
}

async function workFor(
  run: Run,
  task: string,
  { agent, command }: { agent: string | undefined; command: string | undefined },
  { agents, commands }: { agents: Agents; commands: SpawnOptions['commands'] },
): Promise<Work> {
  if (command !== undefined && commands !== undefined) {
    await requirePermitted(run, command, commands)
    return async (worker, signal) => {
      // Checked again: other workers may have changed files or symlinks while this one waited.
      await requirePermitted(run, command, commands, 'again')
      return commandWork(command, commands)(worker, signal)
    }
  }
  const chosen = agents[agent ?? Object.keys(agents)[0] ?? '']
  if (chosen === undefined) throw new MountError('INPUT_INVALID', 'A worker needs a command.')
  return chosen(task)
}

/** Checks a command line and records the findings. A second check records them only if it denies the command. */
async function requirePermitted(
  run: Run,
  command: string,
  { check, cwd }: NonNullable<SpawnOptions['commands']>,
  time: 'first' | 'again' = 'first',
): Promise<void> {
  const { denied, facts } = await check(command, cwd)
  if (time === 'first' || denied !== null) await run.ledger.append(run.stream, facts)
  if (denied !== null) throw new MountError('SPAWN_DENIED', denied)
}

function readingTools(open: OpenRun): LeadTool[] {
  const snapshot = async (): Promise<Snapshot> => (await open()).evidence.snapshot()
  const worker = async (number: number): Promise<SeenWorker> => requireWorker((await snapshot()).workers, number)
  const read = async (number: number, name: string, start: number, end: number): Promise<string> => {
    const seen = await worker(number)
    const range = { start, end: Math.min(end, start + MAX_READ_BYTES) }
    const found = await readFile((await open()).ledger, seen.stream, requireFile(seen, name), range)
    const shown = `bytes ${found.start} to ${found.end} of ${found.bytes}`
    return `${name} of worker ${number}, ${shown}\n${found.text ?? '(binary: not shown)'}`
  }
  return [
    tool(
      'list_workers',
      'Lists the workers in this run with status, task and newest files, or one worker with all its files.',
      z.object({
        job: job.optional(),
        status: z.enum(SEEN_STATUSES).optional(),
        limit: z.int().min(1).max(MAX_LISTED).default(20),
      }),
      async ({ job: number, status, limit }) => {
        if (number !== undefined) return listLine(await worker(number), MAX_FILES_OF_ONE)
        const { workers } = await snapshot()
        const found = workers.filter((one) => status === undefined || one.status === status)
        const lines = found.slice(-limit).map((one) => listLine(one, MAX_LISTED_FILES))
        const more = found.length - lines.length
        return [
          found.length === 1 ? '1 worker' : `${found.length} workers`,
          ...lines,
          ...(more > 0 ? [`${more} older ones are not listed`] : []),
        ].join('\n')
      },
    ),
    tool(
      'read_worker_result',
      "Reads a worker's result, its final text.",
      z.object({ job }),
      async ({ job: number }) => {
        const { files } = await worker(number)
        const isThere = files.some(({ name }) => name === RESULT)
        return isThere ? read(number, RESULT, 0, MAX_READ_BYTES) : `Worker ${number} has no result.`
      },
    ),
    tool(
      'read_worker_file',
      "Reads a file from a worker's trace, at most 32 KB at a time.",
      z.object({
        job,
        name: z.string().describe('such as tool_calls/001_ssh_exec.txt'),
        start: z.int().min(0).default(0).describe('the first byte'),
        end: z.int().min(0).optional().describe('the byte after the last one; default: the end of the file'),
      }),
      ({ job: number, name, start, end = Number.MAX_SAFE_INTEGER }) => read(number, name, start, end),
    ),
    tool(
      'grep_workers',
      'Finds lines that contain a string, ignoring case, in all files of all workers in this run.',
      z.object({ pattern: z.string().min(1).max(500) }),
      async ({ pattern }) => {
        const { matches, isWhole } = await grepWorkers((await open()).ledger, (await snapshot()).workers, pattern)
        const lines = matches.map(({ job: number, name, line, text }) => `worker ${number} ${name}:${line}: ${text}`)
        if (lines.length === 0) return 'No match.'
        return [...lines, ...(isWhole ? [] : ['There may be more matches: a limit was reached.'])].join('\n')
      },
    ),
    tool(
      'get_worker_evidence',
      'Shows the evidence of one worker, or of all workers, within a byte budget.',
      z.object({
        job: job.optional(),
        budget_bytes: z.int().default(MAX_READ_BYTES),
      }),
      async ({ job: number, budget_bytes }) => {
        const bytes = Math.min(Math.max(budget_bytes, LEAST_EVIDENCE_BYTES), MOST_EVIDENCE_BYTES)
        const { text } = await (await open()).render({ bytes }, number)
        return text === '' ? 'No workers.' : text
      },
    ),
  ]
}

const MAX_LISTED_FILES = 20
const MAX_FILES_OF_ONE = 1000

function listLine({ job: number, status, why, task, files }: SeenWorker, most: number): string {
  const names = files
    .slice(-most)
    .map(({ name, bytes, status }) => `${name} ${bytes} B${status === 'success' ? '' : ` ${status}`}`)
  const more = files.length - names.length
  const listed = names.length === 0 ? 'no files' : `${more > 0 ? `${more} older, ` : ''}${names.join(', ')}`
  return `${number}. ${status}${why === null ? '' : ` (${oneLine(why)})`}: ${firstBytes(oneLine(task), 120)} [${listed}]`
}
