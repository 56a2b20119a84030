import { expect, it } from 'vitest'
import { settingOf } from './value.ts'

it.each([
  ['threshold', '0.35', 0.35],
  ['window', '500', 500],
  ['scorers', '3', 3],
  ['mapping', '0.25,0.5', { elevated: 0.25, high: 0.5 }],
  ['mapping', '0.25, 0.5', { elevated: 0.25, high: 0.5 }],
  ['harms', 'violation, rejection', ['violation', 'rejection']],
])('set %s %s', (name, text, value) => {
  expect(settingOf(name, text)).toEqual({ kind: 'set', name, value })
})

it.each([
  ['threshold', 'high'],
  ['threshold', '-1'],
  ['threshold', '1e-1'],
  ['mapping', '0.25'],
  ['mapping', '0.1,0.2,0.3'],
])('set %s %s passes the text on, to be refused by the range', (name, text) => {
  expect(settingOf(name, text)).toEqual({ kind: 'set', name, value: text })
})

it('an unknown parameter is an error that names a similar one', () => {
  expect(() => settingOf('treshold', '0.3')).toThrow(
    /^Unknown parameter "treshold"\. Did you mean "threshold"\? Known: /,
  )
  expect(() => settingOf('__proto__', '0.3')).toThrow(/^Unknown parameter/)
})
