import { expect } from 'vitest'
import {
  bodies,
  CLAIM,
  EARNING,
  HONEST,
  OPEN,
  playGated,
  REPEATING,
  streamOf,
  TALKING,
  verdictsIn,
  WAITING,
} from './gated.ts'
import { claudeCode } from './hosts/claude-code.ts'
import { ERRAND } from './session.ts'

playGated(
  claudeCode,
  [],
  [
    {
      ...EARNING,
      expects: (gated) => {
        EARNING.expects(gated)
        expect(gated.printed[0]).toMatch(/Bailiff: earned \(tests, \d+\.\d s\)/)
        expect(gated.printed[1]).toContain('Bailiff: earned (tests, already passed on these files)')
      },
    },
    TALKING,
    WAITING,
    {
      ...REPEATING,
      expects: (gated) => {
        REPEATING.expects(gated)
        expect(gated.printed.join()).toContain(
          'Bailiff: CAPPED: blocked 3 of 3 times, then allowed to end; not earned. Nothing has been done',
        )
      },
    },
    {
      it: 'answers if the agent fills a test file with a megabyte of calls that never end, and misses its tests',
      prompts: ['Make it add.'],
      script: () => ({
        main: [
          { calls: [{ shell: "yes 'test(' | head -n 200000 | tr -d '\\n' > test/add.test.js" }] },
          { text: CLAIM },
          { text: HONEST },
        ],
      }),
      expects: (gated) => {
        expect(verdictsIn(streamOf(gated))).toEqual(['blocked TESTS_WEAKENED FAILED', `${OPEN} TESTS_WEAKENED`])
        expect(bodies(streamOf(gated), 'stop.judged')[0]).toMatchObject({
          weakened: [{ test: 'test/add.test.js: adds', how: 'gone' }],
        })
      },
    },
    {
      it: 'hands the report of a subagent to its lead, whose stop answers for it, and names the message before a block',
      prompts: ['Have somebody make it add.'],
      script: () => ({
        main: [{ calls: [{ agent: ERRAND }] }, { text: 'The agent has ended.' }, { text: HONEST }],
        [ERRAND]: [{ calls: [{ shell: 'cat src/add.js' }] }, { text: CLAIM }],
      }),
      expects: (gated) => {
        expect(verdictsIn(streamOf(gated, 'agent'))).toEqual(['deferred'])
        expect(verdictsIn(streamOf(gated))).toEqual(['blocked FAILED', 'open'])
        expect(gated.heard.some((said) => said.includes(CLAIM))).toBe(true)
        expect(gated.heard.some((said) => /On record for subagent \w+: 1 call \(Bash 1\)/.test(said))).toBe(true)
        expect(gated.printed.join()).toContain('o read the answer before the block: bailiff outcome --answer')
      },
    },
  ],
)
