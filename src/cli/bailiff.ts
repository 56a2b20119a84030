#!/usr/bin/env node
import { closeSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ancestorsFrom } from '../process/ancestors.ts'
import { main } from './main.ts'

const { env, stdout, stderr } = process
const say = writerTo(stdout)
const stopping = new AbortController()

process.exitCode = await main(process.argv.slice(2), {
  out: say,
  err: writerTo(stderr),
  raw: say,
  input: () => readFileSync(0, 'utf8'),
  talk: () => ({ input: heard(), write: said }),
  env,
  color: stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
  columns: stdout.isTTY === true ? stdout.columns || 80 : null,
  cwd: process.cwd(),
  ask,
  stopped,
  ancestors: () => [...ancestorsFrom(process.ppid)],
  hasTerminal,
  program: dirname(fileURLToPath(import.meta.url)),
})

function stopped(): AbortSignal {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stopping.abort())
  return stopping.signal
}

/** What comes in, until the other side is gone or somebody wants this to stop. */
async function* heard(): AsyncGenerator<Uint8Array> {
  const { stdin } = process
  stopped().addEventListener('abort', () => stdin.destroy())
  stdout.on('error', () => stdin.destroy())
  try {
    yield* stdin
  } catch (error) {
    if (!stdin.destroyed) throw error
  }
}

/** Resolves when there is room for more, or nobody reads any more. */
function said(text: string): Promise<void> {
  if (stdout.destroyed || stdout.errored !== null || stdout.write(text)) return Promise.resolve()
  return new Promise((resolve) => {
    const go = (): void => {
      for (const name of ['drain', 'close', 'error']) stdout.off(name, go)
      resolve()
    }
    for (const name of ['drain', 'close', 'error']) stdout.on(name, go)
  })
}

/** Whether a terminal controls this process: whoever was cut loose from one has none. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}

/** Both ends must be a terminal: an answer that comes through a pipe was given by a program. */
async function ask(question: string): Promise<string | null> {
  if (process.stdin.isTTY !== true || stderr.isTTY !== true) return null
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: stderr })
  try {
    const gone = new Promise<null>((resolve) => terminal.once('close', () => resolve(null)))
    const answer = terminal.question(question, { signal: stopping.signal }).catch(() => null)
    return await Promise.race([answer, gone])
  } finally {
    terminal.close()
  }
}

/** A reader that has seen enough ("| head") hears no more; what the command found, and so its exit code, stands. */
function writerTo(stream: NodeJS.WriteStream): (data: string | Uint8Array) => void {
  let isClosed = false
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    isClosed = true
  })
  return (data) => {
    // The event comes a turn later; until then everything written would be kept in memory.
    if (!isClosed && stream.errored === null) stream.write(data)
  }
}
