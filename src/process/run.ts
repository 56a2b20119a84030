import { spawn } from 'node:child_process'
import { runWith } from './run-with.ts'

/** Runs a program in its own process group and waits for it; see `runWith`. */
export const run = runWith(spawn)
