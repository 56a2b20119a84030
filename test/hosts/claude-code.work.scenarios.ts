import { expect } from 'vitest'
import { bodies, playGated, streamOf } from './gated.ts'
import { claudeCode } from './hosts/claude-code.ts'
import { BACKGROUND, SERVES, WORK } from './work.ts'

playGated(
  claudeCode,
  [],
  [
    ...WORK,
    {
      ...BACKGROUND,
      expects: (gated) => {
        BACKGROUND.expects(gated)
        // Only this program reports at a stop what still runs.
        const running = bodies(streamOf(gated), 'stop.reached').map(({ background }) => background)
        expect(running).toEqual(running.map(() => [expect.objectContaining({ command: SERVES })]))
      },
    },
  ],
)
