import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { HomeOptions } from '../../src/ledger/stores/files/home.ts'
import type { Receipt } from '../../src/ledger/kinds.ts'

/** A program of `test/helpers`, or of the built package. */
export const helper = (name: string): string => resolve('test/helpers', name)
export const BAILIFF = resolve('dist/bailiff.js')

/** What `fault-at.mjs` does to a process; see there. */
export type Fault = { home: string; at: number; how: string; on?: string }

/** How a process ended, and everything it said. */
export type Ended = { pid: number; code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

export type Child = { process: ChildProcess; pid: number; ended: Promise<Ended>; said(text: string): Promise<void> }

/** Starts Node on a program, with a fault where one is given. */
export function start(argv: readonly string[], fault?: Fault, program = process.execPath): Child {
  const preload = fault === undefined ? [] : ['--import', pathToFileURL(helper('fault-at.mjs')).href]
  const child = spawn(program, [...preload, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(fault && { BAILIFF_FAULT: JSON.stringify(fault) }) },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const pid = child.pid ?? 0
  const ended = new Promise<Ended>((resolveEnded, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolveEnded({ pid, code, signal, ...output }))
  })
  return { process: child, pid, ended, said: (text) => saidBy(child, output, text) }
}

/** Resolves once a process has said something, and rejects where it ends without. */
function saidBy(child: ChildProcess, output: { stdout: string; stderr: string }, text: string): Promise<void> {
  return new Promise((resolveSaid, reject) => {
    const look = (): void => {
      if (`${output.stdout}${output.stderr}`.includes(text)) resolveSaid()
    }
    look()
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.once('close', () => reject(new Error(`ended without saying "${text}": ${output.stdout}${output.stderr}`)))
  })
}

export const run = (argv: readonly string[], fault?: Fault): Promise<Ended> => start(argv, fault).ended

/** Where a fault struck: the label of the operation, or null where the program came to its end before. */
export const hitOf = ({ stderr }: Ended): string | null => /^hit (.*)$/m.exec(stderr)?.[1] ?? null

/** One append of `append.mjs`. */
export type Job = { stream: string; ids: string[]; artifact?: string }

/** The arguments that have `append.mjs`, or a program like it, do these jobs. */
export const appending = (
  home: string,
  jobs: Job[],
  options: Omit<HomeOptions, 'now'> = {},
  program = helper('append.mjs'),
): string[] => [program, JSON.stringify({ home, options, jobs })]

/** What a process was told by the store about entries it appended. */
export type Ack = { ids: string[]; stream: string } & (
  | { kind: 'written'; receipts: Receipt[] }
  | { kind: 'spooled'; spool: string }
)

/** The acknowledgements a process printed, one a line. */
export const acksOf = ({ stdout }: Pick<Ended, 'stdout'>): Ack[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{"ids"'))
    .map((line) => JSON.parse(line) as Ack)
