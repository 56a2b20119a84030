import type { ChildProcess } from 'node:child_process'
import { isObject } from '../ledger/kinds.ts'
import { GateError, type GateWorld } from '../supervisor/gate.ts'
import type { Gathered } from '../supervisor/gathered.ts'

/** Of Node, loaded only where it is needed: most turns end without. */
declare const require: (name: string) => typeof import('node:child_process')

/** Beside the program that hosts start. */
const PROGRAM = 'gather.cjs'

/** What it may take beyond its own limit to stop what it started and to say so. */
const GRACE_MS = 5_000

/** Has the gatherer run, and waits for what it says. While it runs, this process holds its input open. */
export const gathererIn =
  (folder: string, home: string): GateWorld['gather'] =>
  (asked) =>
    new Promise((resolve, reject) => {
      const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, [`${folder}/${PROGRAM}`], { stdio: ['pipe', 'pipe', 'inherit'] })
      const fail = (why: string): void => reject(new GateError('GATHERER_FAILED', why))
      const timer = setTimeout(() => end(child), asked.seconds * 1000 + GRACE_MS)
      let said = ''
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
      child.once('error', (error) => fail(error.message))
      child.once('close', (code) => {
        clearTimeout(timer)
        const gathered = gatheredIn(said)
        if (code === 0 && gathered !== null) resolve(gathered)
        else fail(`It ended with ${code} and said nothing that can be read.`)
      })
      child.stdin?.on('error', () => {})
      child.stdin?.write(`${JSON.stringify({ home, ...asked })}\n`)
    })

const end = (child: ChildProcess): void => void child.kill('SIGKILL')

function gatheredIn(text: string): Gathered | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return null
    const [fingerprint, head, said] = ['fingerprint', 'head', 'said'].map((name) => wordIn(value[name]))
    return { fingerprint: fingerprint ?? null, head: head ?? null, said: said ?? null }
  } catch {
    return null
  }
}

const wordIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
