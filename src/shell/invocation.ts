import { touchesOf } from './files.ts'
import { gitCommand } from './git.ts'
import type { Invocation, Run } from './run.ts'
import { wordsOf } from './value.ts'

/** Adds everything that a command's words alone show. */
export const invocationOf = (run: Run): Invocation => ({
  ...run,
  texts: wordsOf(run.args),
  touches: touchesOf(run),
  git: run.name === 'git' ? gitCommand(run) : null,
})
