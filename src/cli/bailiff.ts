#!/usr/bin/env node
import { dirname } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { main } from './main.ts'

const { env, stdin, stdout, stderr } = process
const say = writerTo(stdout)

process.exitCode = await main(process.argv.slice(2), {
  out: say,
  err: writerTo(stderr),
  raw: say,
  env,
  color: stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
  cwd: process.cwd(),
  ask: stdin.isTTY === true && stdout.isTTY === true ? ask : null,
  program: dirname(fileURLToPath(import.meta.url)),
})

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: stdin, output: stdout })
  try {
    return await terminal.question(question)
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
