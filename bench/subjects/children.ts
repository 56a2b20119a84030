import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Scaled, Sides } from './subject.ts'

export const DIST: string = resolve('dist')
export const BAILIFF: string = join(DIST, 'bailiff.cjs')

/**
 * A certificate bundle in the environment would slow every start of Node 20 by more than the hook itself takes, and an agent
 * may not approve a policy.
 */
const { NODE_EXTRA_CA_CERTS: _, CLAUDECODE: __, ...env } = process.env

/** Runs Node in a folder, with a text on standard input. Returns the standard output. */
export function start(args: readonly string[], input = '', cwd = process.cwd()): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, input, cwd, encoding: 'utf8' })
  if (status !== 0 || stderr !== '')
    throw new Error(`"node ${args.join(' ')}" failed with exit code ${status}: ${stderr}`)
  return stdout
}

/** Process starts per measurement. */
const A_ROUND = 5

/** Compares the CPU time of the processes that `act` starts with that of `node -e 0`, once everything they cache is there. */
export function besideNode(act: () => unknown, scaled: Scaled, starts: number = A_ROUND): Sides {
  for (let i = 0; i < 3; i++) {
    for (const name of readdirSync(DIST).filter((file) => file.endsWith('.compiled'))) makeDue(join(DIST, name))
    act()
  }
  return {
    baseline: () => cpuMillis(() => start(['-e', '0']), scaled(A_ROUND)),
    subject: () => cpuMillis(act, scaled(starts)),
  }
}

/** Makes a cache file due for an update. It begins with the time of the next one. */
function makeDue(file: string): void {
  const kept = readFileSync(file)
  if (kept.length > 0) writeFileSync(file, kept.fill('1', 0, kept.indexOf(' ')))
}

/** CPU time (user and system) of this process's children, per start. */
export function cpuMillis(act: () => unknown, starts: number): number {
  if (process.platform !== 'linux')
    throw new Error('This benchmark needs Linux: it reads the CPU time of children from /proc.')
  const from = childTicks()
  for (let i = 0; i < starts; i++) act()
  return ((childTicks() - from) * 10) / starts
}

function childTicks(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[13]) + Number(fields[14])
}
