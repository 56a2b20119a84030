import { isObject } from '../ledger/kinds.ts'
import { closeHome } from '../ledger/stores/files/home.ts'
import { openFiles } from '../ledger/stores/files/open.ts'
import { recorderOf } from '../ledger/stores/files/recorder.ts'
import { type ValidationTarget, worldOf } from '../machine/validation-world.ts'
import { CLAIM_TYPES, type ClaimType } from '../policy/policy.ts'
import { gather } from '../supervisor/stop/gather.ts'
import type { Gathered } from '../supervisor/stop/gathered.ts'

/**
 * The program that the hook starts at the end of a turn if the recorded evidence is not enough. It runs validators, which
 * the hook itself never does. It reads one line of JSON and prints one. When its input ends, the hook is gone and it stops.
 */

type Request = ValidationTarget & { home: string; claims: ClaimType[]; seconds: number }

/** Same as in the hook, which waits for this program. */
const LOCK_WAIT_MS = 500

async function answer(request: Request, gone: AbortSignal): Promise<Gathered> {
  const home = openFiles(request.home, { lockWaitMs: LOCK_WAIT_MS })
  try {
    const signal = AbortSignal.any([gone, AbortSignal.timeout(request.seconds * 1000)])
    const world = worldOf(home, request, { env: process.env, signal, seconds: request.seconds })
    if (world.kind === 'refused') return { fingerprint: null, head: null, said: world.sentence }
    return await gather(recorderOf(home), request.stream, request.claims, world)
  } finally {
    closeHome(home)
  }
}

function parse(line: string): Request {
  const value: unknown = JSON.parse(line)
  if (!isObject(value)) throw new TypeError('The request must be a JSON object.')
  const { home, stream, workspace, claims, seconds } = value
  const named = Array.isArray(claims) ? claims : []
  return {
    home: String(home),
    stream: String(stream),
    workspace: String(workspace),
    claims: CLAIM_TYPES.filter((type) => named.includes(type)),
    seconds: Number(seconds),
  }
}

function main(): void {
  const gone = new AbortController()
  let given = ''
  let isAsked = false
  process.stdin.setEncoding('utf8')
  process.stdin.on('end', () => gone.abort())
  process.stdin.on('error', () => gone.abort())
  process.stdin.on('data', (text: string) => {
    given += text
    const end = given.indexOf('\n')
    if (isAsked || end === -1) return
    isAsked = true
    void respond(given.slice(0, end), gone.signal)
  })
}

async function respond(line: string, gone: AbortSignal): Promise<void> {
  let code = 0
  try {
    process.stdout.write(`${JSON.stringify(await answer(parse(line), gone))}\n`)
  } catch (error) {
    process.stderr.write(`bailiff: evidence could not be gathered: ${String(error).replace(/\s+/g, ' ')}\n`)
    code = 1
  }
  process.exitCode = code
  // The hook keeps its end open until it has the answer.
  process.stdin.destroy()
}

main()
