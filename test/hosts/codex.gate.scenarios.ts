import { expect } from 'vitest'
import { CLAIM, EARNING, HONEST, playGated, REPEATING, streamOf, TALKING, verdictsIn, WAITING } from './gated.ts'
import { codex } from './hosts/codex.ts'
import { ERRAND } from './session.ts'

playGated(
  codex,
  ['--trust'],
  [
    EARNING,
    TALKING,
    WAITING,
    {
      ...REPEATING,
      args: (args) => args.filter((arg) => arg !== '--json'),
      expects: (gated) => {
        REPEATING.expects(gated)
        // Without a person, the program shows that a hook blocked it, but not the hook's message.
        expect(gated.printed.join().match(/hook: Stop \w+/g)).toEqual([
          ...['hook: Stop Blocked', 'hook: Stop Blocked', 'hook: Stop Blocked'],
          'hook: Stop Completed',
        ])
      },
    },
    {
      it: 'hands the report of a subagent to its lead, whose stop answers for it',
      prompts: ['Have somebody make it add.'],
      model: 'gpt-5.1-codex',
      script: () => ({
        main: [
          { calls: [{ agent: ERRAND }] },
          { calls: [{ wait: 'agent' }] },
          { text: 'The agent has ended.' },
          { text: HONEST },
        ],
        [ERRAND]: [{ text: CLAIM }],
      }),
      expects: (gated) => {
        expect(verdictsIn(streamOf(gated, 'agent'))).toEqual(['deferred'])
        expect(verdictsIn(streamOf(gated))).toEqual(['blocked FAILED', 'open'])
      },
    },
  ],
)
