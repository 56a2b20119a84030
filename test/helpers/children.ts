import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Receipt } from '../../src/ledger/kinds.ts'
import type { HomeOptions } from '../../src/ledger/stores/files/home.ts'
import { program } from './programs.ts'
import { LONG } from './scale.ts'

/** The path of a program in `test/helpers`. */
export const helper = (name: string): string => resolve('test/helpers', name)
export const BAILIFF = resolve('dist/bailiff.cjs')

/** A fault for `fault-at.mjs`; see there. */
export type Fault = { home: string; at: number; how: string; on?: string; into?: string }

/** The exit of a process, with all its output. */
export type Ended = { pid: number; code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

export type Child = { process: ChildProcess; pid: number; ended: Promise<Ended>; said(text: string): Promise<void> }

/** Starts Node on a program, with an optional fault and input. Kills the process when the test ends. */
export function start(
  argv: readonly string[],
  fault?: Fault,
  runner = process.execPath,
  { input, env = process.env }: { input?: string; env?: NodeJS.ProcessEnv } = {},
): Child {
  const preload = fault === undefined ? [] : ['--import', pathToFileURL(helper('fault-at.mjs')).href]
  const child = spawn(runner, [...preload, ...argv], {
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    env: { ...env, ...(fault && { BAILIFF_FAULT: JSON.stringify(fault) }) },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  // The process may exit before it has read everything.
  child.stdin?.on('error', () => {}).end(input)
  const output = new Output()
  child.stdout?.setEncoding('utf8').on('data', (text: string) => output.hear('stdout', text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => output.hear('stderr', text))
  const pid = child.pid ?? 0
  const ended = new Promise<Ended>((resolveEnded, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      output.end()
      resolveEnded({ pid, code, signal, stdout: output.stdout, stderr: output.stderr })
    })
  })
  return { process: child, pid, ended, said: (text) => output.said(text) }
}

/** Collects the output of a process and lets callers wait for a text in it. */
class Output {
  stdout = ''
  stderr = ''
  #waiting: { text: string; resolve: () => void; reject: (error: Error) => void }[] = []
  #hasEnded = false

  hear(where: 'stdout' | 'stderr', text: string): void {
    this[where] += text
    this.#tell()
  }

  /** Rejects everything still waiting. */
  end(): void {
    this.#hasEnded = true
    this.#tell()
  }

  said(text: string): Promise<void> {
    return new Promise((resolveSaid, reject) => {
      this.#waiting.push({ text, resolve: resolveSaid, reject })
      this.#tell()
    })
  }

  #tell(): void {
    const isHeard = ({ text }: { text: string }): boolean => this.stdout.includes(text) || this.stderr.includes(text)
    for (const { resolve: tell } of this.#waiting.filter(isHeard)) tell()
    this.#waiting = this.#waiting.filter((one) => !isHeard(one))
    if (!this.#hasEnded) return
    for (const { text, reject } of this.#waiting)
      reject(new Error(`The process exited without printing "${text}": ${this.stdout}${this.stderr}`))
    this.#waiting = []
  }
}

/** Starts a process that stops itself at a fault, and resolves once it has stopped. */
export async function startStopped(argv: readonly string[], fault: Omit<Fault, 'how'>): Promise<Child> {
  const child = start(argv, { ...fault, how: 'stop' })
  await child.said('hit ')
  // Only /proc shows that a process has stopped.
  while (stateOf(child.pid) !== 'T') await sleep(1)
  return child
}

/** The state of a process in /proc: R, S, T (stopped), Z (zombie) … */
export const stateOf = (pid: number): string => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.[0] ?? ''

export const run = (argv: readonly string[], fault?: Fault): Promise<Ended> => start(argv, fault).ended

/** The label of the operation that the fault hit, or null if the program ended first. */
export const hitOf = ({ stderr }: Ended): string | null => /^hit (.*)$/m.exec(stderr)?.[1] ?? null

/** One append of `append.mjs`. */
export type Job = { stream: string; ids: string[]; artifact?: string; apart?: true }

/** The arguments that make `append.mjs`, or a similar program, do these jobs. */
export const appending = (
  home: string,
  jobs: Job[],
  options: Omit<HomeOptions, 'now'> = {},
  path = program('append'),
): string[] => [path, JSON.stringify({ home, options, jobs })]

/** The arguments that rotate the key: of a small program that starts fast, in the long suite of the command. */
export const rotating = (home: string): string[] =>
  LONG ? [BAILIFF, 'key', 'rotate', '--yes', '--home', home] : [program('upkeep'), home, 'rotate']

/** The same for a collection of streams that are older than some days. */
export const collecting = (home: string, days: number): string[] =>
  LONG
    ? [BAILIFF, 'gc', '--yes', '--max-age', `${days}d`, '--home', home]
    : [program('upkeep'), home, 'collect', `${days}`]

/** The store's answer to a process about the entries it appended. */
export type Ack = { ids: string[]; stream: string } & (
  | { kind: 'written'; receipts: Receipt[] }
  | { kind: 'spooled'; spool: string }
)

/** The acknowledgements a process printed, one per line. */
export const acksOf = ({ stdout }: Pick<Ended, 'stdout'>): Ack[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{"ids"'))
    .map((line) => JSON.parse(line) as Ack)
