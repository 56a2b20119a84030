import { describe, expect, it } from 'vitest'
import { expectRecovers, killScenario, SCENARIOS } from '../helpers/scenarios.ts'

/**
 * A process is killed before, and in the middle of, every file operation it makes, one after another until it finishes:
 * every state that a `kill -9` can leave behind is tested once; nothing is left to chance. See `killedEverywhere` for what
 * the short suite copies instead.
 */
describe('a process killed at every one of its file operations', () => {
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    'leaves a ledger that verifies and takes the next append at once: %s',
    async (_, scenario) => {
      const hits: string[] = []
      const notes: string[] = []
      for await (const struck of killScenario(scenario)) {
        hits.push(struck.hit)
        notes.push(...(await expectRecovers(scenario, struck)))
      }
      expect(scenario.strikes.filter((strike) => !hits.some((hit) => hit.startsWith(strike)))).toEqual([])
      expect(notes).toEqual(expect.arrayContaining(scenario.notes ?? []))
    },
  )
})
