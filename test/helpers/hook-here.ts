import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { receiveAny } from '../../src/hook/hook.ts'
import { receivePrompts } from '../../src/hook/prompt.ts'
import { receiveCall } from '../../src/hook/propose.ts'
import { answerEvent, type Receive } from '../../src/hook/run.ts'
import { receiveStop } from '../../src/hook/stop.ts'
import { hookPrograms } from '../../src/hosts/hook-programs.ts'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { closeHome } from '../../src/ledger/stores/files/home.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import { gathererIn } from '../../src/machine/gatherer.ts'
import { receiveObservation } from '../../src/supervisor/observe.ts'
import { GateError } from '../../src/supervisor/stop/gate-error.ts'
import type { Gathered } from '../../src/supervisor/stop/gathered.ts'
import { gatherFor } from '../../src/validate/gathering.ts'

/** The hook is CommonJS and loads some of Node's modules only when it needs them. */
const require = createRequire(import.meta.url)

/** Runs the checks of a stop in this process. Checks that outlast their stop need the installed hook. */
const gathererHere: typeof gathererIn =
  (_, dir) =>
  async ({ stream, claims, seconds, active, root }) => {
    const home = openFiles(dir, { lockWaitMs: 500 })
    let told: Gathered | null = null
    const hook = {
      gone: new Promise<void>(() => {}),
      tell: (gathered: Gathered): void => {
        if (gathered.checking !== undefined) throw new Error('These checks outlast their stop: use the installed hook.')
        told ??= gathered
      },
    }
    try {
      const request = { stream, workspace: active.project, root, claims, seconds }
      await gatherFor(home, request, hook, new AbortController())
      if (told === null) throw new Error('Nothing was gathered.')
      return JSON.parse(JSON.stringify(told)) as Gathered
    } catch (error) {
      throw new GateError('GATHERER_FAILED', String(error))
    } finally {
      closeHome(home)
    }
  }

const RECEIVERS: { readonly [program: string]: Receive } = {
  prompt: receivePrompts,
  propose: receiveCall,
  observe: receiveObservation,
  stop: receiveStop(gathererHere),
}

const PROGRAMS = new Map(hookPrograms())

export type Heard = { answer: JsonObject; stderr: string }

/**
 * Answers an event as a host's command for it would, but with the code of the hook in this process. Only the checks, git and
 * models are processes, and the gatherer if the folder of an installed one is given.
 */
export function hookHere(
  command: string,
  payload: JsonObject | Buffer,
  env: NodeJS.ProcessEnv,
  gatherer?: string,
): Promise<Heard> {
  const args = wordsOf(command).slice(1)
  const program = PROGRAMS.get(`${args[0]} ${args[1]}`) ?? ''
  const own = RECEIVERS[program] ?? receiveAny
  const receive = program === 'stop' && gatherer !== undefined ? receiveStop(gathererIn) : own
  const folder = gatherer ?? resolve('dist')
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload))
  return within(env, async () => {
    let stderr = ''
    const warn = (line: string): boolean => {
      stderr += line
      return true
    }
    const write = process.stderr.write
    // The gatherer's errors are passed on.
    process.stderr.write = warn
    try {
      const answer = await new Promise<JsonObject>((done) =>
        answerEvent(args, { bytes, isStuck: false }, { folder, receive, warn }, done),
      )
      return { answer, stderr }
    } finally {
      process.stderr.write = write
    }
  })
}

/** The words of a command that `bailiff init` installed. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

let isBusy = false

/** Runs a function under another environment. The process has only one. */
async function within<T>(env: NodeJS.ProcessEnv, act: () => Promise<T>): Promise<T> {
  if (isBusy) throw new Error('Another event is being answered in this process: use the installed hook.')
  isBusy = true
  const before = { ...process.env }
  let isRestored = false
  const restore = (): void => {
    if (isRestored) return
    isRestored = true
    replaceEnvironment(before)
    Reflect.deleteProperty(globalThis, 'require')
    isBusy = false
  }
  replaceEnvironment(env)
  Object.assign(globalThis, { require })
  // An event that is never answered must not change the tests after it.
  onTestFinished(restore)
  try {
    return await act()
  } finally {
    restore()
  }
}

function replaceEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name]
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value
}
