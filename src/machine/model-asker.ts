import { isObject } from '../ledger/kinds.ts'
import { childProcess } from '../process/child-process.ts'
import type { GateWorld, ModelReply } from '../supervisor/stop/world.ts'

/** The file of the program that asks models, in the same folder as the program that hosts start. */
const PROGRAM = 'model.cjs'

/** Extra time beyond the program's own limit, to start and to report. */
const GRACE_MS = 2_000

/** Asks a model through a program of its own: the hook has no network code. */
export const askerIn =
  (folder: string): GateWorld['askModel'] =>
  ({ model, prompt }) =>
    new Promise((resolve) => {
      const child = childProcess().spawn(process.execPath, [`${folder}/${PROGRAM}`], {
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      const timer = setTimeout(() => child.kill('SIGKILL'), model.seconds * 1000 + GRACE_MS)
      let said = ''
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
      child.once('error', ({ message }) =>
        resolve({ kind: 'failed', why: `${PROGRAM} could not be started: ${message}` }),
      )
      child.once('close', (code) => {
        clearTimeout(timer)
        resolve(
          replyIn(said) ?? { kind: 'failed', why: `${PROGRAM} ended with exit code ${code} and without a reply.` },
        )
      })
      child.stdin?.on('error', () => {})
      child.stdin?.end(JSON.stringify({ model, prompt }))
    })

function replyIn(text: string): ModelReply | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return null
    if (typeof value['text'] === 'string') return { kind: 'replied', text: value['text'] }
    return typeof value['why'] === 'string' ? { kind: 'failed', why: value['why'] } : null
  } catch {
    return null
  }
}
