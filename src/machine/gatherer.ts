import type { ChildProcess } from 'node:child_process'
import { isObject, type JsonObject } from '../ledger/kinds.ts'
import { childProcess } from '../process/child-process.ts'
import { objectIn } from '../session/body.ts'
import { checkingIn } from '../session/judgement.ts'
import { GateError } from '../supervisor/stop/gate-error.ts'
import type { Gathered } from '../supervisor/stop/gathered.ts'
import type { GateWorld } from '../supervisor/stop/world.ts'

/** The gatherer's file, in the same folder as the program that hosts start. */
const PROGRAM = 'gather.cjs'

/** Extra time beyond the gatherer's own limit, to stop its children and report. */
const GRACE_MS = 5_000

/**
 * Runs the gatherer and waits for its result. Keeps its standard input open meanwhile, so that it notices if the hook dies.
 * It has its own process group and none of the host's pipes, so that slow checks can continue after the hook.
 */
export const gathererIn =
  (folder: string, home: string): GateWorld['gather'] =>
  ({ stream, claims, seconds, active, root }) =>
    new Promise((resolve, reject) => {
      const child = childProcess().spawn(process.execPath, [`${folder}/${PROGRAM}`], {
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: true,
      })
      const fail = (why: string): void => reject(new GateError('GATHERER_FAILED', why))
      const timer = setTimeout(() => end(child), seconds * 1000 + GRACE_MS)
      let said = ''
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        said += text
        const gathered = said.endsWith('\n') ? gatheredIn(said) : null
        if (gathered?.checking === undefined) return
        clearTimeout(timer)
        resolve(gathered)
      })
      child.stderr?.on('data', (text: Buffer) => process.stderr.write(text))
      child.once('error', (error) => fail(error.message))
      child.once('close', (code) => {
        clearTimeout(timer)
        const gathered = gatheredIn(said)
        if (code === 0 && gathered !== null) resolve(gathered)
        else fail(`It ended with exit code ${code} and printed no readable result.`)
      })
      child.stdin?.on('error', () => {})
      child.stdin?.write(`${JSON.stringify({ home, stream, workspace: active.project, root, claims, seconds })}\n`)
    })

const end = (child: ChildProcess): void => void child.kill('SIGKILL')

function gatheredIn(text: string): Gathered | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return null
    const [fingerprint, head, said] = ['fingerprint', 'head', 'said'].map((name) => wordIn(value[name]))
    const checking = checkingIn(objectIn(value as JsonObject, 'checking'))
    const known = { fingerprint: fingerprint ?? null, head: head ?? null, said: said ?? null }
    return checking === null ? known : { ...known, checking }
  } catch {
    return null
  }
}

const wordIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
