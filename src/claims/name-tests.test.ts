import { expect, it } from 'vitest'
import { nameTests } from './name-tests.ts'

const gone = (test: string) => ({ test, how: 'gone' }) as const

it('names the first few tests, and counts the rest', () => {
  expect(nameTests([gone('a'), { test: 'b', how: 'expected to fail' }])).toBe('"a" (gone), "b" (expected to fail)')
  expect(nameTests(['a', 'b', 'c', 'd', 'e'].map(gone))).toBe('"a" (gone), "b" (gone), "c" (gone) and 2 more')
})

it('keeps the end of a long name, on one line', () => {
  const named = nameTests([gone(`suite\n${'x'.repeat(500)} > adds 😀`)])
  expect(named).toMatch(/^"…x+ > adds 😀" \(gone\)$/)
  expect(named.length).toBeLessThan(100)
})
