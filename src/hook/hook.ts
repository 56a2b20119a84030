import { writeSync } from 'node:fs'
import type { Host } from '../hosts/host.ts'
import { startedBy } from '../hosts/nesting.ts'
import { findHost, HostError } from '../hosts/registry.ts'
import { lastMessage, transcriptsOf } from '../hosts/transcripts.ts'
import { LedgerError } from '../ledger/errors.ts'
import { isObject, type JsonObject } from '../ledger/kinds.ts'
import { closeHome, defaultHome } from '../ledger/stores/files/home.ts'
import { openFiles } from '../ledger/stores/files/open.ts'
import { type Answer, GO_ON } from '../supervisor/answer.ts'
import type { HostEvent, Parsed } from '../supervisor/event.ts'
import { receive } from '../supervisor/receive.ts'
import { type Payload, readInput } from './input.ts'
import { recorderOf } from './recorder.ts'

/**
 * The program a host starts for each event: `bailiff hook <host> <event> [--home <dir>]`, with the event on standard
 * input. It answers with JSON on standard output, and nothing else there. It always ends with 0: what goes wrong inside
 * is told on standard error, and the host goes on.
 */

/** A hook gives way sooner than a library: somebody is waiting for it. */
const LOCK_WAIT_MS = 500

/** Answers the event on standard input, and then says that it is done. */
export function hook(args: string[], done: (code: number) => void): void {
  readInput((payload) => {
    let answer: JsonObject = {}
    try {
      answer = answerTo(parseArgs(args), payload)
    } catch (error) {
      const code = error instanceof LedgerError || error instanceof HostError ? error.code : 'INTERNAL'
      const message = String(error instanceof Error ? error.message : error).replace(/\s+/g, ' ')
      say(2, `bailiff: not recorded: ${message} [${code}]\n`)
    }
    say(1, `${JSON.stringify(answer)}\n`)
    // A read that still waits keeps a process from ending in any other way.
    if (payload.isStuck) process.kill(process.pid, 'SIGKILL')
    done(0)
  })
}

type Call = { host: Host; event: string; home: string }

function parseArgs(args: string[]): Call {
  const at = args.indexOf('--home')
  const home = at === -1 ? defaultHome(process.env) : (args[at + 1] ?? '')
  const [name = '', event = ''] = at === -1 ? args : [...args.slice(0, at), ...args.slice(at + 2)]
  return { host: findHost(name), event, home }
}

function answerTo({ host, event, home: dir }: Call, payload: Payload): JsonObject {
  const home = openFiles(dir, { lockWaitMs: LOCK_WAIT_MS })
  try {
    const world = { recorder: recorderOf(home), transcripts: transcriptsOf(host.seenIn) }
    return phrased(host, event, receive(world, eventOf(host, event, payload)))
  } finally {
    closeHome(home)
  }
}

/** The event in our words. What is no JSON object is an event all the same, of a session nobody knows. */
function eventOf(host: Host, name: string, payload: Payload): HostEvent {
  const given = parseJson(payload.bytes) ?? { unreadable: payload.bytes.toString('latin1') }
  const parsed = host.parse(name, payload.isCut ? { ...given, cut: true } : given)
  const event = withMessage(host.complete?.(parsed) ?? parsed, host)
  return { ...event, startedBy: startedBy(host.name, process.env), raw: payload.bytes }
}

function parseJson(bytes: Buffer): JsonObject | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return isObject(value) ? (value as JsonObject) : null
  } catch {
    return null
  }
}

function withMessage(event: Parsed, host: Host): Parsed {
  const { report, transcript } = event
  if (report.kind !== 'stop' || report.message !== null || transcript === null) return event
  return { ...event, report: { ...report, message: lastMessage(transcript, host.seenIn) } }
}

/** Where a host has no such answer, it goes on, and the ledger says what was meant. */
const phrased = (host: Host, event: string, answer: Answer): JsonObject =>
  host.phrase(event, answer) ?? host.phrase(event, GO_ON) ?? {}

function say(fd: 1 | 2, text: string): void {
  try {
    writeSync(fd, text)
  } catch {
    // Nobody is listening.
  }
}
