import { writeSync } from 'node:fs'
import { HostError } from '../hosts/errors.ts'
import { readEvent } from '../hosts/event.ts'
import type { Host } from '../hosts/host.ts'
import { findHost } from '../hosts/registry.ts'
import { transcriptsOf } from '../hosts/transcripts.ts'
import { LedgerError } from '../ledger/errors.ts'
import type { JsonObject } from '../ledger/kinds.ts'
import type { Recorder } from '../ledger/store.ts'
import { closeHome, type Home } from '../ledger/stores/files/home.ts'
import { type Keyring, openKeyring } from '../ledger/stores/files/keyring.ts'
import { defaultHome } from '../ledger/stores/files/layout.ts'
import { openFiles } from '../ledger/stores/files/open.ts'
import { recorderOf } from '../ledger/stores/files/recorder.ts'
import { isSuccessor } from '../ledger/stores/files/rotations.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import { contents } from '../machine/contents.ts'
import { openSessionsIn } from '../machine/open-sessions.ts'
import { readPause } from '../machine/pause.ts'
import { pickEnvironment } from '../process/environment.ts'
import { isOver } from '../session/pause.ts'
import { type Answer, GO_ON, Unrecorded } from '../supervisor/answer.ts'
import type { HostEvent } from '../supervisor/event.ts'
import { passOver, takeUp } from '../supervisor/record/pause.ts'
import type { World } from '../supervisor/world.ts'
import { printable } from '../views/printable.ts'
import { type Payload, readInput } from './input.ts'
import { hasOwnHooks, hasSharedHook } from './own.ts'

/**
 * The program a host starts for each event: `bailiff hook <host> <event> [--home <dir>] [--key <id>] [--shared] [--plugin]`,
 * with the event on standard input. It prints its answer as JSON on standard output, and nothing else. The exit code is always
 * 0: errors go to standard error, and the host continues.
 */

/** Shorter than the library's default: a host and a person wait for each hook. */
const LOCK_WAIT_MS = 500

/** `home` is the state directory; `opened` is null if it cannot be opened; `folder` holds the running program. */
export type Around = { home: Readable; opened: Home | null; folder: string }

export type Receive = (world: World, event: HostEvent, around: Around) => Answer | Promise<Answer>

/** Makes a hook that answers the event on standard input, then calls `done`. */
export const hookWith =
  (receive: Receive) =>
  (args: string[], folder: string, done: (code: number) => void): void =>
    readInput((payload) =>
      answerEvent(args, payload, { folder, receive, warn: (line) => say(2, line) }, (answer) => {
        say(1, `${JSON.stringify(answer)}\n`)
        // A pending read keeps the process alive; only a signal ends it.
        if (payload.isStuck) process.kill(process.pid, 'SIGKILL')
        done(0)
      }),
    )

type Answering = { folder: string; receive: Receive; warn(line: string): void }

/** Answers one event. Calls `finish` exactly once, whatever fails. */
export function answerEvent(
  args: string[],
  payload: Payload,
  answering: Answering,
  finish: (answer: JsonObject) => void,
): void {
  try {
    answerTo(parseArgs(args), payload, answering, finish)
  } catch (error) {
    answering.warn(explained(error))
    finish({})
  }
}

/** `key` is the key id of the ledger that the hook was installed for. */
type HookArgs = { host: Host; event: string; home: string; key: string | null; isShared: boolean; isPlugin: boolean }

/** Ignores unknown options: they come from another version. */
function parseArgs([name = '', event = '', ...options]: string[]): HookArgs {
  const value = (option: string): string | null =>
    options.includes(option) ? (options[options.indexOf(option) + 1] ?? '') : null
  return {
    host: findHost(name),
    event,
    home: value('--home') ?? defaultHome(process.env),
    key: value('--key'),
    isShared: options.includes('--shared'),
    isPlugin: options.includes('--plugin'),
  }
}

/** Only the end of a turn is asynchronous. All other events are answered synchronously, which is faster. */
function answerTo(
  { host, event: name, home: dir, key, isShared, isPlugin }: HookArgs,
  payload: Payload,
  { folder, receive, warn }: Answering,
  finish: (answer: JsonObject) => void,
): void {
  const { env } = process
  if ((isShared && hasOwnHooks(host.name, env)) || (isPlugin && hasSharedHook(host.name, name, env))) {
    finish({})
    return
  }
  const event = readEvent(host, name, payload, process.env)
  const opened = opening(dir)
  const end = (answer: JsonObject): void => {
    if (opened.home !== null) closeHome(opened.home)
    finish(answer)
  }
  const tell = (answer: Answer): void => end(phrased(host, name, answer, warn))
  const fail = (error: unknown): void => {
    // Protection holds even if nothing can be recorded.
    warn(explained(error instanceof Unrecorded ? error.cause : error))
    if (error instanceof Unrecorded) tell(error.answer)
    else end({})
  }
  try {
    const world = {
      recorder: opened.recorder,
      sessions: openSessionsIn(dir),
      transcripts: transcriptsOf(host.seenIn),
      environment: pickEnvironment(process.env),
      contents: contents(),
    }
    const isPaused = opened.home !== null && pauses(opened.home, key, world, event, warn)
    const answer = isPaused
      ? GO_ON
      : receive(world, event, { home: { dir, keyring: opened.keyring }, opened: opened.home, folder })
    if (answer instanceof Promise) answer.then(tell, fail)
    else tell(answer)
  } catch (error) {
    fail(error)
  }
}

/** Opens the ledger. If that fails, every use of the recorder throws the error. */
function opening(dir: string): { home: Home | null; keyring: Keyring; recorder: Recorder } {
  try {
    const home = openFiles(dir, { lockWaitMs: LOCK_WAIT_MS })
    return { home, keyring: home.keyring, recorder: recorderOf(home) }
  } catch (error) {
    const fail = (): never => {
      throw error
    }
    return {
      home: null,
      keyring: openKeyring(dir),
      recorder: { append: fail, keep: fail, has: fail, recent: fail, oldest: fail },
    }
  }
}

/** True if a person has paused Bailiff. Records the pause or its end, and warns if this is the wrong ledger. */
function pauses(home: Home, key: string | null, world: World, event: HostEvent, warn: Answering['warn']): boolean {
  if (key !== null && isAnother(home, key)) warn(`bailiff: ${changed(home, key)} [KEY_CHANGED]\n`)
  const pause = readPause(home)
  if (pause === null) return false
  if (isOver(pause, home.now())) takeUp(world, event, pause)
  else passOver(world, event, pause)
  return !isOver(pause, home.now())
}

function explained(error: unknown): string {
  const code = error instanceof LedgerError || error instanceof HostError ? error.code : 'INTERNAL'
  const message = printable(String(error instanceof Error ? error.message : error).replace(/\s+/g, ' '))
  return `bailiff: not recorded: ${message} [${code}]\n`
}

/** True if this is not the ledger the hook was installed for. False if that is unknown, because recording matters more. */
function isAnother(home: Home, key: string): boolean {
  try {
    return !isSuccessor(home, key)
  } catch {
    return false
  }
}

const changed = (home: Home, key: string): string =>
  `the ledger in ${home.dir} is not the one the hook was installed for: its key is ${home.keyring.current().id}, not ${key}.`

/** Phrases an answer. If the host cannot express it, the host continues; the ledger holds the intended answer. */
function phrased(host: Host, event: string, answer: Answer, warn: Answering['warn']): JsonObject {
  // It quotes the agent and names files: either may contain characters that hide or reorder text.
  const notice = answer.notice === undefined ? undefined : printable(answer.notice)
  if (notice !== undefined) warn(`${notice}\n`)
  return {
    ...(host.phrase(event, answer) ?? host.phrase(event, GO_ON)),
    ...(notice !== undefined && host.notify(notice)),
  }
}

function say(fd: 1 | 2, text: string): void {
  try {
    writeSync(fd, text)
  } catch {
    // The reader is gone.
  }
}
