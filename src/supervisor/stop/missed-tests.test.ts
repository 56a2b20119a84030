import { expect, it } from 'vitest'
import { untold } from './missed-tests.ts'

it('leaves out lost tests that the message names, by title or by file', () => {
  const lost = ['test/mul.test.js: suite > multiplies', 'adds'].map((test) => ({ test, how: 'gone' as const }))
  const left = (message: string): string[] => untold(lost, message).map(({ test }) => test)
  expect(left('Let me know what you think.')).toEqual(lost.map(({ test }) => test))
  expect(left('I removed mul.test.js.')).toEqual(['adds'])
  expect(left('The tests "multiplies" and "adds" are gone, as you asked.')).toEqual([])
})
