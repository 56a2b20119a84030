import { expect, it } from 'vitest'
import { timeIn } from './time.ts'

it.each([
  ['2026-03-01T09:00:00Z', '2026-03-01T09:00:00.000Z'],
  ['2026-03-01T10:00:00+01:00', '2026-03-01T09:00:00.000Z'],
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
])('reads %s', (given, time) => {
  expect(timeIn(given)).toBe(time)
})

it.each(['', 'yesterday', '1', '2026-13-01', '2026-03-01T99:00'])('refuses "%s"', (given) => {
  expect(() => timeIn(given)).toThrow(/is not a time/)
})
