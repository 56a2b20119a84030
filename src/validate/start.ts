import { isObject } from '../ledger/kinds.ts'
import { closeHome } from '../ledger/stores/files/home.ts'
import { openFiles } from '../ledger/stores/files/open.ts'
import { CLAIM_TYPES } from '../policy/policy.ts'
import { CheckInterrupted } from '../supervisor/stop/interrupted.ts'
import { gatherFor, type Request, type WaitingHook } from './gathering.ts'

/**
 * The program that the hook starts at the end of a turn if the recorded evidence is not enough. It runs validators, which
 * the hook itself never does. It reads one line of JSON and prints one. When its input ends, the hook is gone: it stops,
 * unless it has told the hook that its checks continue in the background.
 */

/** Same as in the hook, which waits for this program. */
const LOCK_WAIT_MS = 500

function parse(line: string): Request & { home: string } {
  const value: unknown = JSON.parse(line)
  if (!isObject(value)) throw new TypeError('The request must be a JSON object.')
  const { home, stream, workspace, root, claims, seconds } = value
  const named = Array.isArray(claims) ? claims : []
  return {
    home: String(home),
    stream: String(stream),
    workspace: String(workspace),
    root: String(root),
    claims: CLAIM_TYPES.filter((type) => named.includes(type)),
    seconds: Number(seconds),
  }
}

function main(): void {
  const gone = new Promise<void>((resolve) => {
    process.stdin.on('end', resolve)
    process.stdin.on('error', () => resolve())
  })
  let given = ''
  let isAsked = false
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', (text: string) => {
    given += text
    const end = given.indexOf('\n')
    if (isAsked || end === -1) return
    isAsked = true
    void respond(given.slice(0, end), gone)
  })
}

async function respond(line: string, gone: Promise<void>): Promise<void> {
  const stopper = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => stopper.abort(new CheckInterrupted('killed', `${signal} ended it.`)))
  // The hook may be gone.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  let isTold = false
  const hook: WaitingHook = {
    gone,
    tell: (gathered) => {
      if (!isTold) process.stdout.write(`${JSON.stringify(gathered)}\n`)
      isTold = true
    },
  }
  try {
    const { home: dir, ...request } = parse(line)
    const home = openFiles(dir, { lockWaitMs: LOCK_WAIT_MS })
    try {
      await gatherFor(home, request, hook, stopper)
    } finally {
      closeHome(home)
    }
  } catch (error) {
    process.stderr.write(`bailiff: evidence could not be gathered: ${String(error).replace(/\s+/g, ' ')}\n`)
    process.exitCode = 1
  }
  // The hook keeps its end open until it has the answer.
  process.stdin.destroy()
}

main()
