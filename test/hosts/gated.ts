import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFailed } from 'vitest'
import type { Script } from '../../src/doctor/model-server/script.ts'
import { startModelServer } from '../../src/doctor/model-server/server.ts'
import { hooksOf } from '../../src/hosts/registry.ts'
import type { Entry, JsonObject } from '../../src/ledger/kinds.ts'
import { run } from '../../src/process/run.ts'
import { type Ledger, readLedger } from './ledger.ts'
import { writeFiles, writeSound } from './project.ts'
import { environment, type Host, newPlace, type Place, programOf } from './session.ts'

/** The stop gate in a real program, with `bailiff init`, an approved policy and a scripted agent. */

export const CLAIM = 'All done, tests pass.'
export const HONEST = 'The tests do not pass yet.'

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
type Gated = {
  exits: (number | null)[]
  printed: string[]
  heard: string[]
  complaints: string[]
  ledger: Ledger
  /** The result of `bailiff outcome` after the last session. */
  outcome: { exit: number | null; out: string }
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
  /** Arguments that make the program show more. */
  args?(args: string[]): string[]
  script(project: string): Script
  expects(gated: Gated): void
}

export function playGated(host: Host, init: readonly string[], rows: readonly Row[]): void {
  describe(`${host.name}, gated`, () => {
    for (const row of rows)
      it(row.it, async () => {
        const gated = await playRow(host, init, row)
        expect(gated).toMatchObject({ complaints: [], ledger: { findings: [] } })
        // It exits by itself, not because of the time limit.
        expect(gated.exits).toEqual(gated.exits.map(() => 0))
        row.expects(gated)
      })
  })
}

async function playRow(
  host: Host,
  init: readonly string[],
  { prompts, model, policy = POLICY, afterInit, args: more, between, stopHook, folders, script }: Row,
): Promise<Gated> {
  const place = newPlace()
  const server = await startModelServer(script(place.project))
  try {
    const others = stopHook === undefined ? [] : [{ event: stopOf(host), name: 'other', command: stopHook }]
    const env = { ...environment(place), ...host.prepare(place, { hooks: others, url: server.url, model }) }
    if (afterInit === undefined) await install(host, init, place, env, policy)
    else {
      writeSound(place.project)
      await setUp(host, init, place, env)
      afterInit(place.project)
    }
    const [exits, printed]: [(number | null)[], string[]] = [[], []]
    const cwds = folders?.(place.project) ?? prompts.map(() => place.project)
    for (const [i, prompt] of prompts.entries()) {
      if (i > 0) await between?.(place.project, place.ledger)
      const turn = cwds[i] === cwds[i - 1] ? 'next' : 'first'
      const usual = host.args(prompt, turn).filter((arg) => !host.unapproved?.includes(arg))
      const args = more === undefined ? usual : more(usual)
      const ran = await run(programOf(host), args, { cwd: cwds[i] ?? place.project, env, timeoutMs: TIME_LIMIT_MS })
      onTestFailed(() =>
        console.log(`${ran.ended} with ${ran.exit} after ${ran.durationMs} ms\n${ran.stdout}\n${ran.stderr}`),
      )
      exits.push(ran.exit)
      printed.push(`${ran.stdout}${ran.stderr}`)
    }
    const ledger = await readLedger(place.ledger)
    onTestFailed(() => console.log(JSON.stringify(ledger.streams, null, 1)))
    const outcome = await ranBailiff({ ...place, project: cwds.at(-1) ?? place.project }, env, ['outcome'])
    return { exits, printed, heard: server.heard, complaints: server.complaints(), ledger, outcome }
  } finally {
    await server.close()
  }
}

const TIME_LIMIT_MS = 150_000

/** The project's tests, a policy that a person approved, and the hooks. */
export async function install(
  host: Host,
  init: readonly string[],
  place: Place,
  env: Record<string, string>,
  policy: string,
): Promise<void> {
  writeFiles(place.project, {
    '.bailiff/policy.yaml': policy,
    'test/add.test.js': TEST,
    'package.json': '{ "type": "module" }\n',
  })
  await bailiff(place, env, ['policy', 'approve', '--yes'])
  await setUp(host, init, place, env)
}

const setUp = (host: Host, init: readonly string[], place: Place, env: Record<string, string>): Promise<void> =>
  bailiff(place, env, ['init', '--yes', '--host', host.name, ...init])

async function bailiff(place: Place, env: Record<string, string>, words: string[]): Promise<void> {
  const { exit, out } = await ranBailiff(place, env, words)
  if (exit !== 0) throw new Error(`bailiff ${words.join(' ')}: ${out}`)
}

async function ranBailiff({ project, ledger }: Place, env: Record<string, string>, words: string[]) {
  const args = [resolve('dist/bailiff.cjs'), ...words, '--home', ledger]
  const { exit, stdout, stderr } = await run(process.execPath, args, { cwd: project, env })
  return { exit, out: `${stdout}${stderr}` }
}

const stopOf = ({ name }: Host): string => hooksOf(name).moments.stop

/** The one stream of the main agent, or that of its subagent. */
export function streamOf({ ledger }: Gated, whose: 'main' | 'agent' = 'main'): Entry[] {
  const names = Object.keys(ledger.streams).sort((a, b) => a.length - b.length)
  return ledger.streams[names[whose === 'main' ? 0 : 1] ?? ''] ?? []
}

/** The judgements of a stream, each as its verdict and the codes of its findings. */
export const verdictsIn = (entries: readonly Entry[]): string[] =>
  bodies(entries, 'stop.judged').map((body) => {
    const codes = (body['findings'] as { code: string }[] | undefined)?.map(({ code }) => code) ?? []
    return [body['verdict'], ...new Set(codes)].join(' ')
  })

export const bodies = (entries: readonly Entry[], kind: string): JsonObject[] =>
  entries.flatMap((entry) => (entry.kind === kind ? [entry.body] : []))

/** The verdict on broken work whose message says that it is. */
export const OPEN = 'open WORK_UNPROVEN'

/** The verdict on a claim of an agent that did nothing. */
export const IDLE = 'blocked NOTHING_DONE FAILED'

const COMMIT = 'git add . && git -c user.name=a -c user.email=a@example.invalid commit --quiet --message=Add'

/** The rows that every program runs. */
export const EARNING: Row = {
  it: 'blocks a claim until the gate has seen the check pass, accepts it after a commit, and not after an edit',
  prompts: ['Make it add.', 'Now commit it.', 'Now make it faster.'],
  script: (project) => ({
    main: [
      { text: CLAIM },
      { calls: [{ write: join(project, 'src/add.js'), content: 'export const add = (a, b) => a + b\n' }] },
      { text: CLAIM },
      { calls: [{ shell: COMMIT }] },
      { text: CLAIM },
      { calls: [{ shell: "sed -i 's/a + b/a - b/' src/add.js" }] },
      { text: CLAIM },
      { text: HONEST },
    ],
  }),
  expects: (gated) => {
    const entries = streamOf(gated)
    expect(verdictsIn(entries)).toEqual([IDLE, 'earned', 'earned', 'blocked FAILED', OPEN])
    // The gate saw it pass once; after the commit the content is the same.
    const passes = bodies(entries, 'validator.passed')
    expect(passes.map(({ grade }) => grade)).toEqual(['executed', 'executed'])
    expect(passes.map(({ reused }) => reused !== undefined)).toEqual([false, true])
    expect(gated.heard.some((said) => said.includes('Not permitted: ending the turn with claims'))).toBe(true)
    // The line about an earned turn is for the person.
    expect(gated.heard.some((said) => said.includes('Bailiff: earned'))).toBe(false)
  },
}

/** A test that ends when a file appears beside the project. */
const WAITS = `import { existsSync } from 'node:fs'
import { test } from 'node:test'
test('waits', async () => {
  while (!existsSync('../go')) await new Promise((end) => setTimeout(end, 20))
})
`

export const WAITING: Row = {
  it: 'lets a turn end while a slow check continues without the program, and judges it when the check ends',
  prompts: ['Make it add.', 'Is it done?'],
  policy: `${POLICY}on_stop_seconds: 2\n`,
  script: (project) => ({
    main: [
      {
        calls: [
          { write: join(project, 'src/add.js'), content: 'export const add = (a, b) => a + b\n' },
          { write: join(project, 'test/waits.test.js'), content: WAITS },
        ],
      },
      { text: CLAIM },
      { text: CLAIM },
    ],
  }),
  between: async (project, ledger) => {
    writeFileSync(join(project, '../go'), '')
    const isSettled = async (): Promise<boolean> =>
      Object.values((await readLedger(ledger)).streams).some((entries) => bodies(entries, 'stop.settled').length > 0)
    while (!(await isSettled())) await pause(100)
  },
  expects: (gated) => {
    const entries = streamOf(gated)
    expect(verdictsIn(entries)).toEqual(['checking CHECKING', 'earned'])
    expect(bodies(entries, 'stop.settled').map(({ verdict }) => verdict)).toEqual(['earned'])
    // The second turn has the same content, so nothing runs again.
    expect(bodies(entries, 'validator.passed').map(({ reused }) => reused !== undefined)).toEqual([false, true])
    expect(gated.heard.some((said) => said.includes('Not permitted'))).toBe(false)
  },
}

export const REPEATING: Row = {
  it: 'lets an agent go that only repeats itself when its budget is spent',
  prompts: ['Make it add.'],
  script: () => ({ main: [{ text: CLAIM }, { text: CLAIM }, { text: CLAIM }, { text: CLAIM }] }),
  expects: (gated) => {
    expect(verdictsIn(streamOf(gated))).toEqual([IDLE, IDLE, IDLE, 'capped NOTHING_DONE FAILED'])
    expect(bodies(streamOf(gated), 'turn.opened')).toHaveLength(1)
  },
}

/** Some programs send all text of a turn as one message. */
export const TALKING: Row = {
  it: 'judges only the last message, whatever came before it',
  prompts: ['Make it add.'],
  script: () => ({
    main: [
      { text: 'I will fix it.', calls: [{ shell: 'echo looking' }] },
      { text: CLAIM, calls: [{ shell: 'echo looking again' }] },
      { text: CLAIM },
      { text: 'Let me see.', calls: [{ shell: 'echo looking once more' }] },
      { text: HONEST },
    ],
  }),
  expects: (gated) => {
    expect(verdictsIn(streamOf(gated))).toEqual([IDLE, 'unclaimed'])
    const said = bodies(streamOf(gated), 'stop.reached').map(({ message }) => message)
    expect(said).toEqual([CLAIM, HONEST])
  },
}
