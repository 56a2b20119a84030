import { describe, expect, it } from 'vitest'
import { expectRecovers, SCENARIOS, strikeEverywhere } from '../helpers/scenarios.ts'

/**
 * A process is killed before, and in the middle of, every file operation it makes, one after another until it finishes:
 * every state that a `kill -9` can leave behind is tested once; nothing is left to chance.
 */
describe('a process killed at every one of its file operations', () => {
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    'leaves a ledger that verifies and takes the next append at once: %s',
    async (_, scenario) => {
      const hits: string[] = []
      const notes: string[] = []
      for (const how of ['kill', 'half']) {
        for await (const struck of strikeEverywhere(scenario, how)) {
          expect(struck.ended.signal).toBe('SIGKILL')
          hits.push(struck.hit)
          notes.push(...(await expectRecovers(scenario, struck)))
        }
      }
      expect(scenario.strikes.filter((strike) => !hits.some((hit) => hit.startsWith(strike)))).toEqual([])
      expect(notes).toEqual(expect.arrayContaining(scenario.notes ?? []))
    },
  )
})
