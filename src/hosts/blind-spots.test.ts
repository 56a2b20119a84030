import { expect, it } from 'vitest'
import { captured } from '../../test/helpers/fixtures.ts'
import { BLIND_SPOTS, explainBlindSpot } from './blind-spots.ts'
import { HOSTS } from './registry.ts'

it.each(HOSTS.map((host) => [host.name, host] as const))('explains every blind spot of %s', (name, host) => {
  const started = captured(name).find(({ event }) => event === 'SessionStart')
  const { report } = host.parse('SessionStart', started?.stdin ?? {})
  const codes = report.kind === 'session-started' ? report.blindSpots : []
  expect(codes.length).toBeGreaterThan(0)
  expect(codes.filter((code) => !Object.hasOwn(BLIND_SPOTS, code))).toEqual([])
})

it('says that it has no explanation for blind spots of a later version', () => {
  for (const code of ['brand-new', 'constructor', '__proto__'])
    expect(explainBlindSpot(code)).toMatch(/does not know this blind spot/)
})
