import { expect } from 'vitest'
import { EARNING, playGated, REPEATING, TALKING, WAITING } from './gated.ts'
import { gemini } from './hosts/gemini.ts'

playGated(
  gemini,
  [],
  [
    {
      ...EARNING,
      expects: (gated) => {
        EARNING.expects(gated)
        expect(gated.printed[0]).toMatch(/Hook system message: Bailiff: earned \(tests, \d+\.\d s\)/)
      },
    },
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
