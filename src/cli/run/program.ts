import { resolve } from 'node:path'
import { shellEnvironment, type Workspace } from '../../gate/drivers/shell.ts'
import { type ProgramAgent, startAgent } from '../../gate/drivers/stdio.ts'
import { supervise } from '../../gate/loop.ts'
import type { RunResult } from '../../gate/result.ts'
import type { Task } from '../../gate/task.ts'
import { farewell } from '../../gate/tell.ts'
import { openFileStore } from '../../ledger/stores/files/files.ts'
import { renderCommand } from '../../policy/command.ts'
import { type Args, FileError, type Io } from '../command.ts'
import { requireFolder } from '../input/files.ts'
import { oneLine } from '../screens/output.ts'
import { Live } from './live.ts'

/** The folder and environment in which the agent and its actions run. */
export function workspaceOf(args: Args, { cwd, env }: Io): Workspace {
  const dir = resolve(cwd, args.get('cwd') ?? '.')
  requireFolder(dir, 'Name a folder that exists with --cwd.')
  // The agent must not learn where the ledger is.
  const { BAILIFF_HOME: _home, ...others } = env
  return { cwd: dir, env: others }
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
  const live = args.json ? null : new Live(task, io)
  let agent: ProgramAgent | null = null
  let result: RunResult | null = null
  try {
    agent = await startAgent(command, workspace).catch(cannotStart(command))
    result = await supervise(agent.next, shellEnvironment(task, workspace), task, {
      ledger,
      signal,
      about: { agent: renderCommand(command), cwd: workspace.cwd },
      watch: (fact, state) => live?.hear(fact, state),
    })
    return result
  } finally {
    live?.close()
    const said = await agent?.leave(result === null ? null : farewell(result))
    if (result?.outcome === 'stopped') complain(said ?? '', io)
    await ledger.close()
  }
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
