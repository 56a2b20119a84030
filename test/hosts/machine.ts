import { cpSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, onTestFailed } from 'vitest'
import type { Script } from '../../src/doctor/model-server/script.ts'
import { type ModelServer, startModelServer } from '../../src/doctor/model-server/server.ts'
import { hooksOf } from '../../src/hosts/registry.ts'
import { warm } from '../helpers/warm.ts'
import { bailiff, bailiffDoes } from './cli.ts'
import { type Conversation, startConversation } from './conversation.ts'
import { type Ledger, readLedger } from './ledger.ts'
import { writeFiles, writeSound } from './project.ts'
import { environment, type Host, newPlace, type Place, runProgram, type Turn } from './session.ts'

export const POLICY = `version: 1
validators:
  tests: { kind: node_test_pass, command: node --test }
bindings:
  tests_pass: tests
  done: tests
`

const TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
test('adds', async () => assert.equal((await import('../src/add.js')).add(1, 2), 3))
`

/** The result of gated sessions: the exit codes and output of the program, and the record. */
export type Gated = {
  exits: (number | null)[]
  printed: string[]
  heard: readonly string[]
  complaints: string[]
  ledger: Ledger
  /** The result of `bailiff outcome` after the last session, for rows that ask for it. */
  outcome?: { exit: number | null; out: string }
}

export type Row = {
  it: string
  prompts: readonly string[]
  model?: string
  /** The policy, if not the usual one. */
  policy?: string
  /** Set if `init` writes the policy, for a project whose tests pass: what the person does before the first session. */
  afterInit?(project: string): void
  /** Acts of the person in the project after each session but the last. */
  between?(project: string, ledger: string): void | Promise<void>
  /** The command of another hook on stops, which was there before Bailiff. */
  stopHook?: string
  /** The folder of each session, if not the project. A session in another folder is a new one. */
  folders?(project: string): readonly string[]
  /** The arguments of the program, if not the usual ones. */
  args?(args: string[]): string[]
  /** Set if the row expects something of `bailiff outcome`. */
  asksOutcome?: true
  /** Set if every prompt needs a process of its own, although the program could go on, or if the end of the process matters. */
  restarts?: true
  /** Set if the row would disturb others with the same settings. */
  isAlone?: true
  script(project: string): Script
  expects(gated: Gated): void
}

type Env = Record<string, string>

/** A project and a home with Bailiff installed. `snapshot`: the project as it was after the installation. */
type Installed = { place: Place; env: Env; server: ModelServer; snapshot: string }

/** The machine of a person with Bailiff. The first row sets it up; each row is a new session in the same project. */
export class Machine {
  readonly #host: Host
  readonly #init: readonly string[]
  readonly #cleanUps: (() => unknown)[] = []
  #installed: Installed | undefined
  #talk: Conversation | undefined

  constructor(host: Host, init: readonly string[]) {
    this.#host = host
    this.#init = init
    afterAll(async () => {
      await this.end()
      for (const cleanUp of this.#cleanUps.reverse()) await cleanUp()
    })
  }

  async play(row: Row): Promise<Gated> {
    const { place, env, server } = await this.#ready(row)
    const before = await sessionsIn(place)
    server.play(row.script(place.project))
    if (this.#talk !== undefined) await this.#talk.ask(this.#host.talks?.anew ?? '')
    const [exits, printed]: [(number | null)[], string[]] = [[], []]
    onTestFailed(() => console.log(printed.join('\n')))
    const cwds = row.folders?.(place.project) ?? row.prompts.map(() => place.project)
    for (const [i, prompt] of row.prompts.entries()) {
      if (i > 0) await row.between?.(place.project, place.ledger)
      const cwd = cwds[i] ?? place.project
      const ran = await this.#turn(row, prompt, { cwd, is: cwd === cwds[i - 1] ? 'next' : 'first', env })
      exits.push(ran.exit)
      printed.push(ran.printed)
    }
    const ledger = without(before, await readLedger(place.ledger))
    onTestFailed(() => console.log(JSON.stringify(ledger.streams, null, 1)))
    const outcome = row.asksOutcome && { outcome: await bailiff(place, env, ['outcome']) }
    return { exits, printed, heard: server.heard, complaints: server.complaints(), ledger, ...outcome }
  }

  /** Ends the program if it still runs, and returns its exit code. */
  async end(): Promise<number | null> {
    const exit = await this.#talk?.end()
    this.#talk = undefined
    return exit === undefined ? 0 : exit
  }

  /** The machine, with the project as the row's person left it. */
  async #ready(row: Row): Promise<Installed> {
    if (this.#installed !== undefined) restore(this.#installed)
    this.#installed ??= await installed(this.#host, this.#init, row, (cleanUp) => this.#cleanUps.push(cleanUp))
    row.afterInit?.(this.#installed.place.project)
    return this.#installed
  }

  /** Runs the prompt in the program that runs, or in a new one. */
  #turn(row: Row, prompt: string, { cwd, is, env }: { cwd: string; is: 'first' | 'next'; env: Env }): Promise<Turn> {
    const { args, talks, unapproved } = this.#host
    if (talks !== undefined && row.restarts !== true) {
      this.#talk ??= startConversation(this.#host, talks, cwd, env)
      return this.#talk.ask(prompt)
    }
    const usual = args(prompt, is).filter((arg) => !unapproved?.includes(arg))
    return runProgram(this.#host, row.args?.(usual) ?? usual, cwd, env)
  }
}

async function installed(
  host: Host,
  init: readonly string[],
  { model, policy = POLICY, afterInit, stopHook }: Row,
  atEnd: (cleanUp: () => unknown) => void,
): Promise<Installed> {
  const place = newPlace(atEnd)
  const server = await startModelServer({ main: [] })
  atEnd(() => server.close())
  const stop = hooksOf(host.name).moments.stop
  const others = stopHook === undefined ? [] : [{ event: stop, name: 'other', command: stopHook }]
  const env = { ...environment(place), ...host.prepare(place, { hooks: others, url: server.url, model }) }
  if (afterInit === undefined) await install(host, init, place, env, policy)
  else {
    writeSound(place.project)
    await setUp(host, init, place, env)
  }
  const snapshot = join(dirname(place.project), 'snapshot')
  cpSync(place.project, snapshot, { recursive: true, preserveTimestamps: true })
  return { place, env, server, snapshot }
}

/** The folder itself stays: a program may run in it. */
function restore({ place: { project }, snapshot }: Installed): void {
  for (const name of readdirSync(project)) rmSync(join(project, name), { recursive: true, force: true })
  cpSync(snapshot, project, { recursive: true, preserveTimestamps: true })
}

const sessionsIn = async ({ ledger }: Place): Promise<string[]> => Object.keys((await readLedger(ledger)).streams)

const without = (names: readonly string[], ledger: Ledger): Ledger => ({
  ...ledger,
  streams: Object.fromEntries(Object.entries(ledger.streams).filter(([name]) => !names.includes(name))),
})

/** The project's tests, a policy that a person approved, and the hooks. */
export async function install(
  host: Host,
  init: readonly string[],
  place: Place,
  env: Env,
  policy: string,
): Promise<void> {
  writeFiles(place.project, {
    '.bailiff/policy.yaml': policy,
    'test/add.test.js': TEST,
    'package.json': '{ "type": "module" }\n',
  })
  await bailiffDoes(place, env, ['policy', 'approve', '--yes', '--project', place.project])
  await setUp(host, init, place, env)
}

async function setUp(host: Host, init: readonly string[], place: Place, env: Env): Promise<void> {
  await bailiffDoes(place, env, ['init', '--yes', '--host', host.name, ...init])
  warmHooks(place)
}

/** Gives the installed hooks the compiled code that they would have after a few starts. */
export function warmHooks({ ledger }: Place): void {
  const bin = join(ledger, 'bin')
  for (const name of readdirSync(bin)) if (name !== 'bailiff-hook') warm(join(bin, name))
}
