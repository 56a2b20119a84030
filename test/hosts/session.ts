import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Script, ScriptedReply } from '../../src/doctor/model-server/script.ts'
import { type Made, startModelServer } from '../../src/doctor/model-server/server.ts'
import { run } from '../../src/process/run.ts'
import { bailiffDoes } from './cli.ts'
import { type Ledger, readLedger } from './ledger.ts'

/** An agent's prompt to another agent, by which the model recognises the conversation. */
export const ERRAND = 'Run the errand.'

/** Longer than any turn takes on a busy machine. */
export const TIME_LIMIT_MS = 150_000

/** The folders of one session, created for the test and removed after it. */
export type Place = { home: string; project: string; ledger: string }

/** An agent program under test. */
export type Host = {
  /** Bailiff's name for it. */
  name: string
  /** Every event that Bailiff records. */
  events: readonly string[]
  /** Writes the program's own settings, with a hook for each event; returns the additional environment it needs. */
  prepare(place: Place, ask: { hooks: Hook[]; url: string; model: string | undefined }): Record<string, string>
  /** Variables of that environment that only save time: a session with a person goes without them. */
  shortcuts?: readonly string[]
  /** The arguments that start it without a person, for a new session or to continue the last one. */
  args(prompt: string, turn: 'first' | 'next'): string[]
  /** Those of the arguments that make it run hooks without approval. */
  unapproved?: readonly string[]
  /** If one process can have many turns: how it is started, a prompt as its input, the end of a turn in its output. */
  talks?: { args: readonly string[]; ask(prompt: string): string; ends: RegExp; anew: string }
}

/** One hook of the settings. Every host runs `command` in a shell. */
type Hook = { event: string; command: string; name?: string }

/**
 * The person's prompts and the model's script; paths are relative to the project. A second prompt goes to a second process,
 * which continues the session. If the agent `starts` another program, the script gets the command for it.
 */
export type Scenario = {
  prompts: readonly string[]
  model?: string
  starts?: Host
  /** A policy that a person approved beforehand. */
  policy?: string
  /** Additional variables for its hooks, as if the program had set them. */
  told?: Readonly<Record<string, string>>
  script(project: string, command: string): Script
  /** Set if the scenario is nothing but these, so that one session can have the parts of many. */
  parts?: readonly Parts[]
}

/** Calls in the first turn, the conversations of subagents that they start, and calls in a second turn. */
export type Parts = {
  calls(project: string): readonly ScriptedReply[]
  lanes?: Readonly<Record<string, readonly ScriptedReply[]>>
  second?: readonly ScriptedReply[]
}

/** A finished session: the exit codes and output of the program, the calls of the model, and the record. */
export type Session = {
  host: string
  exits: (number | null)[]
  printed: string[]
  made: readonly Made[]
  complaints: string[]
  ledger: Ledger
}

/** Runs a scenario with the real program and reads the resulting ledger. */
export async function playSession(host: Host, scenario: Scenario): Promise<Session> {
  const { prompts, model, starts, policy, script } = scenario
  const place = newPlace()
  if (policy !== undefined) await approve(policy, place)
  const server = await startModelServer(script(place.project, starts === undefined ? '' : commandOf(starts)))
  try {
    const env = environment(place)
    for (const one of starts === undefined ? [host] : [starts, host])
      Object.assign(env, one.prepare(place, { hooks: hooksOf(one, place, scenario.told), url: server.url, model }))
    const [exits, printed]: [(number | null)[], string[]] = [[], []]
    for (const [i, prompt] of prompts.entries()) {
      const ran = await runProgram(host, host.args(prompt, i === 0 ? 'first' : 'next'), place.project, env)
      exits.push(ran.exit)
      printed.push(ran.printed)
    }
    const ledger = await readLedger(place.ledger)
    return { host: host.name, exits, printed, made: server.made, complaints: server.complaints(), ledger }
  } finally {
    await server.close()
  }
}

async function approve(policy: string, place: Place): Promise<void> {
  mkdirSync(join(place.project, '.bailiff'))
  writeFileSync(join(place.project, '.bailiff/policy.yaml'), policy)
  await bailiffDoes(place, environment(place), ['policy', 'approve', '--yes', '--project', place.project])
}

/** What a program printed for a prompt, and its exit code. */
export type Turn = { exit: number | null; printed: string }

export async function runProgram(host: Host, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Turn> {
  const { ended, exit, durationMs, stdout, stderr } = await run(programOf(host), args, {
    cwd,
    env,
    timeoutMs: TIME_LIMIT_MS,
  })
  return { exit, printed: `${host.name} ${ended} with ${exit} after ${durationMs} ms\n${stdout}\n${stderr}` }
}

const commandOf = (host: Host): string => [programOf(host), ...host.args(ERRAND, 'first')].map(quoted).join(' ')

/** The paths have spaces, as people's paths do, so that missing quotes fail here. */
export function newPlace(atEnd: (remove: () => void) => void = onTestFinished): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bailiff hosts ')))
  atEnd(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  const place = { home: join(root, 'home'), project: join(root, 'a project'), ledger: join(root, 'the ledger') }
  for (const dir of [place.home, place.project, join(place.home, 'tmp')]) mkdirSync(dir)
  writeFileSync(join(place.project, 'README.md'), 'A project.\n')
  const git = (...args: string[]) => spawnSync('git', args, { cwd: place.project, env: environment(place) })
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=test', '-c', 'user.email=test@example.invalid', 'commit', '--quiet', '--message=Begin')
  return place
}

/** Contains nothing of the person who runs the tests: no keys, certificates or Node options. */
export const environment = (place: Place): Record<string, string> => ({
  PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'].join(delimiter),
  HOME: place.home,
  TMPDIR: join(place.home, 'tmp'),
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  NO_COLOR: '1',
  CI: '1',
})

const hooksOf = (host: Host, place: Place, told: Scenario['told'] = {}): Hook[] =>
  host.events.map((event) => ({
    event,
    command: [
      ...(Object.keys(told).length > 0 ? ['env', ...Object.entries(told).map((one) => one.join('='))] : []),
      process.execPath,
      resolve('dist/bailiff.cjs'),
      'hook',
      host.name,
      event,
      '--home',
      place.ledger,
    ]
      .map(quoted)
      .join(' '),
  }))

const quoted = (word: string): string => (/^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

const PROGRAMS = JSON.parse(process.env['BAILIFF_HOSTS'] ?? '{}') as Record<string, { bin: string }>

export const isInstalled = ({ name }: Host): boolean => Object.hasOwn(PROGRAMS, name)

export function programOf({ name }: Host): string {
  const program = PROGRAMS[name]
  if (program === undefined) throw new Error(`${name} is not installed: start with npm run test:hosts`)
  return program.bin
}

/** Writes a settings file and its folders. */
export function writeSettings(path: string, settings: string | object): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof settings === 'string' ? settings : JSON.stringify(settings, null, 2))
}
