import { expect } from 'vitest'
import { CLAIM, EARNING, HONEST, IDLE, playGated, REPEATING, streamOf, TALKING, verdictsIn, WAITING } from './gated.ts'
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
      it: 'blocks a subagent as well',
      prompts: ['Have somebody make it add.'],
      model: 'gpt-5.1-codex',
      script: () => ({
        main: [{ calls: [{ agent: ERRAND }] }, { calls: [{ wait: 'agent' }] }, { text: HONEST }],
        [ERRAND]: [{ text: CLAIM }, { text: HONEST }],
      }),
      expects: (gated) => {
        expect(verdictsIn(streamOf(gated, 'agent'))).toEqual([IDLE, 'unclaimed'])
        // The lead started a subagent, and says that tests fail.
        expect(verdictsIn(streamOf(gated))).toEqual(['open'])
      },
    },
  ],
)
