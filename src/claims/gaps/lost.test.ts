import { describe, expect, it } from 'vitest'
import { readGaps } from '../extract/extract.ts'
import type { Weakened } from '../weakened.ts'
import { tellsOfLost } from './lost.ts'

const LOST: readonly Weakened[] = [{ test: 'test/add.test.js: sums > adds', how: 'gone' }]
const tells = (message: string): boolean => readGaps(message).some((gap) => tellsOfLost(gap, LOST))

describe('a gap tells of removed tests', () => {
  it.each([
    'Open: I deleted the test adds',
    'Open: I removed adds',
    'Open: adds was removed',
    'Open: removed add.test.js',
    'Failing: the test adds',
  ])('by their names or their file: %s', (message) => {
    expect(tells(message)).toBe(true)
  })

  it.each([
    'Open: I removed two tests',
    'Not verified: tests, I removed one test',
    'Offen: ich habe zwei Tests entfernt',
    'Ouvert : deux tests supprimés',
    '未完成：删除了两个测试',
  ])('in general: %s', (message) => {
    expect(tells(message)).toBe(true)
  })

  it.each([
    'Not verified: load tests',
    'Not verified: tests',
    'Open: more tests would help',
    'Open: I removed no tests',
    'Open: removed the docs about tests',
    'Open: deleted load tests',
    'Open: removed tests in another repository',
    'Failing: the test multiplies',
    'Open: a script that adds tests',
  ])('but not by: %s', (message) => {
    expect(tells(message)).toBe(false)
  })
})
