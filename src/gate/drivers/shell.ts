import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { renderCommand } from '../../policy/command.ts'
import { FOR_AGENT } from '../../process/environment.ts'
import type { RunResult } from '../../process/result.ts'
import { run } from '../../process/run.ts'
import type { ActionCall, CheckAction, CheckedAction, Environment, Performed } from '../environment.ts'
import { MAX_PROBED_BYTES } from '../probe.ts'
import type { Action } from '../step.ts'
import type { Task } from '../task.ts'

/**
 * The folder and environment variables that real processes run with. `check` is asked before each of them starts; without
 * it, the program that supervises the run vouches for them.
 */
export type Workspace = { cwd: string; env: NodeJS.ProcessEnv; check?: CheckAction }

/** Carries out a task's actions in a folder: writes files, and runs commands with limits and kills their process groups. */
export function shellEnvironment(task: Task, { cwd, env, check }: Workspace): Environment {
  const { command_seconds, output_kb } = task.limits
  const start = (command: readonly string[], maxOutputBytes: number, signal: AbortSignal): Promise<RunResult> => {
    const [program = '', ...args] = command
    return run(program, args, {
      cwd,
      env: { ...env, ...FOR_AGENT },
      timeoutMs: command_seconds * 1000,
      maxOutputBytes,
      signal,
    })
  }
  return {
    async check(action) {
      const call = callOf(task, action)
      return call === null || check === undefined ? UNCHECKED : check(call, cwd)
    },
    async perform({ type, payload }, signal) {
      const { runs, writes } = task.actions[type] ?? {}
      if (writes !== undefined) return write(cwd, writes, String(payload['content']))
      if (runs === undefined) return null
      const line = runs === 'any' ? String(payload['command']) : renderCommand(runs)
      return ran(line, await start(runs === 'any' ? ['sh', '-c', line] : runs, output_kb << 10, signal))
    },
    async ask(command, signal) {
      const denied = (await check?.({ kind: 'command', command: renderCommand(command) }, cwd))?.denied ?? null
      if (denied !== null) throw new Error(denied)
      const result = await start(command, MAX_PROBED_BYTES, signal)
      return { exit: exitOf(result), output: result.droppedBytes === 0 ? result.stdout.toString('utf8') : null }
    },
  }
}

const UNCHECKED: CheckedAction = { denied: null, facts: [] }

/** The call that an action makes; null if it makes none. */
function callOf(task: Task, { type, payload }: Action): ActionCall | null {
  const { runs, writes } = task.actions[type] ?? {}
  if (writes !== undefined) return { kind: 'write', path: writes, content: String(payload['content']) }
  if (runs === undefined) return null
  return { kind: 'command', command: runs === 'any' ? String(payload['command']) : renderCommand(runs) }
}

/** Writes the whole file or nothing. A symlink in its place is replaced, not followed. */
async function write(cwd: string, path: string, content: string): Promise<Performed> {
  const target = join(cwd, path)
  const command = `write ${path}`
  try {
    await mkdir(dirname(target), { recursive: true })
    const whole = `${target}.${randomBytes(6).toString('hex')}`
    await writeFile(whole, content, { flag: 'wx' })
    await rename(whole, target)
    return { ...SILENT, command, success: true, wrote: content !== '' }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ...SILENT, command, success: false, wrote: false, stderr: Buffer.from(`${why}\n`) }
  }
}

const SILENT = { exit: null, stdout: new Uint8Array(), stderr: new Uint8Array(), droppedBytes: 0 } as const

function ran(command: string, result: RunResult): Performed {
  const exit = exitOf(result)
  const { stdout, droppedBytes } = result
  const stderr = Buffer.concat([result.stderr, Buffer.from(SAID[result.ended])])
  return { command, success: exit === 0, exit, wrote: false, stdout, stderr, droppedBytes }
}

/** Text appended to the output of a command that did not exit by itself. */
const SAID: Readonly<Record<RunResult['ended'], string>> = {
  exited: '',
  killed: '(killed by a signal)\n',
  'timed-out': '(timed out)\n',
  'not-started': '(could not be started)\n',
}

/** A shell's exit code for a program that does not exist. */
const NOT_FOUND = 127

const exitOf = ({ ended, exit }: RunResult): number | null => (ended === 'not-started' ? NOT_FOUND : exit)
