import { expect, it } from 'vitest'
import { startNotices } from './start-notices.ts'

const START = { sha256: '0', content: '1', files: 3, artifacts: [] }

it('says nothing about a start that is complete, or in a project without a policy', () => {
  expect(startNotices({ kind: 'kept', start: { ...START, unread: 0 } })).toEqual([])
  expect(startNotices(null)).toEqual([])
})

it('tells the person why the start is not known', () => {
  expect(startNotices({ kind: 'unknown', why: 'Fingerprinting took longer than 12 s.' })).toEqual([
    "Bailiff: the files at the start of this turn are not known: Fingerprinting took longer than 12 s. Its changes are judged by the agent's calls; removed tests may go unnoticed.",
  ])
})

it('tells the person how many test files were not read', () => {
  expect(startNotices({ kind: 'kept', start: { ...START, unread: 2 } })).toEqual([
    'Bailiff: there was no time to read 2 test files: they count as weakened if this turn changes them.',
  ])
})
