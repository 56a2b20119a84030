import { execFileSync } from 'node:child_process'
import { pickEnvironment } from '../../src/process/environment.ts'

/** A command that shows whether a program is installed. */
export type Probe = [string, ...string[]]

/** Tells whether a program that some machines lack can be started here. */
export function starts([program, ...args]: Probe): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore', env: pickEnvironment(process.env) })
    return true
  } catch {
    return false
  }
}
