import { expect } from 'vitest'
import { playGated } from './gated.ts'
import { HELD, OVERRULED } from './held.ts'
import { claudeCode } from './hosts/claude-code.ts'

playGated(
  claudeCode,
  [],
  [
    ...HELD,
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
