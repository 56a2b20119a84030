import { expect } from 'vitest'
import { bodies, CLAIM, HONEST, OPEN, playGated, streamOf, verdictsIn } from './gated.ts'
import { HELD, OVERRULED } from './held.ts'
import { claudeCode } from './hosts/claude-code.ts'
import type { Row } from './machine.ts'
import { commit, writeFiles } from './project.ts'
import { ERRAND } from './session.ts'
import { BREAKS } from './work.ts'

const HELD_ONCE = ['blocked FAILED', OPEN]

const changedIn = (entries: Parameters<typeof bodies>[0]): unknown[] =>
  bodies(entries, 'turn.changed').map(({ paths }) => paths)

const TREES: Row = {
  it: 'judges work in worktrees below an ignored folder: of a subagent, by a change of folder, and entered by its own tool',
  prompts: ['Have somebody make it faster.', 'Make it faster in a worktree.', 'Make it faster in another one.'],
  afterInit: (project) => {
    writeFiles(project, { '.gitignore': '.claude/worktrees/\n' })
    commit(project, '.gitignore')
  },
  isAlone: true,
  restarts: true,
  args: (args) => args.flatMap((arg) => (arg === 'Agent' ? [arg, 'EnterWorktree'] : [arg])),
  script: () => ({
    main: [
      {
        calls: [
          {
            tool: 'Agent',
            input: { description: 'Errand', prompt: ERRAND, subagent_type: 'general-purpose', isolation: 'worktree' },
          },
        ],
      },
      { text: 'The agent has ended.' },
      { text: HONEST },
      { calls: [{ shell: 'git worktree add -q .claude/worktrees/two && cd .claude/worktrees/two' }] },
      { calls: [{ shell: `cd .claude/worktrees/two 2> /dev/null; ${BREAKS}` }] },
      { text: CLAIM },
      { text: HONEST },
      { calls: [{ tool: 'EnterWorktree', input: { name: 'three' } }] },
      { calls: [{ shell: BREAKS }] },
      { text: CLAIM },
      { text: HONEST },
    ],
    [ERRAND]: [{ calls: [{ shell: BREAKS }] }, { text: CLAIM }],
  }),
  expects: (gated) => {
    expect(verdictsIn(streamOf(gated, 'agent'))).toEqual(['deferred'])
    expect(verdictsIn(streamOf(gated))).toEqual([...HELD_ONCE, ...HELD_ONCE, ...HELD_ONCE])
    expect(changedIn(streamOf(gated))).toEqual(Array(6).fill(['src/add.js']))
  },
}

const CLEANED: Row = {
  it: 'denies git clean -fdx, and says at each stop that the hooks are gone after a program removed them',
  prompts: ['Tidy up.'],
  afterInit: (project) => {
    writeFiles(project, { 'tidy.mjs': "import { rmSync } from 'node:fs'\nrmSync('.claude/settings.local.json')\n" })
    commit(project, 'tidy.mjs')
  },
  isAlone: true,
  script: () => ({
    main: [
      { calls: [{ shell: 'git clean -fdxq' }] },
      { calls: [{ shell: 'node tidy.mjs && sleep 3' }] },
      { calls: [{ shell: BREAKS }] },
      { text: CLAIM },
      { text: HONEST },
    ],
  }),
  expects: (gated) => {
    const entries = streamOf(gated)
    expect(bodies(entries, 'dispatch.denied').map(({ code }) => code)).toEqual(['PROTECTED_SETTINGS'])
    expect(verdictsIn(entries)).toEqual(HELD_ONCE)
    const answers = gated.printed.flatMap((one) => one.split('\n')).filter((line) => line.includes('"hook_response"'))
    expect(answers.filter((line) => line.includes('HOOKS_GONE: hooks are gone from '))).toHaveLength(2)
  },
}

playGated(
  claudeCode,
  [],
  [
    ...HELD,
    TREES,
    CLEANED,
    {
      ...OVERRULED,
      expects: (gated) => {
        OVERRULED.expects(gated)
        // Only this program's transcript says what ended the turn.
        expect(gated.outcome?.out).toContain('another hook ended the turn')
      },
    },
  ],
)
