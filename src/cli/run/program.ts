import { resolve } from 'node:path'
import { shellEnvironment, type Workspace } from '../../gate/drivers/shell.ts'
import { type ProgramAgent, startAgent } from '../../gate/drivers/stdio.ts'
import type { CheckAction } from '../../gate/environment.ts'
import { newStream, supervise } from '../../gate/loop.ts'
import type { RunResult } from '../../gate/result.ts'
import type { Task } from '../../gate/task.ts'
import { farewell } from '../../gate/tell.ts'
import { openFileStore } from '../../ledger/stores/files/files.ts'
import { closeHome } from '../../ledger/stores/files/home.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import { markClosed, markOpen, type OpenStream } from '../../ledger/stores/files/open-streams.ts'
import { processStart } from '../../ledger/stores/processes.ts'
import { actionCheckOf } from '../../machine/action-check.ts'
import { renderCommand } from '../../policy/command.ts'
import { FOR_AGENT } from '../../process/environment.ts'
import { type Args, FileError, type Io, RefusedError } from '../command.ts'
import { requireFolder } from '../input/files.ts'
import { oneLine } from '../screens/output.ts'
import { Live } from './live.ts'

/** The folder and environment in which the agent and its actions run. */
export function workspaceOf(args: Args, { cwd, env }: Io): Workspace {
  const dir = resolve(cwd, args.get('cwd') ?? '.')
  requireFolder(dir, 'Name a folder that exists with --cwd.')
  // The agent must not learn where the ledger is.
  const { BAILIFF_HOME: _home, ...others } = env
  return { cwd: dir, env: { ...others, ...FOR_AGENT } }
}

/** Supervises an agent program in a folder, and shows it live. */
export async function superviseProgram(
  command: readonly string[],
  task: Task,
  workspace: Workspace,
  args: Args,
  io: Io,
): Promise<RunResult> {
  const signal = io.stopped()
  const ledger = openFileStore(args.home)
  const home = openFiles(args.home)
  const check = actionCheckOf(home, io.env)
  const stream = newStream(Date.now())
  const live = args.json ? null : new Live(task, io)
  let agent: ProgramAgent | null = null
  let result: RunResult | null = null
  try {
    await requirePermitted(command, check, workspace.cwd)
    // Until the run ends, a process without a terminal may be one that its agent started.
    markOpen(args.home, { stream, workspace: workspace.cwd, process: ownProcess() })
    agent = await startAgent(command, workspace).catch(cannotStart(command))
    result = await supervise(agent.next, shellEnvironment(task, { ...workspace, check }), task, {
      ledger,
      signal,
      stream,
      about: { agent: renderCommand(command), cwd: workspace.cwd },
      watch: (fact, state) => live?.hear(fact, state),
    })
    return result
  } finally {
    live?.close()
    const said = await agent?.leave(result === null ? null : farewell(result))
    if (result?.outcome === 'stopped') complain(said ?? '', io)
    markClosed(args.home, stream)
    closeHome(home)
    await ledger.close()
  }
}

const ownProcess = (): OpenStream['process'] => {
  const start = processStart(process.pid)
  return start === null ? null : { pid: process.pid, start }
}

/** Throws if the agent's command is not permitted. It is checked too, because an agent may have started this program. */
async function requirePermitted(command: readonly string[], check: CheckAction, cwd: string): Promise<void> {
  const { denied } = await check({ kind: 'command', command: renderCommand(command) }, cwd)
  if (denied !== null) throw new RefusedError('RUN_DENIED', denied)
}

const cannotStart =
  (command: readonly string[]) =>
  (error: NodeJS.ErrnoException): never => {
    const remedy = 'Give the command that starts the agent after --.'
    throw new FileError(`Cannot start ${renderCommand(command)} (${error.code}). ${remedy}`, { cause: error })
  }

const SHOWN_LINES = 5

/** Prints the last lines of an agent that ended early. */
function complain(text: string, io: Io): void {
  const lines = text.trimEnd().split('\n').slice(-SHOWN_LINES)
  if (text.trim() !== '') io.err(lines.map((line) => `agent: ${oneLine(line, SHOWN_CHARS)}\n`).join(''))
}

const SHOWN_CHARS = 200
