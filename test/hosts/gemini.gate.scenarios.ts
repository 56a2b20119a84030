import { expect } from 'vitest'
import { EARNING, playGated, REPEATING, TALKING } from './gated.ts'
import { gemini } from './hosts/gemini.ts'

playGated(
  gemini,
  [],
  [
    EARNING,
    TALKING,
    {
      ...REPEATING,
      expects: (gated) => {
        REPEATING.expects(gated)
        expect(gated.printed.join()).toContain('Hook system message: Bailiff: let go UNEARNED, held back 3 times')
      },
    },
  ],
)
