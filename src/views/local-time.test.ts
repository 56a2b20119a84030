import { expect, it } from 'vitest'
import { inMinutes, minute, minuteUtc } from './local-time.ts'

const AT = '2026-03-01T13:00:59.999Z'

it('shows times to the minute, by themselves and in sentences', () => {
  expect([minute(AT), minuteUtc(AT)]).toEqual(['2026-03-01 13:00', '2026-03-01 13:00 UTC'])
  expect(inMinutes(`from ${AT} until 2026-03-02T09:05:00Z`)).toBe(
    'from 2026-03-01 13:00 UTC until 2026-03-02 09:05 UTC',
  )
  expect(inMinutes('no time in 2026-03-01')).toBe('no time in 2026-03-01')
})
