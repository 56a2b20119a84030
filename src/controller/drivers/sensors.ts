import { isUtf8 } from 'node:buffer'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Json, JsonObject } from '../../ledger/kinds.ts'
import { isAbsence } from '../../ledger/stores/files/disk.ts'
import { renderCommand } from '../../policy/command.ts'
import { FOR_AGENT, pickEnvironment } from '../../process/environment.ts'
import { run } from '../../process/run.ts'
import { COMMAND, NO_TIMEOUT_MS } from './command.ts'
import type { Sensor } from './driver.ts'
import { faultIn, NAME } from './fault.ts'
import { type FileState, fileState } from './file-state.ts'
import { send } from './http-request.ts'
import { HEADERS, headersFrom, URL_TEXT } from './http-settings.ts'
import { reasonOf } from './reason.ts'
import { isLeftover } from './replace-file.ts'

/** The text that one sensor may add to a snapshot. */
const MAX_TEXT_BYTES = 1 << 20
const MAX_FILES = 1000

const FILE = z.strictObject({ path: NAME })
const FOLDER = z.strictObject({ folder: NAME })

/**
 * `{path}` gives the state of a file, `{folder}` the states of the files and symlinks in a folder, by name. A folder that
 * does not exist has none.
 */
export const fileSensor: Sensor = {
  faultOf: (settings) => faultIn('folder' in settings ? FOLDER : FILE, settings, 'settings'),
  callsOf: (settings) => [
    { kind: 'read', path: 'folder' in settings ? FOLDER.parse(settings).folder : FILE.parse(settings).path },
  ],
  read: async (settings, { cwd }) => {
    const room = new Room()
    if ('folder' in settings) return statesIn(resolve(cwd, FOLDER.parse(settings).folder), room)
    const path = resolve(cwd, FILE.parse(settings).path)
    return room.take(path, fileState(path))
  },
}

/** Counts the text that a sensor has read, and throws when it is too much. */
class Room {
  #left = MAX_TEXT_BYTES

  take(path: string, state: FileState): FileState {
    this.#left -= 'content' in state ? Buffer.byteLength(state.content) : 0
    if (this.#left >= 0) return state
    throw new Error(`Cannot observe ${path}: its text exceeds the limit of ${MAX_TEXT_BYTES >> 20} MiB.`)
  }
}

function statesIn(folder: string, room: Room): JsonObject {
  const states: [string, FileState][] = []
  for (const name of namesIn(folder)) {
    const path = join(folder, name)
    const state = fileState(path)
    // Folders and special files have no content, and a file may go while the folder is read.
    if (state.exists && !('kind' in state)) states.push([name, room.take(folder, state)])
    if (states.length > MAX_FILES) throw new Error(`Cannot observe ${folder}: it has more than ${MAX_FILES} files.`)
  }
  return Object.fromEntries(states)
}

function namesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder, { encoding: 'buffer' })
    if (!names.every((name) => isUtf8(name))) throw new Error('it contains a name that is not UTF-8')
    return names
      .map(String)
      .filter((name) => !isLeftover(name))
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR' && isAbsence(error)) return []
    throw new Error(`Cannot observe ${folder}: ${reasonOf(error)}.`, { cause: error })
  }
}

const COMMAND_SETTINGS = z.strictObject({
  command: COMMAND,
  json: z.boolean('must be true or false').default(false),
})

/** Runs a command and gives its exit code and standard output: text, or with `json: true` parsed if it exits with 0. */
export const commandSensor: Sensor = {
  faultOf: (settings) => faultIn(COMMAND_SETTINGS, settings, 'settings'),
  callsOf: (settings) => [{ kind: 'command', command: renderCommand(COMMAND_SETTINGS.parse(settings).command) }],
  read: async (settings, { cwd, env }, signal) => {
    const { command, json } = COMMAND_SETTINGS.parse(settings)
    const [program = '', ...args] = command
    const { exit, ended, stdout } = await run(program, args, {
      cwd,
      env: { ...pickEnvironment(env), ...FOR_AGENT },
      timeoutMs: NO_TIMEOUT_MS,
      maxOutputBytes: MAX_TEXT_BYTES + 1,
      signal,
    })
    if (exit === null) throw new Error(`${program} ${ended === 'not-started' ? 'could not be started' : 'was killed'}.`)
    if (stdout.length > MAX_TEXT_BYTES)
      throw new Error(`The output of ${program} exceeds the limit of ${MAX_TEXT_BYTES >> 20} MiB.`)
    if (!json || exit !== 0) return { exit, stdout: stdout.toString('utf8') }
    const parsed = jsonIn(stdout)
    if (parsed === undefined) throw new Error(`The output of ${program} is not JSON.`)
    return { exit, json: parsed }
  },
}

const HTTP_SETTINGS = z.strictObject({ url: URL_TEXT, headers: HEADERS.default({}) })

/** Requests a URL and gives the status and the body: JSON if the server says so, otherwise text. Follows no redirect. */
export const httpSensor: Sensor = {
  faultOf: (settings) => faultIn(HTTP_SETTINGS, settings, 'settings'),
  callsOf: (settings) => [{ kind: 'request', method: 'GET', url: HTTP_SETTINGS.parse(settings).url }],
  read: async (settings, { env }, signal) => {
    const { url, headers } = HTTP_SETTINGS.parse(settings)
    const filled = headersFrom(headers, env)
    if (!filled.ok) throw new Error(`Cannot request ${url}: ${filled.fault}.`)
    const request = { method: 'GET', url, headers: filled.headers, body: null, maxBytes: MAX_TEXT_BYTES }
    const sent = await send(request, signal)
    if (sent.kind !== 'answered') throw new Error(`No answer from ${url}: ${sent.why}.`)
    const { status, type, body, droppedBytes } = sent
    if (droppedBytes > 0) throw new Error(`The answer from ${url} exceeds the limit of ${MAX_TEXT_BYTES >> 20} MiB.`)
    const json = /^application\/(?:[\w.-]+\+)?json\b/i.test(type) ? jsonIn(body) : undefined
    return json === undefined ? { status, text: body.toString('utf8') } : { status, json }
  },
}

function jsonIn(bytes: Buffer): Json | undefined {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
