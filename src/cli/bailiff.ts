#!/usr/bin/env node
import { closeSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'
import { ancestorsFrom } from '../process/ancestors.ts'
import { StoppedError } from './command.ts'
import { hearKeys } from './input/keys.ts'
import { main } from './main.ts'

const { env, stdout, stderr } = process
const say = writerTo(stdout)
const stopping = new AbortController()
let isHeard = false

process.exitCode = await main(process.argv.slice(2), {
  out: say,
  err: writerTo(stderr),
  raw: say,
  input,
  talk: () => ({ input: heard(), write: said }),
  env,
  color: stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
  columns: stdout.isTTY === true ? stdout.columns || 80 : null,
  cwd: process.cwd(),
  ask,
  secret,
  keys,
  stopped,
  ancestors: () => [...ancestorsFrom(process.ppid)],
  hasTerminal,
  program: dirname(fileURLToPath(import.meta.url)),
})

/** All of standard input. A person who types it is told so; `process.stdin` is left alone, as it would make this read fail. */
function input(): string {
  if (isatty(0)) stderr.write('Reading from the terminal. Press Ctrl-D on an empty line to end.\n')
  return readFileSync(0, 'utf8')
}

/** The signal that a person or the system gives to stop. Heard from the first call on. */
function stopped(): AbortSignal {
  if (!isHeard) for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stopping.abort())
  isHeard = true
  return stopping.signal
}

/** Reads standard input until the other side closes it or the person stops us. */
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

/** Resolves when there is room for more, or the reader is gone. */
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

/** True if this process has a controlling terminal. A detached process has none. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}

/** Both standard input and standard error must be terminals: an answer from a pipe comes from a program. */
function isAttended(): boolean {
  return process.stdin.isTTY === true && stderr.isTTY === true
}

function interrupt(): void {
  process.kill(process.pid, 'SIGINT')
}

function keys(onKey: (key: string) => void): (() => void) | null {
  return isAttended() ? hearKeys(process.stdin, onKey, interrupt) : null
}

async function ask(question: string): Promise<string | null> {
  if (!isAttended()) return null
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: stderr })
  try {
    const gone = new Promise<null>((resolve) => terminal.once('close', () => resolve(null)))
    const typed = terminal.question(question, { signal: stopping.signal }).catch(() => null)
    const answer = await Promise.race([typed, gone])
    if (answer !== null) return answer
    stderr.write('\n')
    throw new StoppedError()
  } finally {
    terminal.close()
  }
}

async function secret(question: string): Promise<string | null> {
  if (!isAttended()) return null
  const { readSecret } = await import('./input/secret.ts')
  const answer = await readSecret(process.stdin, (text) => stderr.write(text), question)
  if (answer === null) throw new StoppedError()
  return answer
}

/** Stops writing when the reader closes the pipe ("| head"). The exit code of the command stays the same. */
function writerTo(stream: NodeJS.WriteStream): (data: string | Uint8Array) => void {
  let isClosed = false
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    isClosed = true
  })
  return (data) => {
    // The error event arrives a tick later; until then everything written would stay in memory.
    if (!isClosed && stream.errored === null) stream.write(data)
  }
}
