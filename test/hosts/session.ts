import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { onTestFailed, onTestFinished } from 'vitest'
import type { Script } from '../../src/doctor/model-server/script.ts'
import { type Made, startModelServer } from '../../src/doctor/model-server/server.ts'
import { run } from '../../src/process/run.ts'
import { type Ledger, readLedger } from './ledger.ts'

/** What an agent is told by another agent: the text by which the model knows its conversation. */
export const ERRAND = 'Run the errand.'

/** Longer than any scenario takes on a busy machine. */
const TIME_LIMIT_MS = 120_000

/** Where one session takes place. Nothing in it was there before, and all of it goes with the test. */
export type Place = { home: string; project: string; ledger: string }

/** An agent program under test. */
export type Host = {
  /** What Bailiff calls it. */
  name: string
  /** Every event that Bailiff records. */
  events: readonly string[]
  /** Writes the program's own settings, with a hook for each event; returns the environment it needs besides. */
  prepare(place: Place, ask: { hooks: Hook[]; url: string; model: string | undefined }): Record<string, string>
  /** How to start it without a person, for a new session or to go on with the last one. */
  args(prompt: string, turn: 'first' | 'next'): string[]
  /** Those of the arguments that have it run hooks which nobody approved. */
  unapproved?: readonly string[]
}

/** One hook of the settings. Every host runs `command` in a shell. */
type Hook = { event: string; command: string; name?: string }

/**
 * What a scenario has a person ask and the model do; paths are those of the project. A second prompt goes to a second
 * process, which goes on with the session. Where the agent `starts` another, the script is given the command for it.
 */
export type Scenario = {
  prompts: readonly string[]
  model?: string
  starts?: Host
  /** A policy that a person has approved before. */
  policy?: string
  /** What its hooks are told besides, as if the program had. */
  told?: Readonly<Record<string, string>>
  script(project: string, command: string): Script
}

/** A session that was played to its end: how the program ended each time, what the model did, and what is on record. */
export type Session = { host: string; exits: (number | null)[]; made: Made[]; complaints: string[]; ledger: Ledger }

/** Plays a scenario with the real program and reads the ledger it left. */
export async function playSession(host: Host, scenario: Scenario): Promise<Session> {
  const { prompts, model, starts, policy, script } = scenario
  const place = newPlace()
  if (policy !== undefined) approve(policy, place)
  const server = await startModelServer(script(place.project, starts === undefined ? '' : commandOf(starts)))
  try {
    const env = environment(place)
    for (const one of starts === undefined ? [host] : [starts, host])
      Object.assign(env, one.prepare(place, { hooks: hooksOf(one, place, scenario.told), url: server.url, model }))
    const exits: (number | null)[] = []
    for (const [i, prompt] of prompts.entries())
      exits.push(await runProgram(host, host.args(prompt, i === 0 ? 'first' : 'next'), place.project, env))
    const ledger = await readLedger(place.ledger)
    onTestFailed(() => console.log(JSON.stringify(ledger.streams, null, 1)))
    return { host: host.name, exits, made: server.made, complaints: server.complaints(), ledger }
  } finally {
    await server.close()
  }
}

function approve(policy: string, place: Place): void {
  mkdirSync(join(place.project, '.bailiff'))
  writeFileSync(join(place.project, '.bailiff/policy.yaml'), policy)
  const args = [resolve('dist/bailiff.cjs'), 'policy', 'approve', '--yes', '--home', place.ledger]
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: place.project,
    env: environment(place),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The policy was not approved: ${stderr}`)
}

export async function runProgram(
  host: Host,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<number | null> {
  const ran = await run(programOf(host), args, { cwd, env, timeoutMs: TIME_LIMIT_MS })
  onTestFailed(() =>
    console.log(`${host.name} ${ran.ended} with ${ran.exit} after ${ran.durationMs} ms\n${ran.stdout}\n${ran.stderr}`),
  )
  return ran.exit
}

const commandOf = (host: Host): string => [programOf(host), ...host.args(ERRAND, 'first')].map(quoted).join(' ')

/** The paths have spaces, as those of people do: whatever is not quoted fails here. */
export function newPlace(): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bailiff hosts ')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  const place = { home: join(root, 'home'), project: join(root, 'a project'), ledger: join(root, 'the ledger') }
  for (const dir of [place.home, place.project, join(place.home, 'tmp')]) mkdirSync(dir)
  writeFileSync(join(place.project, 'README.md'), 'A project.\n')
  const git = (...args: string[]) => spawnSync('git', args, { cwd: place.project, env: environment(place) })
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=test', '-c', 'user.email=test@example.invalid', 'commit', '--quiet', '--message=Begin')
  return place
}

/** Nothing of the person who runs the tests: no keys, no certificates, no options of Node. */
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

/** Writes a file of settings, and the folders it stands in. */
export function writeSettings(path: string, settings: string | object): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof settings === 'string' ? settings : JSON.stringify(settings, null, 2))
}
