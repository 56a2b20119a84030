import { expect, it } from 'vitest'
import { clock, day, inMinutes, minute, minuteInZone } from './local-time.ts'

const AT = '2026-03-01T23:00:59.999Z'

it('shows times in the local zone, by themselves and in sentences', () => {
  expect([minute(AT, 'UTC'), minuteInZone(AT, 'UTC')]).toEqual(['2026-03-01 23:00', '2026-03-01 23:00 UTC'])
  expect(minuteInZone(AT, 'Europe/Berlin')).toBe('2026-03-02 00:00 GMT+1')
  expect([day(AT, 'Asia/Kolkata'), clock(AT, 'Asia/Kolkata')]).toEqual(['2026-03-02', '04:30:59'])
  expect(inMinutes(`from ${AT} until 2026-07-02T09:05:00Z`, 'America/New_York')).toBe(
    'from 2026-03-01 18:00 EST until 2026-07-02 05:05 EDT',
  )
  expect(inMinutes('no time in 2026-03-01')).toBe('no time in 2026-03-01')
})

it('shows an invalid time as unknown', () => {
  expect(minute('yesterday')).toBe('????-??-?? ??:??')
})
