import { toolsOf } from '../../src/hosts/calls.ts'
import { hostFacts } from '../../src/hosts/facts.ts'
import { placesOf } from '../../src/machine/places.ts'
import type { Guard } from '../../src/supervisor/guard.ts'

export const STATE = '/home/me/.local/state/bailiff'

/** The guard of a world that does not exist on disk. */
export const guardFor = (): Guard => ({
  protection: ({ cwd, transcript }) => ({
    places: placesOf({ home: STATE, adminKeys: [], person: '/home/me', env: {}, cwd, transcript }),
    world: { home: '/home/me', start: cwd, variables: { BAILIFF_HOME: STATE } },
    hosts: hostFacts(),
  }),
  hosts: hostFacts(),
  tools: toolsOf,
  realPaths: () => new Map(),
  scripts: () => [],
  textOf: () => null,
  holdsUntracked: () => false,
  canAsk: () => false,
  settings: () => [],
})
