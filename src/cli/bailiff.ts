#!/usr/bin/env node
import { main } from './main.ts'

// A reader that has seen enough ("| head") is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const { env, stdout, stderr } = process

process.exitCode = await main(process.argv.slice(2), {
  out: (text) => stdout.write(text),
  err: (text) => stderr.write(text),
  raw: (bytes) => stdout.write(bytes),
  env,
  color: stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
})
