import { spawn } from 'node:child_process'
import { runWith } from './run-with.ts'

/** Runs a program in a process group of its own and waits for it; see `runWith`. */
export const run = runWith(spawn)
