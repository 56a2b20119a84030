import { expect } from 'vitest'
import { EARNING, playGated, REPEATING, TALKING, WAITING } from './gated.ts'
import { gemini } from './hosts/gemini.ts'

playGated(
  gemini,
  [],
  [
    EARNING,
    TALKING,
    WAITING,
    {
      ...REPEATING,
      expects: (gated) => {
        REPEATING.expects(gated)
        expect(gated.printed.join()).toContain(
          'Hook system message: Bailiff: CAPPED: blocked 3 of 3 times, then allowed to end; not earned',
        )
      },
    },
  ],
)
