import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Entry } from '../../src/ledger/kinds.ts'
import { bodies, CLAIM, HONEST, streamOf } from './gated.ts'
import { POLICY, type Row } from './machine.ts'

/** How calls turn out in a real program: each row ends with one outcome on record, observed once. */

/** Each outcome on record, with the input of its call. */
export const outcomesIn = (entries: readonly Entry[]): string[] =>
  bodies(entries, 'outcome.observed').map(({ of, outcome }) => {
    const call = entries.find(({ seq }) => seq === of)
    return `${outcome}: ${JSON.stringify(call?.body['input'])}`
  })

/** Each outcome that the project learnt from, once. */
export const lessonsIn = (learnt: readonly Entry[]): unknown[] =>
  bodies(learnt, 'outcome.learnt').map(({ outcome, lesson }) => `${outcome}: ${lesson}`)

const only = (outcome: string, input: string) => (gated: Parameters<Row['expects']>[0]) => {
  expect(outcomesIn(streamOf(gated))).toEqual([expect.stringMatching(new RegExp(`^${outcome}: .*${input}`))])
  expect(lessonsIn(gated.ledger.learnt)).toEqual([
    expect.stringMatching(new RegExp(`^${outcome}: (?:pattern|unconfirmed)$`)),
  ])
}

export const VIOLATION: Row = {
  it: 'observes a violation: a call that the policy denies because it writes outside of the project',
  prompts: ['Write it down.'],
  policy: `${POLICY}dispatch: { codes: { WRITTEN_OUTSIDE: deny } }\n`,
  script: () => ({ main: [{ calls: [{ shell: 'echo outside > /opt/outside.txt' }] }, { text: HONEST }] }),
  expects: only('violation', '/opt/outside.txt'),
}

export const ROLLBACK: Row = {
  it: 'observes a rollback: a person restores a file between two turns; the agent restoring its own is none',
  isAlone: true,
  prompts: ['Write it down.', 'Try again.'],
  between: (project) => void execFileSync('git', ['restore', 'README.md'], { cwd: project }),
  script: () => ({
    main: [
      { calls: [{ shell: 'echo own > package.json' }] },
      { calls: [{ shell: "echo '{}' > package.json" }] },
      { calls: [{ shell: 'echo changed > README.md' }] },
      { text: HONEST },
      { text: HONEST },
    ],
  }),
  expects: only('rollback', 'changed > README.md'),
}

export const FAILURE: Row = {
  it: 'observes a failure: the tests passed, the agent removes a folder, and the gate sees them fail',
  isAlone: true,
  prompts: ['Make it add.', 'Clean up.'],
  script: (project) => ({
    main: [
      { calls: [{ write: join(project, 'src/add.js'), content: 'export const add = (a, b) => a + b\n' }] },
      { text: CLAIM },
      // Codex itself refuses `rm -rf` if there is no person.
      { calls: [{ shell: 'find src -delete' }] },
      { text: CLAIM },
      { text: HONEST },
    ],
  }),
  expects: only('failure', 'find src -delete'),
}
