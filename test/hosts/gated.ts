import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Entry, JsonObject } from '../../src/ledger/kinds.ts'
import { readLedger } from './ledger.ts'
import { type Gated, Machine, POLICY, type Row } from './machine.ts'
import type { Host } from './session.ts'

/** The stop gate in a real program, with `bailiff init`, an approved policy and a scripted agent. */

export const CLAIM = 'All done, tests pass.'
export const HONEST = 'The tests do not pass yet.'

export function playGated(host: Host, init: readonly string[], rows: readonly Row[]): void {
  describe(`${host.name}, gated`, () => {
    for (const group of groupsOf(rows)) {
      const machine = new Machine(host, init)
      for (const row of group)
        it(row.it, async () => {
          const gated = await machine.play(row)
          // It exits by itself, not because of the time limit.
          if (row === group.at(-1)) gated.exits.push(await machine.end())
          expect(gated).toMatchObject({ complaints: [], ledger: { findings: [] } })
          expect(gated.exits).toEqual(gated.exits.map(() => 0))
          row.expects(gated)
        })
    }
  })
}

/** The rows that can use one project and one process of the program: those with the same settings. */
function groupsOf(rows: readonly Row[]): Row[][] {
  const groups = new Map<unknown, Row[]>()
  for (const row of rows) {
    const { policy = POLICY, afterInit, model, stopHook, args, isAlone } = row
    const key = isAlone ? row : JSON.stringify([afterInit ? 'init' : policy, model, stopHook, args?.([])])
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}

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
const IDLE = 'blocked NOTHING_DONE FAILED'

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
  restarts: true,
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
