import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeEach } from 'vitest'
import { pickEnvironment } from '../../src/process/environment.ts'

/** A command that prints a program's version; its last word asks for it. */
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

/**
 * Names programs from PATH in the errors of the tests around this call: "cargo 1.65.0 (/usr/bin/cargo)". Asks for versions
 * only if a test fails.
 */
export function nameOnFailure(...probes: Probe[]): void {
  beforeEach(({ task, onTestFailed }) => {
    onTestFailed(() => {
      const programs = probes.map(nameOf).join(', ')
      for (const error of task.result?.errors ?? []) error.message += `\nPrograms from PATH: ${programs}`
    })
  })
}

/** A program's name, version and path. Some programs print their version to standard error. */
export function nameOf([program, ...args]: Probe): string {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: pickEnvironment(process.env) })
  const version = /\d+(?:\.\d+)+\S*/.exec(`${stdout}\n${stderr}`)?.[0] ?? 'of unknown version'
  return `${[program, ...args.slice(0, -1)].join(' ')} ${version} (${programIn(process.env['PATH'], program) ?? 'not in PATH'})`
}

/** The path of a program in these folders. */
export const programIn = (folders = '', program: string): string | undefined =>
  folders
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((one) => existsSync(one))
