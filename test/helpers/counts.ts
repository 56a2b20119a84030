import child, { ChildProcess } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { configureGlobal, defaultReportMessage } from 'fast-check'

/** The cost of a test file, in numbers that are the same on every machine. */
export type Counts = { processes: number; git: number; cases: number }

declare module 'vitest' {
  interface TaskMeta {
    counts?: Counts
  }
}

export const NOTHING: Counts = { processes: 0, git: 0, cases: 0 }

let counted: Counts = { ...NOTHING }

/** The counts since the last call. Processes that a started process starts are not counted. */
export function takeCounts(): Counts {
  const taken = counted
  counted = { ...NOTHING }
  return taken
}

let isCounting = true

/** Stops counting until the returned function is called. Each worker makes its own templates, and people have more or fewer workers. */
export function pauseCounting(): () => void {
  isCounting = false
  return () => {
    isCounting = true
  }
}

function count(program: unknown): void {
  if (!isCounting) return
  counted.processes++
  if (basename(String(program)) === 'git') counted.git++
}

const { prototype } = ChildProcess as unknown as { prototype: { spawn(options: { file: string }): unknown } }
const { spawn } = prototype
prototype.spawn = function (options) {
  count(options.file)
  return spawn.call(this, options)
}
for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const) {
  const start = child[name] as (...given: unknown[]) => unknown
  const counting = (...given: unknown[]): unknown => {
    count(name === 'execSync' ? 'sh' : given[0])
    return start(...given)
  }
  Object.assign(child, { [name]: counting })
}
syncBuiltinESMExports()

configureGlobal({
  reporter: (details) => {
    counted.cases += details.numRuns
    if (details.failed) throw new Error(defaultReportMessage(details), { cause: details.errorInstance })
  },
})
